import type { Clock } from '../clock.ts';
import { createDecoderPool, type ImageLog } from './decoder-pool.ts';
import type { ProcessedImage } from './image.ts';

export type ImageProcessorOptions = {
  /** Decoder processes at most; they start when there is work. */
  workers: number;
  /** Maximum time for one photo, with its decoder's start but without the wait for a free decoder. */
  timeoutMs: number;
  /** A decoder with more resident memory is killed. */
  memoryLimitMb: number;
  log: ImageLog;
  clock: Clock;
  /** A decoder without work ends after this time. */
  idleMs?: number;
};

export type ImageSource = {
  /** Whose photo it is: owners share the decoders. */
  owner: string;
  /** The original, on disk. It is only read. */
  path: string;
  /** An existing directory of the caller's for `1300.jpg`, `800.jpg`, `300.jpg`; after a failure some may be there. */
  outputDirectory: string;
  /** Aborting kills the decoder, or takes the photo out of the queue; rejects with the signal's reason. */
  signal?: AbortSignal;
};

export type ImageProcessor = {
  /** Decodes a photo once and writes its thumbnails. Throws `ImageError` for this photo and no other, or DiskFull. */
  process(source: ImageSource): Promise<ProcessedImage>;
  /** Takes no new photos, finishes those accepted and ends the decoders. */
  close(): Promise<void>;
};

const IDLE_MS = 30_000;
const DECODER = new URL('./decoder/main.ts', import.meta.url);

/**
 * Processes photos in child processes, so that a file that crashes, hangs or bloats its decoder harms nothing else.
 * Photos of one owner are served in order: priority is up to the job queue.
 */
export function createImageProcessor(options: ImageProcessorOptions): ImageProcessor {
  return createProcessorWith(DECODER, options);
}

/** The same with another program as decoder, for tests of crashes, hangs and memory. */
export function createProcessorWith(entry: URL, options: ImageProcessorOptions): ImageProcessor {
  const { workers, timeoutMs, memoryLimitMb, log, clock, idleMs = IDLE_MS } = options;
  const limits = { timeoutMs, memoryLimitBytes: memoryLimitMb * 1024 * 1024 };
  const pool = createDecoderPool({ entry, workers, limits, idleMs, log });
  return {
    process: ({ owner, path, outputDirectory, signal }) =>
      pool.decode({ path, outputDirectory, nowMs: clock().getTime() }, owner, signal),
    close: pool.close,
  };
}
