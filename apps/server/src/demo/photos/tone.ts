import { pickOne, type Random, randomBetween } from './random.ts';

/** How a photo was developed. `hue` in degrees; `warmth` -1 to 1; `saturation` 0 is black and white; the others are factors around 1. */
export type Tone = { hue: number; saturation: number; warmth: number; brightness: number; contrast: number };

const moods: readonly Omit<Tone, 'hue'>[] = [
  { saturation: 1, warmth: 0, brightness: 1, contrast: 1 },
  { saturation: 1, warmth: 0, brightness: 1.06, contrast: 1 },
  { saturation: 1.1, warmth: 0.1, brightness: 1.02, contrast: 1.05 },
  { saturation: 1.25, warmth: 0.15, brightness: 1.03, contrast: 1.08 },
  { saturation: 0.95, warmth: 0.55, brightness: 1.02, contrast: 1 },
  { saturation: 0.9, warmth: -0.45, brightness: 1, contrast: 1.04 },
  { saturation: 0.7, warmth: 0.25, brightness: 1.1, contrast: 0.86 },
  { saturation: 0.8, warmth: -0.2, brightness: 0.86, contrast: 1.1 },
  { saturation: 0, warmth: 0, brightness: 1.04, contrast: 1.12 },
];

/** An old print as the scanner sees it: no colour but the paper's. */
export const printTone: Tone = { hue: 0, saturation: 0.8, warmth: 0.1, brightness: 1.05, contrast: 1.02 };

export function chooseTone(random: Random, hues: readonly number[]): Tone {
  const mood = pickOne(random, moods);
  return {
    ...mood,
    hue: pickOne(random, hues),
    brightness: mood.brightness * randomBetween(random, 0.95, 1.06),
  };
}

type Row = [number, number, number];
type Matrix = [Row, Row, Row];

/** Luma weights of the hue rotation and saturation matrices of CSS filters. */
const luma: Row = [0.213, 0.715, 0.072];

function saturationMatrix(amount: number): Matrix {
  const row = (own: number): Row =>
    luma.map((weight, channel) => weight * (1 - amount) + (channel === own ? amount : 0)) as Row;
  return [row(0), row(1), row(2)];
}

function hueMatrix(degrees: number): Matrix {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  return [
    [0.213 + cos * 0.787 - sin * 0.213, 0.715 - cos * 0.715 - sin * 0.715, 0.072 - cos * 0.072 + sin * 0.928],
    [0.213 - cos * 0.213 + sin * 0.143, 0.715 + cos * 0.285 + sin * 0.14, 0.072 - cos * 0.072 - sin * 0.283],
    [0.213 - cos * 0.213 - sin * 0.787, 0.715 - cos * 0.715 + sin * 0.715, 0.072 + cos * 0.928 + sin * 0.072],
  ];
}

function multiply(left: Matrix, right: Matrix): Matrix {
  const cell = (row: Row, column: 0 | 1 | 2) =>
    row[0] * right[0][column] + row[1] * right[1][column] + row[2] * right[2][column];
  return left.map((row) => [cell(row, 0), cell(row, 1), cell(row, 2)]) as Matrix;
}

/** The whole tone as one matrix and one offset, so that libvips makes a single colour pass over the pixels. */
export function toneOperation(tone: Tone): { matrix: Matrix; offset: number } {
  const gain = tone.brightness * tone.contrast;
  const balance: Matrix = [
    [gain * (1 + 0.14 * tone.warmth), 0, 0],
    [0, gain, 0],
    [0, 0, gain * (1 - 0.16 * tone.warmth)],
  ];
  const matrix = multiply(balance, multiply(saturationMatrix(tone.saturation), hueMatrix(tone.hue)));
  return { matrix, offset: 128 * (1 - tone.contrast) };
}
