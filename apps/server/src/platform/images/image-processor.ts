import { fileURLToPath } from 'node:url';
import type { Clock } from '../clock.ts';
import { createDecoderPool, type ImageLog } from './decoder-pool.ts';
import type { Description } from './describe-photo.ts';
import { ImageError, type ImageFormat, type Measures, type ProcessedImage } from './image.ts';

export type ImageProcessorOptions = {
  /** Maximum number of decoder processes; they start on demand. */
  workers: number;
  /** Maximum time for one photo, including its decoder's start but not the wait for a free decoder. */
  timeoutMs: number;
  /** A decoder with more resident memory is killed. */
  memoryLimitMb: number;
  log: ImageLog;
  clock: Clock;
  /** An idle decoder ends after this time. */
  idleMs?: number;
};

export type ImageSource = {
  /** The owner of the photo: owners share the decoders. */
  owner: string;
  /** The original on disk, read-only. */
  path: string;
  /** An existing directory for `1300.jpg`, `800.jpg`, `300.jpg`; a failure may leave some of them behind. */
  outputDirectory: string;
  /** Whether to write `2600.jpg` as well. */
  isLarge?: boolean;
  /** By how much the thumbnails are turned clockwise, once they are upright: 0, 90, 180 or 270. */
  degrees?: number;
  /** Aborting kills the decoder or removes the photo from the queue, and rejects with the signal's reason. */
  signal?: AbortSignal;
};

export type ImageProcessor = {
  /** Decodes a photo once and writes its thumbnails. Throws `ImageError`, which concerns this photo only, or DiskFull. */
  process(source: ImageSource): Promise<ProcessedImage>;
  /** Reads a photo's metadata without its pixels. Throws as `process` does. */
  describe(source: Omit<ImageSource, 'outputDirectory' | 'isLarge' | 'degrees'>): Promise<Description>;
  /** Measures a thumbnail that `process` wrote, which differs by a few bits from what `process` measured. Throws as it does. */
  measure(source: Omit<ImageSource, 'outputDirectory' | 'isLarge' | 'degrees'>): Promise<Measures>;
  /**
   * Whether decoders work, tried with a known good picture of a format: until they do, a failure says nothing about a photo. The
   * picture's thumbnails are written into the directory.
   */
  isWorking(format: ImageFormat, outputDirectory: string): Promise<boolean>;
  /** Takes no new photos, finishes those accepted and ends the decoders. */
  close(): Promise<void>;
};

const IDLE_MS = 30_000;
const DECODER = new URL('./decoder/main.ts', import.meta.url);
const knownGood = (format: ImageFormat) =>
  fileURLToPath(new URL(`./known-good/photo.${format}`, import.meta.url));
/** Owner of the known good picture's turn at a decoder: no customer. */
const NOBODY = 'keepsake';

/**
 * Processes photos in child processes, so that a file that crashes, hangs or bloats its decoder harms nothing else. Photos of one
 * owner are served in order: priority is up to the job queue.
 */
export function createImageProcessor(options: ImageProcessorOptions): ImageProcessor {
  return createProcessorWith(DECODER, options);
}

/** Like `createImageProcessor`, with another module as decoder or another program to run it, for tests of faults. */
export function createProcessorWith(
  entry: URL,
  options: ImageProcessorOptions & { program?: string },
): ImageProcessor {
  const { program, workers, timeoutMs, memoryLimitMb, log, clock, idleMs = IDLE_MS } = options;
  const limits = { timeoutMs, memoryLimitBytes: memoryLimitMb * 1024 * 1024 };
  const pool = createDecoderPool({ entry, program, workers, limits, idleMs, log });
  const process: ImageProcessor['process'] = ({ owner, signal, ...source }) =>
    pool.decode({ ...source, nowMs: clock().getTime() }, owner, signal);
  return {
    process,
    describe: ({ owner, path, signal }) => pool.describe({ path, nowMs: clock().getTime() }, owner, signal),
    measure: ({ owner, path, signal }) =>
      pool.measure({ path, isForMeasures: true, nowMs: clock().getTime() }, owner, signal),
    async isWorking(format, outputDirectory) {
      try {
        await process({ owner: NOBODY, path: knownGood(format), outputDirectory });
        return true;
      } catch (error) {
        if (error instanceof ImageError) return false;
        throw error;
      }
    },
    close: pool.close,
  };
}
