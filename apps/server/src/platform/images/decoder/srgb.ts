import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { encodeSrgb } from '../../colours.ts';
import { SRGB } from './colour-numbers.ts';
import { convertColours } from './convert-colours.ts';
import { type MatrixProfile, readMatrixProfile, type ToneCurve } from './icc-profile.ts';
import { fitPixels, type OpenedImage, type Pixels } from './pixels.ts';

type Coloured = Pick<OpenedImage, 'pixels' | 'profile' | 'colours'>;

/** The pixels of an opened image in sRGB. Most embedded profiles are sRGB, and those pixels stay as they are. */
export async function toSrgb({ pixels, profile, colours }: Coloured): Promise<Pixels> {
  if (colours) return colours === SRGB ? pixels : convertColours(pixels, colours);
  return profile && !isSrgbProfile(profile) ? convertToSrgb(pixels, profile) : pixels;
}

/** Converts pixels from an ICC profile to sRGB. Ignores an unusable profile, as browsers do. */
export async function convertToSrgb(pixels: Pixels, profile: Uint8Array): Promise<Pixels> {
  const longEdge = Math.max(pixels.width, pixels.height);
  return fitPixels(sharp(encodeTaggedPng(pixels, profile)), longEdge);
}

/** Red, green and blue of sRGB as XYZ for the white point D50, as in the profiles of HP, ICC, Apple and Google. */
const COLOURANTS = [
  [0.4361, 0.2225, 0.0139],
  [0.3851, 0.7169, 0.0971],
  [0.1431, 0.0606, 0.7141],
];
/** Makers differ by 0.0003; the nearest other colour space, Apple RGB, by 0.04. */
const MAX_COLOURANT_DIFFERENCE = 0.001;
/** In 8-bit values. Short tables deviate by 0.9, a plain gamma of 2.2 by 8.5. */
const MAX_CURVE_DIFFERENCE = 1;

/**
 * Whether an ICC profile is sRGB. Converting such pixels would take a quarter of a photo's time and change nothing. Judged by
 * what the profile computes, because names differ between makers and are unreliable.
 */
export function isSrgbProfile(profile: Uint8Array): boolean {
  const matrix = readMatrixProfile(profile);
  return matrix !== null && hasColourants(matrix) && matrix.curves.every(isSrgbCurve);
}

const hasColourants = ({ colourants }: MatrixProfile): boolean =>
  colourants.every((colourant, channel) =>
    colourant.every(
      (value, axis) => Math.abs(value - (COLOURANTS[channel]?.[axis] ?? 0)) <= MAX_COLOURANT_DIFFERENCE,
    ),
  );

function isSrgbCurve(curve: ToneCurve): boolean {
  for (let value = 0; value <= 255; value++) {
    const shown = encodeSrgb(curve(value / 255)) * 255;
    if (!(Math.abs(shown - value) <= MAX_CURVE_DIFFERENCE)) return false;
  }
  return true;
}

/** No compression: the file lives for a millisecond, between two steps of one process. */
const STORED = { level: 0 };

/**
 * Wraps pixels and their ICC profile as an uncompressed PNG, because sharp accepts no profile with raw pixels. Layout: W3C PNG,
 * chunks IHDR (8-bit truecolour), iCCP, IDAT, IEND.
 */
function encodeTaggedPng({ data, width, height }: Pixels, profile: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...chunk('IHDR', header),
    ...chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile, STORED)])),
    ...chunk('IDAT', deflateSync(addFilterBytes(data, width * 3, height), STORED)),
    ...chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Every row starts with its filter type, 0: none. */
function addFilterBytes(data: Uint8Array, rowBytes: number, height: number): Buffer {
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let row = 0; row < height; row++) {
    rows.set(data.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  }
  return rows;
}

function chunk(type: string, body: Buffer): Buffer[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length, 0);
  head.write(type, 4, 'latin1');
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body, crc32(head.subarray(4))), 0);
  return [head, body, check];
}
