import type { Sharp } from 'sharp';

/** Interleaved 8-bit RGB without row padding: `data.length = width * height * 3`. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/** sharp's input options for such pixels. */
export const asRaw = ({ width, height }: Pixels) => ({ raw: { width, height, channels: 3 as const } });

/** An opened original: its pixels, upright and scaled to fit the largest thumbnail, and its metadata. */
export type OpenedImage = {
  width: number;
  height: number;
  orientation: number;
  pixels: Pixels;
  /** The colour profile of `pixels`, unless they are known to be sRGB. */
  profile?: Uint8Array;
  exif?: Uint8Array;
  xmp?: Uint8Array;
};

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
