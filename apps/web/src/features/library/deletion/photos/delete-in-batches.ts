import { isTemporaryProblem } from '#/shared/api/api-problem.ts';
import { idBatches } from '#/shared/api/id-batches.ts';
import { retryDelay } from '#/shared/retry/retry-delay.ts';

/** Tries of a batch besides the first [DEL-19]. */
const RETRIES = 3;

export type DeleteBatch = (photoIds: readonly string[]) => Promise<{ failed: readonly string[] }>;

type Options = {
  send: DeleteBatch;
  /** Waits between the tries of a batch, milliseconds. */
  pause: (ms: number) => Promise<void>;
  onProgress?: (deleted: number) => void;
};

/** Some photos of a deletion are still there. */
export class DeletionError extends Error {
  override readonly name = 'DeletionError';
  readonly remaining: readonly string[];

  constructor(message: string, remaining: readonly string[], options?: ErrorOptions) {
    super(message, options);
    this.remaining = remaining;
  }
}

/**
 * Deletes photos batch by batch. Fails as 'Failed to delete photo!' when the server lists photos it could not delete
 * [DEL-17] and as 'Exceeded maximum amount of retries!' when a batch got no answer in time too often [DEL-18]; the
 * DeletionError names what is left, so that only the rest need be tried again.
 */
export async function deleteInBatches(photoIds: readonly string[], options: Options): Promise<void> {
  const failed: string[] = [];
  let asked = 0;
  for (const batch of idBatches(photoIds)) {
    const remaining = () => [...failed, ...photoIds.slice(asked)];
    failed.push(...(await deleteBatch(batch, remaining, options)));
    asked += batch.length;
    options.onProgress?.(asked - failed.length);
  }
  if (failed.length > 0) throw new DeletionError('Failed to delete photo!', failed);
}

async function deleteBatch(
  batch: readonly string[],
  remaining: () => string[],
  { send, pause }: Options,
): Promise<readonly string[]> {
  for (let failures = 0; ; failures++) {
    try {
      return (await send(batch)).failed;
    } catch (error) {
      const isTemporary = isTemporaryProblem(error);
      const message = isTemporary ? 'Exceeded maximum amount of retries!' : 'Failed to delete photo!';
      if (!isTemporary || failures === RETRIES)
        throw new DeletionError(message, remaining(), { cause: error });
      await pause(retryDelay(failures, Math.random));
    }
  }
}
