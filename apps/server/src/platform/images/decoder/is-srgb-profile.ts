import { type MatrixProfile, readMatrixProfile } from './icc-matrix-profile.ts';
import type { ToneCurve } from './icc-tone-curve.ts';

/** sRGB's red, green and blue as XYZ for the white of D50, as the profiles of HP, ICC, Apple and Google give them. */
const COLOURANTS = [
  [0.4361, 0.2225, 0.0139],
  [0.3851, 0.7169, 0.0971],
  [0.1431, 0.0606, 0.7141],
];
/** The makers differ by 0.0003; the nearest other space, Apple RGB, by 0.04. */
const MOST_COLOURANT_DIFFERENCE = 0.001;
/** In values of 8 bits. Short tables stray by 0.9, a plain gamma of 2.2 by 8.5. */
const MOST_CURVE_DIFFERENCE = 1;

/**
 * Whether the pixels of an ICC profile are sRGB already, so that converting them would cost a quarter of a photo's
 * time and change nothing. Goes by what the profile computes: names lie, and each maker has another.
 */
export function isSrgbProfile(profile: Uint8Array): boolean {
  const matrix = readMatrixProfile(profile);
  return matrix !== null && hasColourants(matrix) && matrix.curves.every(isSrgbCurve);
}

const hasColourants = ({ colourants }: MatrixProfile): boolean =>
  colourants.every((colourant, channel) =>
    colourant.every(
      (value, axis) => Math.abs(value - (COLOURANTS[channel]?.[axis] ?? 0)) <= MOST_COLOURANT_DIFFERENCE,
    ),
  );

function isSrgbCurve(curve: ToneCurve): boolean {
  for (let value = 0; value <= 255; value++) {
    const shown = encode(curve(value / 255)) * 255;
    if (!(Math.abs(shown - value) <= MOST_CURVE_DIFFERENCE)) return false;
  }
  return true;
}

/** IEC 61966-2-1: linear light to the value of a channel. */
const encode = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
