import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBatchWriter } from './batch-writer.ts';
import { createDigest } from './inspect-file.ts';

const CHUNK = 32 * 1024;

test('a sender waits if more than a few chunks are waiting for the disk, including those that came during a write', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-batches-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'file');
  const { promise: hadRoom, resolve: onRoom } = Promise.withResolvers<void>();
  const writer = await createBatchWriter(file, {
    digest: createDigest(),
    onRoom,
    onError: () => expect.fail('the disk failed'),
  });
  const send = (filler: number) => writer.write(Buffer.alloc(CHUNK, filler));
  const first = Array.from({ length: 8 }, (_, index) => send(index));
  expect(first).toEqual([true, true, true, true, true, true, true, false]);
  await hadRoom;
  // One chunk is being written and seven are waiting, so the next one fills the buffer.
  expect(send(8)).toBe(false);
  await using _open = await writer.end();
  const sent = Buffer.concat(Array.from({ length: 9 }, (_, index) => Buffer.alloc(CHUNK, index)));
  expect(Buffer.compare(await readFile(file), sent)).toBe(0);
});
