import { decodeSrgb, encodeSrgb } from '../../colours.ts';
import { type ColourNumbers, type Primaries, SRGB_PRIMARIES } from './colour-numbers.ts';
import type { Pixels } from './pixels.ts';

/** Converts pixels whose colours are given by numbers to sRGB; what is brighter than paper is compressed into its upper half. */
export function convertColours({ data, width, height }: Pixels, colours: ColourNumbers): Pixels {
  const lights = Float64Array.from({ length: 256 }, (_, value) =>
    (colours.toLight ?? decodeSrgb)(value / 255),
  );
  const matrix = toSrgbMatrix(colours.primaries);
  const converted = new Uint8Array(data.length);
  const compress = colours.isHdr ? compressorFor(findPeak(data, lights, matrix)) : (light: number) => light;
  const light: Triple = [0, 0, 0];
  for (let at = 0; at < data.length; at += 3) {
    lightOf(light, data, { at, lights, matrix });
    const brightest = Math.max(...light);
    const scale = brightest > 0 ? compress(brightest) / brightest : 0;
    for (let channel = 0; channel < 3; channel++) {
      converted[at + channel] = toValue((light[channel] ?? 0) * scale);
    }
  }
  return { data: converted, width, height };
}

type Triple = [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];
type Source = { at: number; lights: Float64Array; matrix: Matrix };

/** A pixel's light in sRGB's primaries; colours beyond them lose their negative part. */
function lightOf(light: Triple, data: Uint8Array, { at, lights, matrix }: Source): void {
  const red = lights[data[at] ?? 0] ?? 0;
  const green = lights[data[at + 1] ?? 0] ?? 0;
  const blue = lights[data[at + 2] ?? 0] ?? 0;
  for (let channel = 0; channel < 3; channel++) {
    const [r, g, b] = matrix[channel] as Triple;
    light[channel] = Math.max(0, r * red + g * green + b * blue);
  }
}

const STEPS = 16_384;
const VALUES = Uint8Array.from({ length: STEPS + 1 }, (_, step) =>
  Math.round(encodeSrgb(step / STEPS) * 255),
);
const toValue = (light: number): number => VALUES[Math.round(Math.min(light, 1) * STEPS)] ?? 0;

/** A picture's brightest light; a thousandth of its pixels, such as reflections, may be brighter. */
const BRIGHTER_SHARE = 0.001;
/** PQ's highest value is 49 times as bright as paper. Steps are finer for darker light. */
const BRIGHTEST = 50;
const BINS = 2_048;

function findPeak(data: Uint8Array, lights: Float64Array, matrix: Matrix): number {
  const counts = new Uint32Array(BINS);
  const light: Triple = [0, 0, 0];
  for (let at = 0; at < data.length; at += 3) {
    lightOf(light, data, { at, lights, matrix });
    const bin = Math.min(BINS - 1, Math.floor(Math.sqrt(Math.max(...light) / BRIGHTEST) * BINS));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  let brighter = (data.length / 3) * BRIGHTER_SHARE;
  let bin = BINS - 1;
  for (; bin > 0; bin--) {
    brighter -= counts[bin] ?? 0;
    if (brighter < 0) break;
  }
  return ((bin + 1) / BINS) ** 2 * BRIGHTEST;
}

/** Light up to here is shown as it is. */
const KNEE = 0.5;

/**
 * From light to what paper can show, with the peak as white: Reinhard's extended curve above the knee. A picture that is nowhere
 * brighter than paper stays as it is.
 */
function compressorFor(peak: number): (light: number) => number {
  const reach = (Math.max(peak, 1) - KNEE) / (1 - KNEE);
  return (light) => {
    if (light <= KNEE) return light;
    const over = (light - KNEE) / (1 - KNEE);
    return Math.min(1, KNEE + ((1 - KNEE) * over * (1 + over / reach ** 2)) / (1 + over));
  };
}

/** From light in some primaries to light in sRGB's, white staying white (Bradford). */
function toSrgbMatrix(primaries: Primaries): Matrix {
  const adapted = multiply(adaptation(primaries.white, SRGB_PRIMARIES.white), toXyz(primaries));
  return multiply(invert(toXyz(SRGB_PRIMARIES)), adapted);
}

const xyzOf = ([x, y]: Primaries['white']): Triple => [x / y, 1, (1 - x - y) / y];

/** The columns are red, green and blue, as bright as makes their sum white. */
function toXyz({ red, green, blue, white }: Primaries): Matrix {
  const columns = transpose([xyzOf(red), xyzOf(green), xyzOf(blue)]);
  return multiply(columns, diagonal(apply(invert(columns), xyzOf(white))));
}

const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

function adaptation(from: Primaries['white'], to: Primaries['white']): Matrix {
  const [source, target] = [apply(BRADFORD, xyzOf(from)), apply(BRADFORD, xyzOf(to))];
  const ratios: Triple = [target[0] / source[0], target[1] / source[1], target[2] / source[2]];
  return multiply(invert(BRADFORD), multiply(diagonal(ratios), BRADFORD));
}

const diagonal = ([a, b, c]: Triple): Matrix => [
  [a, 0, 0],
  [0, b, 0],
  [0, 0, c],
];
const transpose = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];
const dot = (one: Triple, other: Triple) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
const cross = (one: Triple, other: Triple): Triple => [
  one[1] * other[2] - one[2] * other[1],
  one[2] * other[0] - one[0] * other[2],
  one[0] * other[1] - one[1] * other[0],
];
const apply = ([a, b, c]: Matrix, vector: Triple): Triple => [dot(a, vector), dot(b, vector), dot(c, vector)];
const multiply = (one: Matrix, other: Matrix): Matrix => {
  const [x, y, z] = transpose(other);
  return transpose([apply(one, x), apply(one, y), apply(one, z)]);
};

function invert([a, b, c]: Matrix): Matrix {
  const volume = dot(a, cross(b, c));
  const scaled = ([x, y, z]: Triple): Triple => [x / volume, y / volume, z / volume];
  return transpose([scaled(cross(b, c)), scaled(cross(c, a)), scaled(cross(a, b))]);
}
