import { type FileHandle, open } from 'node:fs/promises';
import type { Digest } from './inspect-file.ts';

/** Chunks from a slow sender are collected up to this size. */
const MIN_WRITTEN = 32 * 1024;
/**
 * A socket gives up to 64 kB at a time, and a fast sender's many times in one turn of the event loop. These are written together,
 * up to this size: passing a write to another thread and back costs as much as writing 64 kB.
 */
const MAX_WRITTEN = 256 * 1024;
/** Bytes that may be queued for the disk before the sender must wait: one write in progress, and the next. */
const MAX_WAITING = 2 * MAX_WRITTEN;

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
  let waiting = 0;
  const onWritten = (bytes: number) => {
    waiting -= bytes;
    onRoom();
  };
  const writes = createWrites(handle, { onWritten, onError });
  const batches = createBatches(writes.add);
  return {
    write(chunk) {
      digest.update(chunk);
      waiting += chunk.length;
      batches.add(chunk);
      return waiting < MAX_WAITING;
    },
    async end() {
      batches.close();
      await writes.ended().catch(async (error) => {
        await handle.close();
        throw error;
      });
      return handle;
    },
  };
}

/** Collects chunks and passes them on: many at once, fewer at the end of this turn of the event loop, and few with the next ones. */
function createBatches(onBatch: (batch: Buffer[]) => void) {
  let batch: Buffer[] = [];
  let collected = 0;
  let isClosing = false;

  function close() {
    if (collected > 0) onBatch(batch);
    batch = [];
    collected = 0;
  }
  function closeSoon() {
    if (isClosing) return;
    isClosing = true;
    setImmediate(() => {
      isClosing = false;
      if (collected >= MIN_WRITTEN) close();
    });
  }
  return {
    close,
    add(chunk: Buffer) {
      batch.push(chunk);
      collected += chunk.length;
      if (collected >= MAX_WRITTEN) close();
      else if (collected >= MIN_WRITTEN) closeSoon();
    },
  };
}

type WritesOptions = { onWritten(bytes: number): void; onError(): void };

/** Writes batches one after the other. */
function createWrites(handle: FileHandle, { onWritten, onError }: WritesOptions) {
  const batches: Buffer[][] = [];
  let failure: unknown;
  let running: Promise<void> | null = null;

  async function writeAll() {
    try {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        onWritten(await writeBatch(handle, batch));
      }
    } catch (error) {
      failure = error;
      onError();
    } finally {
      running = null;
    }
  }
  return {
    add(batch: Buffer[]) {
      batches.push(batch);
      running ??= writeAll();
    },
    /** Throws the first error of the disk. */
    async ended() {
      await running;
      if (failure) throw failure;
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
