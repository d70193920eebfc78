import type { PhotoFormat as ImageFormat } from '@keepsake/contracts/library/photo-format';
import type { ThumbnailSize } from '@keepsake/contracts/platform/limits';
import type { Description } from './describe-photo.ts';

export type { PhotoFormat as ImageFormat } from '@keepsake/contracts/library/photo-format';

/** A JPEG in sRGB, upright, without metadata, in the caller's directory. */
export type Thumbnail = { path: string; bytes: number; width: number; height: number };

/** The method of `Measures`. Raised with every change of it: existing photos are then measured again. */
export const MEASURES_VERSION = 1;

/** What a picture looks like, in numbers (ADR 140). Hashes are hexadecimal; those of similar pictures differ in few bits. */
export type Measures = {
  /** 128 bits: where neighbouring parts become brighter, first to the right and then downwards. */
  dHash: string;
  /** 64 bits: which low waves are stronger than the median. */
  pHash: string;
  /** Variances of the Laplacian at the scale of the smallest thumbnail: of the whole, and of the sharpest of 16 parts. */
  sharpness: number;
  sharpestPart: number;
  /** Of a thousand pixels, those that are black or white without detail. */
  black: number;
  white: number;
  /** Of the luminances in bits, 0 to 8: hashes of a picture that is almost plain say nothing. */
  entropy: number;
};

/** Everything one decode yields about a photo. */
export type ProcessedImage = Description & {
  format: ImageFormat;
  /** Pixels after applying the orientation, before any further turn. */
  width: number;
  height: number;
  /** EXIF orientation, 1 to 8, as stored; 1 for HEIC, because its own transforms are applied. */
  orientation: number;
  /** About 25 bytes, see thumbhash. */
  thumbhash: Uint8Array;
  measures: Measures;
  thumbnails: Record<ThumbnailSize, Thumbnail>;
  /** Present if requested. */
  large?: Thumbnail;
};

/**
 * Why a photo could not be processed.
 * - NOT_AN_IMAGE: empty, no known signature, or a header that does not parse.
 * - UNSUPPORTED_FORMAT: an image, but neither JPEG, PNG nor HEIC, or of a kind that our decoders lack: 12 bits, layers, a sequence.
 * - TRUNCATED: the header parses, but the pixels are cut short or damaged.
 * - TOO_LARGE: more than MAX_PHOTO_PIXELS.
 * - TOO_HEAVY: fewer, but stored so that they cannot be scaled down while they are read, and beyond the memory limit.
 * - DECODER_CRASHED, TIMED_OUT, OUT_OF_MEMORY: the decoder process did not start, crashed, sent garbage or was killed.
 */
export const IMAGE_ERROR_CODES = [
  'NOT_AN_IMAGE',
  'UNSUPPORTED_FORMAT',
  'TRUNCATED',
  'TOO_LARGE',
  'TOO_HEAVY',
  'DECODER_CRASHED',
  'TIMED_OUT',
  'OUT_OF_MEMORY',
] as const;
export type ImageErrorCode = (typeof IMAGE_ERROR_CODES)[number];

/** The machine may be to blame (load, another photo's memory); all other failures are due to the file. */
const RETRYABLE: ReadonlySet<ImageErrorCode> = new Set(['DECODER_CRASHED', 'TIMED_OUT', 'OUT_OF_MEMORY']);

/** Raised with every release whose decoders may show what earlier ones could not: such photos are tried again. */
export const DECODER_REVISION = 1;

type ImageErrorOptions = ErrorOptions & { description?: Description };

/**
 * The failure of one photo. `isRetryable` is false when the same bytes are bound to fail again. `description` is what the file
 * says although its pixels cannot be read, if the decoder got that far.
 */
export class ImageError extends Error {
  readonly code: ImageErrorCode;
  readonly isRetryable: boolean;
  readonly description?: Description;

  constructor(code: ImageErrorCode, detail: string, { description, ...options }: ImageErrorOptions = {}) {
    super(detail, options);
    this.name = 'ImageError';
    this.code = code;
    this.isRetryable = RETRYABLE.has(code);
    this.description = description;
  }
}
