import type { DateTaken } from './read-date-taken.ts';

/** The formats a customer may upload. Everything else is refused, whatever its file name says. */
export type ImageFormat = 'jpeg' | 'png' | 'heic';

/** Most pixels an original may have: 100 megapixels, above every phone's and most cameras' largest mode. */
export const MAX_PIXELS = 100_000_000;

/**
 * The boxes thumbnails fit into, largest first, in pixels: the LONG edge is at most this. So bytes, memory and time
 * are bounded whatever the shape; in justified rows, where the height is given, a portrait fills its tile to the
 * whole number and a 3:2 landscape to two thirds of it. Nothing is enlarged: a small original keeps its size.
 */
export const THUMBNAIL_SIZES = [1300, 800, 300] as const;
export type ThumbnailSize = (typeof THUMBNAIL_SIZES)[number];

/** A JPEG in the sRGB colour space, upright, without metadata, in the directory the caller gave. */
export type Thumbnail = { path: string; bytes: number; width: number; height: number };

/** What is known of a photo after its one decode. */
export type ProcessedImage = DateTaken & {
  format: ImageFormat;
  /** Pixels as seen, after orientation is applied. */
  width: number;
  height: number;
  /** EXIF 1 to 8 as stored in the file; HEIC says 1, for its own transforms have been applied. */
  orientation: number;
  /** About 25 bytes, see thumbhash. */
  thumbhash: Uint8Array;
  thumbnails: Record<ThumbnailSize, Thumbnail>;
};

/**
 * Why a photo could not be processed.
 * - NOT_AN_IMAGE: empty, no known signature, or a header that does not parse.
 * - UNSUPPORTED_FORMAT: an image, but neither JPEG, PNG nor HEIC (or a HEIC feature that is not supported).
 * - TRUNCATED: the header parses, but the pixels are cut short or damaged.
 * - TOO_LARGE: more than MAX_PIXELS.
 * - DECODER_CRASHED, TIMED_OUT, OUT_OF_MEMORY: the decoder process died or was killed.
 */
export type ImageErrorCode =
  | 'NOT_AN_IMAGE'
  | 'UNSUPPORTED_FORMAT'
  | 'TRUNCATED'
  | 'TOO_LARGE'
  | 'DECODER_CRASHED'
  | 'TIMED_OUT'
  | 'OUT_OF_MEMORY';

/** What happened to the process may be the machine's fault (load, another photo's memory); the rest is the file's. */
const RETRYABLE: ReadonlySet<ImageErrorCode> = new Set(['DECODER_CRASHED', 'TIMED_OUT', 'OUT_OF_MEMORY']);

/** The typed failure of one photo. `isRetryable` is false when the same bytes must fail again. */
export class ImageError extends Error {
  readonly code: ImageErrorCode;
  readonly isRetryable: boolean;

  constructor(code: ImageErrorCode, detail: string) {
    super(detail);
    this.name = 'ImageError';
    this.code = code;
    this.isRetryable = RETRYABLE.has(code);
  }
}
