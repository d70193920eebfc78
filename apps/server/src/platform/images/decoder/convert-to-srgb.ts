import sharp from 'sharp';
import { fitPixels } from './fit-pixels.ts';
import type { Pixels } from './pixels.ts';
import { encodeTaggedPng } from './tagged-png.ts';

/** Converts pixels of an ICC profile to sRGB. A profile that is no good is passed over, as browsers do. */
export async function convertToSrgb(pixels: Pixels, profile: Uint8Array): Promise<Pixels> {
  const longEdge = Math.max(pixels.width, pixels.height);
  return fitPixels(sharp(encodeTaggedPng(pixels, profile)), longEdge);
}
