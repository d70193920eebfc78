import { type FileHandle, open } from 'node:fs/promises';
import type { Digest } from './inspect-file.ts';

/**
 * A socket gives up to 64 kB at a time; from a slow one, chunks are collected up to this size. Larger writes are not cheaper: the
 * page cache then looks for large free blocks of memory, which costs more than the calls saved.
 */
const MIN_WRITTEN = 32 * 1024;
/** Bytes that may be queued for the disk before the sender must wait. */
const MAX_WAITING = 256 * 1024;

export type BatchWriter = {
  /** Takes a chunk and its memory; false asks the sender to wait for `onRoom`. */
  write(chunk: Buffer): boolean;
  /** Writes what is queued; the file stays open, to be synced. Throws the first disk error, with the file closed. */
  end(): Promise<FileHandle>;
};

type Options = {
  digest: Digest;
  /** Called between writes. */
  onRoom(): void;
  onError(): void;
};

/** Hashes and writes a new file as its bytes arrive. */
export async function createBatchWriter(
  file: string,
  { digest, onRoom, onError }: Options,
): Promise<BatchWriter> {
  const handle = await open(file, 'w', 0o600);
  const batches: Buffer[][] = [];
  let waiting = 0;
  let current: Buffer[] = [];
  let collected = 0;
  let failure: unknown;
  let running: Promise<void> | null = null;

  function closeBatch() {
    batches.push(current);
    current = [];
    collected = 0;
    running ??= drain();
  }
  async function drain() {
    try {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        const written = await writeBatch(handle, batch);
        waiting -= written;
        onRoom();
      }
    } catch (error) {
      failure = error;
      onError();
    } finally {
      running = null;
    }
  }
  return {
    write(chunk) {
      digest.update(chunk);
      current.push(chunk);
      collected += chunk.length;
      waiting += chunk.length;
      if (collected >= MIN_WRITTEN) closeBatch();
      return waiting < MAX_WAITING;
    },
    async end() {
      if (collected > 0) closeBatch();
      await running;
      if (failure) {
        await handle.close();
        throw failure;
      }
      return handle;
    },
  };
}

/** Writes chunks at once and frees them; returns their number of bytes. */
async function writeBatch(handle: FileHandle, batch: readonly Buffer[]): Promise<number> {
  const length = batch.reduce((sum, chunk) => sum + chunk.length, 0);
  let { bytesWritten } = await handle.writev(batch);
  // A nearly full disk writes only a part, and fails when given the rest.
  if (bytesWritten < length) {
    const bytes = Buffer.concat(batch);
    while (bytesWritten < length)
      bytesWritten += (await handle.write(bytes, bytesWritten, length - bytesWritten)).bytesWritten;
  }
  for (const chunk of batch) freeNow(chunk);
  return length;
}

/**
 * Frees the memory of a written chunk. Left to the garbage collector, the 64 kB of every chunk make it mark the whole
 * heap every few photos, which costs as much as receiving them.
 */
function freeNow({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}
