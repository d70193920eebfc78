import { MAX_PHOTO_PIXELS } from '@keepsake/contracts/platform/limits';
import * as z from 'zod';
import { findStoredJson } from '../stored-json.ts';
import type { Decoded } from './decoder/decode-image.ts';
import { IMAGE_ERROR_CODES, ImageError } from './image.ts';
import { CAMERA_LIMITS, cleanText } from './read-camera.ts';

const DHASH_BITS = 128;
const PHASH_BITS = 64;
/** A Laplacian of 8-bit luminances is at most four times white. */
const MAX_VARIANCE = (4 * 255) ** 2;

/** Longer than any reply. */
export const MAX_REPLY_BYTES = 16 * 1024;

const edge = z.int().min(1).max(MAX_PHOTO_PIXELS);
const thumbnail = z.object({ path: z.string(), bytes: z.int().min(1), width: edge, height: edge });
/** A text from the photo's file, cleaned by the decoder. */
const text = z.string().refine((written) => cleanText(written) === written);
const upTo = (most: number) => z.number().positive().max(most).nullable();
const description = z.object({
  takenAt: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?$/)
    .nullable(),
  takenOffsetMinutes: z.number().nullable(),
  writtenDate: text.nullable(),
  camera: z.object({
    make: text.nullable(),
    model: text.nullable(),
    lens: text.nullable(),
    focalLength: upTo(CAMERA_LIMITS.focalLength),
    fNumber: upTo(CAMERA_LIMITS.fNumber),
    exposureTime: upTo(CAMERA_LIMITS.exposureTime),
    iso: z.int().positive().max(CAMERA_LIMITS.iso).nullable(),
  }),
});
const hash = (bits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bits / 4}}$`));
const variance = z.number().min(0).max(MAX_VARIANCE);
const measures = z.object({
  dHash: hash(DHASH_BITS),
  pHash: hash(PHASH_BITS),
  sharpness: variance,
  sharpestPart: variance,
  black: z.int().min(0).max(1_000),
  white: z.int().min(0).max(1_000),
  entropy: z.number().min(0).max(8),
});
const image = description.extend({
  format: z.enum(['jpeg', 'png', 'heic']),
  width: edge,
  height: edge,
  orientation: z.int().min(1).max(8),
  thumbhash: z.base64().max(64),
  measures,
  thumbnails: z.object({ 1300: thumbnail, 800: thumbnail, 300: thumbnail }),
  large: thumbnail.optional(),
});
const error = z.object({
  code: z.enum(IMAGE_ERROR_CODES),
  detail: z.string(),
  description: description.optional(),
});
const reply = z.union([
  z.object({ rssBytes: z.number(), image }),
  z.object({ rssBytes: z.number(), description }),
  z.object({ rssBytes: z.number(), measures }),
  z.object({ rssBytes: z.number(), error }),
  z.object({ rssBytes: z.number(), isDiskFull: z.literal(true) }),
]);

/** A decoder process's reply about a photo; `rssBytes` is its resident memory afterwards. */
export type DecodeReply = { rssBytes: number } & (
  | Decoded
  | { error: Pick<ImageError, 'code' | 'description'> & { detail: string } }
  | { isDiskFull: true }
);

/** A reply as one line of text. */
export function writeReply(notified: DecodeReply): string {
  if (!('image' in notified)) return `${JSON.stringify(notified)}\n`;
  const thumbhash = Buffer.from(notified.image.thumbhash).toString('base64');
  return `${JSON.stringify({ ...notified, image: { ...notified.image, thumbhash } })}\n`;
}

/**
 * Parses a line that a decoder wrote. A photo may have taken over the process, so nothing in it is trusted: throws ImageError for
 * anything but a valid reply.
 */
export function readReply(line: string): DecodeReply {
  const notified = findStoredJson(reply, line);
  if (!notified)
    throw new ImageError('DECODER_CRASHED', `no reply but ${JSON.stringify(line.slice(0, 100))}`);
  if (!('image' in notified)) return notified;
  const thumbhash = new Uint8Array(Buffer.from(notified.image.thumbhash, 'base64'));
  return { ...notified, image: { ...notified.image, thumbhash } };
}
