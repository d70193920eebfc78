import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourcePath, sources } from '../../../demo/photos/sources.ts';
import type { Measures } from '../image.ts';
import { addExif } from '../testing/add-exif.ts';
import { buildTiff, TAG } from '../testing/build-tiff.ts';
import { fixturePath, startTestProcessor } from '../testing/test-processor.ts';
import { measurePicture } from './measure-picture.ts';
import type { Pixels } from './pixels.ts';

/** Bits in which two hashes differ. */
function distance(one: string, other: string): number {
  const bits = (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2);
  return bits.replaceAll('0', '').length;
}
const distances = (one: Measures, other: Measures) => ({
  dHash: distance(one.dHash, other.dHash),
  pHash: distance(one.pHash, other.pHash),
});

/** A picture of a gradient with seeded noise: no two seeds look alike. */
function drawNoise(width: number, height: number, seed = 1): Pixels {
  let state = seed;
  const data = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state / 2 ** 23 + (at * 200) / (width * height * 3)) / 2;
  });
  return { data, width, height };
}
function drawPlain(width: number, height: number, level: number): Pixels {
  return { data: new Uint8Array(width * height * 3).fill(level), width, height };
}

/** The published methods once more, pixel by pixel and term by term, as slowly as they are written down. */
function measureSlowly({ data, width, height }: Pixels): Measures {
  const grey = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = data.slice((y * width + x) * 3, (y * width + x) * 3 + 3);
    return Math.floor((299 * red + 587 * green + 114 * blue + 500) / 1_000);
  };
  const overlap = (from: number, to: number, at: number, size: number) =>
    Math.max(0, Math.min(to, (at + 1) * size) - Math.max(from, at * size));
  const mean = (size: number, column: number, row: number) => {
    let sum = 0;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const across = overlap(column * width, (column + 1) * width, x, size);
        sum += grey(x, y) * across * overlap(row * height, (row + 1) * height, y, size);
      }
    return Math.round(sum / (width * height));
  };
  const hex = (bits: boolean[]) =>
    BigInt(`0b${bits.map(Number).join('')}`)
      .toString(16)
      .padStart(bits.length / 4, '0');
  const pairs = (size: number) =>
    Array.from({ length: size * size }, (_, at) => [at % size, Math.floor(at / size)] as const);
  const wider = pairs(8).map(([x, y]) => mean(9, x, y) < mean(9, x + 1, y));
  const lower = pairs(8).map(([x, y]) => mean(9, x, y) < mean(9, x, y + 1));
  const means = pairs(32).map(([x, y]) => mean(32, x, y));
  const waves = pairs(8).map(([u, v]) => {
    const cosine = (at: number, wave: number) => Math.cos(((2 * at + 1) * wave * Math.PI) / 64);
    return Math.round(
      pairs(32).reduce((sum, [x, y], at) => sum + (means[at] ?? 0) * cosine(x, u + 1) * cosine(y, v + 1), 0),
    );
  });
  const sorted = waves.toSorted((a, b) => a - b);
  const median = ((sorted[31] ?? 0) + (sorted[32] ?? 0)) / 2;
  const laplacians = pairs(Math.max(width, height))
    .filter(([x, y]) => x > 0 && y > 0 && x < width - 1 && y < height - 1)
    .map(([x, y]) => ({
      part: `${Math.floor((x * 4) / width)} ${Math.floor((y * 4) / height)}`,
      value: grey(x - 1, y) + grey(x + 1, y) + grey(x, y - 1) + grey(x, y + 1) - 4 * grey(x, y),
    }));
  const variance = (of: { value: number }[]) => {
    const average = of.reduce((sum, { value }) => sum + value, 0) / of.length;
    const squares = of.reduce((sum, { value }) => sum + (value - average) ** 2, 0);
    return of.length === 0 ? 0 : Math.round((squares / of.length) * 100) / 100;
  };
  const all = pairs(Math.max(width, height))
    .filter(([x, y]) => x < width && y < height)
    .map(([x, y]) => grey(x, y));
  const share = (is: (value: number) => boolean) => all.filter(is).length / all.length;
  const entropy = [...new Set(all)].reduce((sum, level) => {
    const part = share((value) => value === level);
    return sum - part * Math.log2(part);
  }, 0);
  return {
    dHash: hex([...wider, ...lower]),
    pHash: hex(waves.map((wave) => wave > median)),
    sharpness: variance(laplacians),
    sharpestPart: Math.max(
      0,
      ...Map.groupBy(laplacians, ({ part }) => part)
        .values()
        .map(variance),
    ),
    black: Math.round(1_000 * share((value) => value < 5)),
    white: Math.round(1_000 * share((value) => value > 250)),
    entropy: Math.round(entropy * 100) / 100,
  };
}

test.each([
  ['an even one', 64, 64],
  ['one whose edges divide by nothing', 61, 47],
  ['one smaller than the grids', 5, 7],
  ['a panorama', 90, 4],
  ['a column', 1, 40],
])('measures a picture as the methods are written down: %s', (_, width, height) => {
  for (const seed of [1, 2]) {
    const pixels = drawNoise(width, height, seed);
    expect(measurePicture(pixels)).toEqual(measureSlowly(pixels));
  }
});

test('a pixel, and what is plain, have no pattern', () => {
  for (const pixels of [drawPlain(1, 1, 128), drawPlain(300, 211, 77)])
    expect(measurePicture(pixels)).toEqual({
      dHash: '0'.repeat(32),
      pHash: '0'.repeat(16),
      sharpness: 0,
      sharpestPart: 0,
      black: 0,
      white: 0,
      entropy: 0,
    });
  expect(measurePicture(drawPlain(20, 20, 0))).toMatchObject({ black: 1_000, white: 0 });
  expect(measurePicture(drawPlain(20, 20, 255))).toMatchObject({ black: 0, white: 1_000 });
});

describe('of photographs', () => {
  let processor: Awaited<ReturnType<typeof startTestProcessor>>;
  beforeAll(async () => {
    processor = await startTestProcessor();
  });
  afterAll(() => processor.close());

  const IDS = Object.keys(sources) as (keyof typeof sources)[];
  const SOME = IDS.filter((_, at) => at % 3 === 0);
  const measuresOf = async (content: Buffer | string) => (await processor.process(content)).measures;
  const all = () => Promise.all(IDS.map((id) => measuresOf(sourcePath(id))));

  test('the same file has the same measures each time', async () => {
    expect(await all()).toEqual(await all());
  });

  test('different ones are far from each other', async () => {
    const measured = await all();
    const pairs = measured.flatMap((one, at) => measured.slice(at + 1).map((other) => distances(one, other)));
    expect(pairs).toHaveLength((IDS.length * (IDS.length - 1)) / 2);
    expect(Math.min(...pairs.map(({ dHash }) => dHash))).toBeGreaterThan(20);
    expect(Math.min(...pairs.map(({ pHash }) => pHash))).toBeGreaterThan(12);
  });

  test.each<[string, { dHash: number; pHash: number }, (photo: Sharp) => Sharp]>([
    ['stored in poor quality', { dHash: 6, pHash: 4 }, (photo) => photo.jpeg({ quality: 50 })],
    ['halved', { dHash: 14, pHash: 6 }, (photo) => photo.resize({ width: 400 }).jpeg()],
    ['a little brighter', { dHash: 16, pHash: 10 }, (photo) => photo.modulate({ brightness: 1.15 }).jpeg()],
    ['grey', { dHash: 6, pHash: 8 }, (photo) => photo.greyscale().jpeg()],
    ['as a PNG of 16 bits', { dHash: 4, pHash: 4 }, (photo) => photo.toColourspace('rgb16').png()],
  ])('a copy is near: %s', async (_, most, change) => {
    for (const id of SOME) {
      const original = await readFile(sourcePath(id));
      const copy = await change(sharp(original)).toBuffer();
      const { dHash, pHash } = distances(await measuresOf(original), await measuresOf(copy));
      expect({ id, dHash: dHash <= most.dHash, pHash: pHash <= most.pHash }).toEqual({
        id,
        dHash: true,
        pHash: true,
      });
    }
  });

  test('a thumbnail that exists has nearly the measures that its photo had', async () => {
    for (const id of SOME) {
      const { measures, thumbnails } = await processor.process(sourcePath(id));
      const repeated = await processor.measure(thumbnails[300].path);
      const { dHash, pHash } = distances(measures, repeated);
      expect({ id, dHash: dHash <= 4, pHash: pHash <= 2 }).toEqual({ id, dHash: true, pHash: true });
      expect(Math.abs(repeated.sharpness / measures.sharpness - 1)).toBeLessThan(0.25);
    }
  });

  test('how a file stores its picture makes no difference: turned by EXIF, it is the same', async () => {
    const original = await readFile(sourcePath('wren'));
    const lying = await sharp(original).rotate(270).jpeg({ quality: 95 }).toBuffer();
    const turned = addExif(lying, buildTiff({ main: [{ id: TAG.orientation, shorts: [6] }] }));
    const { dHash, pHash } = distances(await measuresOf(original), await measuresOf(turned));
    expect([dHash <= 4, pHash <= 2]).toEqual([true, true]);
    const unturned = distances(await measuresOf(original), await measuresOf(lying));
    expect(unturned.dHash).toBeGreaterThan(30);
  });

  test('blurred copies are less sharp, dark and bright ones are clipped', async () => {
    for (const id of SOME) {
      const original = await readFile(sourcePath(id));
      const blurred = await measuresOf(await sharp(original).blur(6).jpeg().toBuffer());
      const sharpOne = await measuresOf(original);
      expect(blurred.sharpness).toBeLessThan(sharpOne.sharpness / 2);
      expect(blurred.sharpestPart).toBeLessThan(sharpOne.sharpestPart / 2);
    }
    const original = await readFile(sourcePath('dune'));
    const bright = await measuresOf(await sharp(original).linear(4, 0).jpeg().toBuffer());
    const dark = await measuresOf(await sharp(original).linear(0.05, -8).jpeg().toBuffer());
    expect([bright.white > 300, dark.black > 900]).toEqual([true, true]);
  });

  test('what is transparent counts as the white that is shown', async () => {
    const clear = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    expect(await measuresOf(clear)).toMatchObject({ black: 0, white: 1_000, entropy: 0 });
  });

  test('a HEIC is measured like others', async () => {
    const { sharpness, entropy } = await measuresOf(fixturePath('mirrored.heic'));
    expect([sharpness > 0, entropy > 0]).toEqual([true, true]);
  });

  test('what is no picture is refused, and its decoder lives on', async () => {
    await expect(processor.measure(fixturePath('exif-dates.json'))).rejects.toMatchObject({
      code: 'NOT_AN_IMAGE',
    });
    expect(await processor.measure(sourcePath('wren'))).toMatchObject({ white: expect.any(Number) });
  });
});
