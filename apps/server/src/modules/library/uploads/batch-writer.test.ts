import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBatchWriter } from './batch-writer.ts';
import { createDigest } from './inspect-file.ts';

const CHUNK = 32 * 1024;

test('a sender waits if more than two writes are waiting for the disk, including what arrived during one', async () => {
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
  const first = Array.from({ length: 16 }, (_, index) => send(index));
  expect(first).toEqual([...Array(15).fill(true), false]);
  await hadRoom;
  // Half of it is written and half is still waiting, so the same amount again fills the buffer.
  const next = Array.from({ length: 8 }, (_, index) => send(16 + index));
  expect(next).toEqual([...Array(7).fill(true), false]);
  await using _open = await writer.end();
  const sent = Buffer.concat(Array.from({ length: 24 }, (_, index) => Buffer.alloc(CHUNK, index)));
  expect(Buffer.compare(await readFile(file), sent)).toBe(0);
});
