import sharp, { type Sharp } from 'sharp';

/** The colours of the test picture in sRGB, side by side. */
export const SWATCHES = [
  [255, 255, 255],
  [128, 128, 128],
  [40, 40, 40],
  [200, 40, 40],
  [60, 160, 90],
  [40, 70, 180],
];
/** HEVC has no smaller pictures. */
const SIZE = 64;

/** The opposite direction of what the decoder computes, from the standards: encoders for light, and matrices for primaries. */
const toLight = (value: number) =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
export const pq = (light: number) => {
  const power = ((light * 203) / 10_000) ** 0.1593017578125;
  return ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375;
};
export const hlg = (light: number) => {
  const scene = light * ((Math.exp((0.75 - 0.55991073) / 0.17883277) + 0.28466892) / 12);
  return scene <= 1 / 12 ? Math.sqrt(3 * scene) : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073;
};
/** ITU-R BT.2087: from BT.709 to BT.2020. */
export const TO_BT2020 = [
  [0.6274, 0.3293, 0.0433],
  [0.0691, 0.9195, 0.0114],
  [0.0164, 0.088, 0.8956],
];
/** From sRGB to Display P3, as in CSS Color 4. */
export const TO_P3 = [
  [0.8225, 0.1774, 0],
  [0.0332, 0.9669, 0],
  [0.0171, 0.0724, 0.9108],
];
export const IDENTITY = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
export const srgb = (light: number) =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

export type Encoding = { matrix: number[][]; curve: (light: number) => number; gain?: number };
function encode(swatch: number[], { matrix, curve, gain = 1 }: Encoding, most: number): number[] {
  const light = swatch.map(toLight);
  return matrix.map((row) => {
    const mixed = row.reduce((sum, share, at) => sum + share * (light[at] ?? 0), 0);
    return Math.round(most * Math.min(1, curve(gain * mixed)));
  });
}

/** The swatches in an encoding, as 8 or 16 bits per channel. */
export function drawSwatches(encoding: Encoding, bits: 8 | 16 = 8): Sharp {
  const colours = SWATCHES.map((swatch) => encode(swatch, encoding, 2 ** bits - 1));
  const width = SIZE * SWATCHES.length;
  const values = Array.from({ length: SIZE * width * 3 }, (_, at) => {
    const column = Math.floor(at / 3) % width;
    return colours[Math.floor(column / SIZE)]?.[at % 3] ?? 0;
  });
  const raw = { width, height: SIZE, channels: 3 as const };
  if (bits === 8) return sharp(Uint8Array.from(values), { raw });
  return sharp(Uint16Array.from(values), { raw }).toColourspace('rgb16');
}
