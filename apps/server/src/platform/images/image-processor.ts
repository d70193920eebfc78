import { createDecoderPool, type ImageLog } from './decoder-pool.ts';
import type { ProcessedImage } from './image.ts';

export type ImageProcessorOptions = {
  /** Decoder processes at most; they start when there is work. */
  workers: number;
  /** Longest time for one photo, its decoder's start included; its waiting for a free decoder is not. */
  timeoutMs: number;
  /** Resident memory of one decoder above which it is killed. */
  memoryLimitMb: number;
  log: ImageLog;
  /** A decoder without work leaves after this. */
  idleMs?: number;
  clock?: () => Date;
};

export type ImageSource = {
  /** The original, on disk. It is only read. */
  path: string;
  /** An existing directory of the caller's for `1300.jpg`, `800.jpg`, `300.jpg`; after a failure some may be there. */
  outputDirectory: string;
  /** Aborting kills the decoder, or takes the photo out of the queue; rejects with the signal's reason. */
  signal?: AbortSignal;
};

export type ImageProcessor = {
  /** Decodes a photo once and writes its thumbnails. Throws `ImageError`; it fails this photo and no other. */
  process(source: ImageSource): Promise<ProcessedImage>;
  /** Takes no new photos, finishes those accepted and ends the decoders. */
  close(): Promise<void>;
};

const IDLE_MS = 30_000;
const DECODER = new URL('./decoder/main.ts', import.meta.url);

/**
 * Processes photos in child processes, so that a file which crashes, hangs or bloats its decoder takes nothing along.
 * First come, first served: urgency is the job queue's matter, which best runs `workers` photos at a time.
 */
export function createImageProcessor(options: ImageProcessorOptions): ImageProcessor {
  return createProcessorWith(DECODER, options);
}

/** As `createImageProcessor`, with another program as decoder: how tests meet crashes, hangs and hogs. */
export function createProcessorWith(entry: URL, options: ImageProcessorOptions): ImageProcessor {
  const { workers, timeoutMs, memoryLimitMb, log, idleMs = IDLE_MS, clock = () => new Date() } = options;
  const limits = { timeoutMs, memoryLimitBytes: memoryLimitMb * 1024 * 1024 };
  const pool = createDecoderPool({ entry, workers, limits, idleMs, log });
  return {
    process: ({ path, outputDirectory, signal }) =>
      pool.decode({ path, outputDirectory, nowMs: clock().getTime() }, signal),
    close: pool.close,
  };
}
