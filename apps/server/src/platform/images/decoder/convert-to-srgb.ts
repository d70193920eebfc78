import sharp from 'sharp';
import { fitPixels } from './fit-pixels.ts';
import { isSrgbProfile } from './is-srgb-profile.ts';
import type { OpenedImage, Pixels } from './pixels.ts';
import { encodeTaggedPng } from './tagged-png.ts';

/** The pixels of an opened image in sRGB. Most files that carry a profile carry that of sRGB: those keep theirs. */
export async function toSrgb({ pixels, profile }: Pick<OpenedImage, 'pixels' | 'profile'>): Promise<Pixels> {
  return profile && !isSrgbProfile(profile) ? convertToSrgb(pixels, profile) : pixels;
}

/** Converts pixels of an ICC profile to sRGB. A profile that is no good is passed over, as browsers do. */
export async function convertToSrgb(pixels: Pixels, profile: Uint8Array): Promise<Pixels> {
  const longEdge = Math.max(pixels.width, pixels.height);
  return fitPixels(sharp(encodeTaggedPng(pixels, profile)), longEdge);
}
