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
