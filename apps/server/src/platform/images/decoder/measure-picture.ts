import type { Measures } from '../image.ts';
import type { Pixels } from './pixels.ts';

/** Luminances of 8 bits, row by row. */
type Grey = { luminances: Uint8Array; width: number; height: number };

/** Luminances up to this one are black without detail, and from the other one on white. */
const BLACK = 4;
const WHITE = 251;
/** Edges of the grids of means that the hashes compare. */
const DHASH_GRID = 9;
const PHASH_GRID = 32;
/** Waves of the cosine transform in each direction; the constant one says nothing but how bright a picture is. */
const WAVES = 8;
/** Parts of a picture along each edge whose sharpness is compared. */
const PARTS = 4;

/**
 * What an upright picture in sRGB looks like, in numbers (ADR 140); pixels of the smallest thumbnail are meant. The same pixels have
 * the same numbers on every machine. A change of the method is a new `MEASURES_VERSION`.
 */
export function measurePicture(pixels: Pixels): Measures {
  const grey = toGrey(pixels);
  const sums = sumUp(grey);
  return {
    dHash: dHash(meansOf(grey, sums, DHASH_GRID)),
    pHash: pHash(meansOf(grey, sums, PHASH_GRID)),
    ...measureSharpness(grey),
    ...measureLight(grey),
  };
}

/** ITU-R BT.601, in whole numbers. */
function toGrey({ data, width, height }: Pixels): Grey {
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at++, from += 3) {
    const sum = 299 * (data[from] ?? 0) + 587 * (data[from + 1] ?? 0) + 114 * (data[from + 2] ?? 0);
    grey[at] = (sum + 500) / 1_000;
  }
  return { luminances: grey, width, height };
}

/** The sums of all luminances above and to the left of each corner between pixels, with a row and a column of zeros before them. */
function sumUp({ luminances, width, height }: Grey): Uint32Array {
  const stride = width + 1;
  const sums = new Uint32Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += luminances[y * width + x] ?? 0;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row;
    }
  }
  return sums;
}

/**
 * Mean luminances of a grid of equal parts, rounded; pixels that lie in two parts count in both, by their share. In whole numbers but
 * for the last division: places are counted in parts of a pixel, as many as the grid has.
 */
function meansOf({ width, height }: Grey, sums: Uint32Array, grid: number): number[] {
  const stride = width + 1;
  const sumAt = (column: number, row: number) => {
    const left = Math.min(Math.floor((column * width) / grid), width - 1);
    const top = Math.min(Math.floor((row * height) / grid), height - 1);
    const [right, below] = [column * width - left * grid, row * height - top * grid];
    const at = top * stride + left;
    const upper = (sums[at] ?? 0) * (grid - right) + (sums[at + 1] ?? 0) * right;
    const lower = (sums[at + stride] ?? 0) * (grid - right) + (sums[at + stride + 1] ?? 0) * right;
    return upper * (grid - below) + lower * below;
  };
  return Array.from({ length: grid ** 2 }, (_, at) => {
    const [x, y] = [at % grid, Math.floor(at / grid)];
    const sum = sumAt(x + 1, y + 1) - sumAt(x, y + 1) - sumAt(x + 1, y) + sumAt(x, y);
    return Math.round(sum / (width * height));
  });
}

/** Whether each mean is darker than its right neighbour, then whether than the one below it. */
function dHash(means: readonly number[]): string {
  const edge = DHASH_GRID - 1;
  const compare = (step: number) =>
    Array.from({ length: edge ** 2 }, (_, at) => {
      const place = Math.floor(at / edge) * DHASH_GRID + (at % edge);
      return (means[place] ?? 0) < (means[place + step] ?? 0);
    });
  return toHex([...compare(1), ...compare(DHASH_GRID)]);
}

/** By wave and place of the grid. */
const COSINES = Array.from({ length: WAVES }, (_, wave) =>
  Array.from({ length: PHASH_GRID }, (_, at) =>
    Math.cos(((2 * at + 1) * (wave + 1) * Math.PI) / (2 * PHASH_GRID)),
  ),
);

/** Whether each low wave is stronger than the median of all; rounded, so that a plain picture has none. */
function pHash(means: readonly number[]): string {
  const rows = Array.from({ length: PHASH_GRID }, (_, y) =>
    COSINES.map((wave) =>
      wave.reduce((sum, cosine, x) => sum + cosine * (means[y * PHASH_GRID + x] ?? 0), 0),
    ),
  );
  const waves = COSINES.flatMap((wave) =>
    COSINES.map((_, across) =>
      Math.round(wave.reduce((sum, cosine, y) => sum + cosine * (rows[y]?.[across] ?? 0), 0)),
    ),
  );
  const sorted = waves.toSorted((a, b) => a - b);
  const middle = ((sorted[waves.length / 2 - 1] ?? 0) + (sorted[waves.length / 2] ?? 0)) / 2;
  return toHex(waves.map((wave) => wave > middle));
}

/** The first bit is the highest of the first digit. */
function toHex(bits: readonly boolean[]): string {
  const digits = Array.from({ length: bits.length / 4 }, (_, at) =>
    bits.slice(4 * at, 4 * at + 4).reduce((digit, bit) => 2 * digit + Number(bit), 0),
  );
  return digits.map((digit) => digit.toString(16)).join('');
}

/** Variances of the Laplacian, of the whole picture and of its sharpest part. */
function measureSharpness({
  luminances: data,
  width,
  height,
}: Grey): Pick<Measures, 'sharpness' | 'sharpestPart'> {
  const parts = Array.from({ length: PARTS ** 2 }, () => ({ count: 0, sum: 0, squares: 0 }));
  for (let y = 1; y < height - 1; y++) {
    for (let across = 0; across < PARTS; across++) {
      const part = parts[Math.floor((y * PARTS) / height) * PARTS + across];
      const end = Math.min(Math.ceil(((across + 1) * width) / PARTS), width - 1);
      for (let x = Math.max(Math.ceil((across * width) / PARTS), 1); part && x < end; x++) {
        const at = y * width + x;
        const around =
          (data[at - 1] ?? 0) + (data[at + 1] ?? 0) + (data[at - width] ?? 0) + (data[at + width] ?? 0);
        const value = around - 4 * (data[at] ?? 0);
        part.count++;
        part.sum += value;
        part.squares += value * value;
      }
    }
  }
  const whole = parts.reduce((all, { count, sum, squares }) => ({
    count: all.count + count,
    sum: all.sum + sum,
    squares: all.squares + squares,
  }));
  return { sharpness: varianceOf(whole), sharpestPart: Math.max(...parts.map(varianceOf)) };
}

function varianceOf({ count, sum, squares }: { count: number; sum: number; squares: number }): number {
  return count === 0 ? 0 : toHundredths(squares / count - (sum / count) ** 2);
}

/** How much of the picture is black or white, and how much its luminances tell. */
function measureLight({ luminances }: Grey): Pick<Measures, 'black' | 'white' | 'entropy'> {
  const counts = new Uint32Array(256);
  for (const luminance of luminances) counts[luminance] = (counts[luminance] ?? 0) + 1;
  const shares = Array.from(counts, (count) => count / luminances.length);
  const sumOf = (some: readonly number[]) => some.reduce((sum, share) => sum + share, 0);
  return {
    black: Math.round(1_000 * sumOf(shares.slice(0, BLACK + 1))),
    white: Math.round(1_000 * sumOf(shares.slice(WHITE))),
    entropy: toHundredths(sumOf(shares.map((share) => (share > 0 ? -share * Math.log2(share) : 0)))),
  };
}

const toHundredths = (value: number): number => Math.round(value * 100) / 100;
