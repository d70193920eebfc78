import { describe, expect, test, vi } from 'vitest';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { type DeleteBatch, DeletionError, deleteInBatches } from './delete-photos.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `photo-${index}`);
const problem = (status: number) =>
  new ApiProblem({
    status,
    url: '/photos',
    code: 'unexpected',
    correlationId: 'c',
    endpoint: 'deletePhotos',
  });

async function run(photoIds: string[], send: DeleteBatch, isOnline = true) {
  const pause = vi.fn(async () => {});
  const onProgress = vi.fn();
  const options = { send, pause, onProgress, isOnline: () => isOnline };
  const error = await deleteInBatches(photoIds, options).catch((thrown) => thrown);
  return { error: error as DeletionError | undefined, pause, onProgress };
}

describe('deleteInBatches', () => {
  test('sends the ids in batches of 1,000 and reports progress [DEL-19]', async () => {
    const send = vi.fn(async () => ({ failed: [] }));
    const { error, onProgress } = await run(ids(2_500), send);
    expect(error).toBeUndefined();
    expect(send.mock.calls.map((args) => (args as unknown as [string[]])[0].length)).toEqual([
      1_000, 1_000, 500,
    ]);
    expect(onProgress.mock.calls.flat()).toEqual([1_000, 2_000, 2_500]);
  });

  test("throws 'Failed to delete photo!' with the remaining ids, after the other batches [DEL-17]", async () => {
    const send = vi.fn(async (batch: readonly string[]) => ({
      failed: batch.filter((id) => id === 'photo-7'),
      problem: batch.length === 1_000 ? problem(200) : problem(500),
    }));
    const { error } = await run(ids(1_200), send);
    expect(error?.message).toBe('Failed to delete photo!');
    expect(error?.remaining).toEqual(['photo-7']);
    expect(error?.cause).toMatchObject({ status: 200 });
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('retries a batch without a response, with growing delays [DEL-19]', async () => {
    const send = vi.fn(async () => ({ failed: [] as string[] }));
    send.mockRejectedValueOnce(problem(503)).mockRejectedValueOnce(problem(0));
    const { error, pause } = await run(ids(3), send);
    expect(error).toBeUndefined();
    expect(pause).toHaveBeenCalledTimes(2);
  });

  test('fails at once without a connection, and sends nothing once it is back [DEL-18]', async () => {
    const send = vi.fn<DeleteBatch>(async () => {
      throw problem(0);
    });
    const { error, pause } = await run(ids(1_002), send, false);
    expect(error?.message).toBe('Exceeded maximum amount of retries!');
    expect(error?.remaining).toHaveLength(1_002);
    expect(send).toHaveBeenCalledTimes(1);
    expect(pause).not.toHaveBeenCalled();
  });

  test("throws 'Exceeded maximum amount of retries!' when retries run out; earlier batches are deleted [DEL-18]", async () => {
    const send = vi.fn<DeleteBatch>(async () => {
      throw problem(500);
    });
    send.mockResolvedValueOnce({ failed: [] });
    const { error, pause } = await run(ids(1_002), send);
    expect(error?.message).toBe('Exceeded maximum amount of retries!');
    expect(error?.remaining).toEqual(['photo-1000', 'photo-1001']);
    expect(pause).toHaveBeenCalledTimes(3);
  });

  test('does not retry permanent failures', async () => {
    const send = vi.fn(async () => {
      throw problem(400);
    });
    const { error } = await run(ids(2), send);
    expect(error).toBeInstanceOf(DeletionError);
    expect(send).toHaveBeenCalledTimes(1);
  });
});
