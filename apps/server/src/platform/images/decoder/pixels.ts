import type { Sharp } from 'sharp';

/** Interleaved 8-bit RGB without row padding: `data.length = width * height * 3`. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/** The input options of sharp for such pixels. */
export const asRaw = ({ width, height }: Pixels) => ({ raw: { width, height, channels: 3 as const } });

/** An original, opened: pixels upright and scaled to fit the largest thumbnail, and what its file says of it. */
export type OpenedImage = {
  width: number;
  height: number;
  orientation: number;
  pixels: Pixels;
  /** The colour profile `pixels` are in, when they are not known to be sRGB. */
  profile?: Uint8Array;
  exif?: Uint8Array;
  xmp?: Uint8Array;
};

/** Scales an image to fit a square box of `size` pixels, never up, and gives its pixels on a white ground. */
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
