import { type FileHandle, open } from 'node:fs/promises';
import type { Digest } from './digest.ts';

/**
 * Bytes hashed and written in one call. A socket gives 64 kB at a time in fresh memory; copied together into memory
 * that is used again, they cost fewer calls and leave less to the garbage collector.
 */
const BATCH_BYTES = 256 * 1024;
/** Batches that may wait for the disk before their sender has to. */
const MOST_WAITING = 2;
/** Batches kept for the next upload: 16 MB. */
const MOST_KEPT = 64;
const kept: Buffer[] = [];

export type BatchWriter = {
  /** Takes a chunk; false asks the sender to wait for `onRoom`. */
  write(chunk: Buffer): boolean;
  /** Writes what waits and closes the file. Throws what the disk said at any time. */
  end(): Promise<void>;
};

type Options = { digest: Digest /** Called between writes. */; onRoom(): void; onError(): void };

/** Writes and hashes a new file in few, large steps. */
export async function createBatchWriter(
  file: string,
  { digest, onRoom, onError }: Options,
): Promise<BatchWriter> {
  const handle = await open(file, 'w', 0o600);
  const waiting: Buffer[] = [];
  let current = takeBatch();
  let filled = 0;
  let failure: unknown;
  let running: Promise<void> | null = null;

  function closeBatch() {
    const batch = current.subarray(0, filled);
    digest.update(batch);
    waiting.push(batch);
    current = takeBatch();
    filled = 0;
    running ??= drain();
  }
  async function drain() {
    try {
      for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
        await writeAll(handle, batch);
        keepBatch(batch);
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
      for (let taken = 0; taken < chunk.length; ) {
        const copied = chunk.copy(current, filled, taken);
        taken += copied;
        filled += copied;
        if (filled === current.length) closeBatch();
      }
      return waiting.length < MOST_WAITING;
    },
    async end() {
      try {
        if (filled > 0) closeBatch();
        await running;
        if (failure) throw failure;
      } finally {
        keepBatch(current);
        await handle.close();
      }
    },
  };
}

/** A nearly full disk takes a part of what it is given; asked for the rest it says so. */
async function writeAll(handle: FileHandle, batch: Buffer): Promise<void> {
  for (let written = 0; written < batch.length; ) {
    written += (await handle.write(batch, written, batch.length - written)).bytesWritten;
  }
}

function takeBatch(): Buffer {
  return kept.pop() ?? Buffer.allocUnsafeSlow(BATCH_BYTES);
}

function keepBatch(batch: Buffer): void {
  if (kept.length < MOST_KEPT) kept.push(Buffer.from(batch.buffer, 0, BATCH_BYTES));
}
