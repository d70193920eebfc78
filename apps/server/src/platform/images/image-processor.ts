import { fileURLToPath } from 'node:url';
import type { Clock } from '../clock.ts';
import { createDecoderPool, type ImageLog } from './decoder-pool.ts';
import type { Description } from './describe-photo.ts';
import { ImageError, type ImageFormat, type ProcessedImage } from './image.ts';

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
  /** Whether to write `2600.jpg`, too. */
  isLarge?: boolean;
  /** Aborting kills the decoder, or takes the photo out of the queue; rejects with the signal's reason. */
  signal?: AbortSignal;
};

export type ImageProcessor = {
  /** Decodes a photo once and writes its thumbnails. Throws `ImageError` for this photo and no other, or DiskFull. */
  process(source: ImageSource): Promise<ProcessedImage>;
  /** Reads what a photo's file says, without its pixels. Throws as `process` does. */
  describe(source: Omit<ImageSource, 'outputDirectory' | 'isLarge'>): Promise<Description>;
  /**
   * Whether decoders work, shown by a picture of a format that is known to be good: until they do, a failure says nothing
   * about a photo. The picture's thumbnails are written into the directory.
   */
  isWorking(format: ImageFormat, outputDirectory: string): Promise<boolean>;
  /** Takes no new photos, finishes those accepted and ends the decoders. */
  close(): Promise<void>;
};

const IDLE_MS = 30_000;
const DECODER = new URL('./decoder/main.ts', import.meta.url);
const knownGood = (format: ImageFormat) =>
  fileURLToPath(new URL(`./known-good/photo.${format}`, import.meta.url));
/** Whose turn at a decoder the picture that is known to be good takes: no customer's. */
const NOBODY = 'keepsake';

/**
 * Processes photos in child processes, so that a file that crashes, hangs or bloats its decoder harms nothing else.
 * Photos of one owner are served in order: priority is up to the job queue.
 */
export function createImageProcessor(options: ImageProcessorOptions): ImageProcessor {
  return createProcessorWith(DECODER, options);
}

/** The same with another module as decoder, or another program to run it, for tests of faults. */
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
