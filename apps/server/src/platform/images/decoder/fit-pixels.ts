import type { Sharp } from 'sharp';
import type { Pixels } from './pixels.ts';

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
