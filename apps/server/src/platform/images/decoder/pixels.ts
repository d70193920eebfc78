import { MAX_PHOTO_PIXELS } from '@keepsake/contracts/platform/limits';
import sharp, { type Sharp } from 'sharp';
import type { Blocks } from '../describe-photo.ts';
import { ImageError } from '../image.ts';
import type { ColourNumbers } from './colour-numbers.ts';

/** Interleaved 8-bit RGB without row padding: `data.length = width * height * 3`. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/** sharp's input options for such pixels. */
export const asRaw = ({ width, height }: Pixels) => ({ raw: { width, height, channels: 3 as const } });

/**
 * Memory for what cannot be scaled down while it is read. A decoder with as much peaks at 625 MB, of the 700 MB that the pool
 * allows.
 */
const MAX_HELD_BYTES = 480 * 1024 * 1024;

/** Throws TOO_LARGE and TOO_HEAVY; `heldBytes` is what decoding keeps in memory beside the result. */
export function refuseSize({
  width,
  height,
  heldBytes,
}: {
  width: number;
  height: number;
  heldBytes: number;
}) {
  if (width * height > MAX_PHOTO_PIXELS) throw new ImageError('TOO_LARGE', `${width} x ${height}`);
  if (heldBytes > MAX_HELD_BYTES)
    throw new ImageError('TOO_HEAVY', `${width} x ${height}, ${heldBytes} bytes`);
}

/** An opened original: its pixels, upright and scaled to fit the largest thumbnail, and its metadata. */
export type OpenedImage = {
  width: number;
  height: number;
  orientation: number;
  pixels: Pixels;
  /** The colours of `pixels`, unless they are known to be sRGB: a profile or numbers. */
  profile?: Uint8Array;
  colours?: ColourNumbers;
} & Blocks;

/** Scales an image down to fit a square of `size` pixels and returns its pixels on a white background. */
export async function fitPixels(image: Sharp, size: number): Promise<Pixels> {
  const { data, info } = await image
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`expected 3 channels, got ${info.channels}`);
  return { data, width: info.width, height: info.height };
}

/** EXIF orientations as a mirroring of left and right, and a clockwise rotation after it. */
const TURNS: Record<number, { isMirrored?: boolean; degrees?: number }> = {
  2: { isMirrored: true },
  3: { degrees: 180 },
  4: { isMirrored: true, degrees: 180 },
  5: { isMirrored: true, degrees: 270 },
  6: { degrees: 90 },
  7: { isMirrored: true, degrees: 90 },
  8: { degrees: 270 },
};

/** Pixels upright, according to an EXIF orientation; any other number means that they are. */
export async function turnPixels(pixels: Pixels, orientation: number): Promise<Pixels> {
  const turn = TURNS[orientation];
  if (!turn) return pixels;
  return writeRaw(
    sharp(pixels.data, asRaw(pixels))
      .flop(turn.isMirrored ?? false)
      .rotate(turn.degrees ?? 0),
  );
}

/** Pixels rotated clockwise by quarter turns. */
export const rotatePixels = async (pixels: Pixels, degrees: number): Promise<Pixels> =>
  degrees === 0 ? pixels : writeRaw(sharp(pixels.data, asRaw(pixels)).rotate(degrees));

async function writeRaw(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
