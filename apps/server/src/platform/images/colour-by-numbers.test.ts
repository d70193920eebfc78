import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertChunks, pngChunk, u32 } from './testing/png-chunks.ts';
import {
  drawSwatches,
  type Encoding,
  hlg,
  IDENTITY,
  pq,
  SWATCHES,
  srgb,
  TO_BT2020,
  TO_P3,
} from './testing/swatches.ts';
import { fixturePath, startTestProcessor } from './testing/test-processor.ts';

let processor: Awaited<ReturnType<typeof startTestProcessor>>;
beforeAll(async () => {
  processor = await startTestProcessor();
});
afterAll(() => processor.close());

const drawPng = async (encoding: Encoding, ...chunks: Buffer[]) =>
  insertChunks(await drawSwatches(encoding).png().toBuffer(), ...chunks);

/** The colours shown, in the middle of each swatch. */
async function showSwatches(source: string | Buffer, count = SWATCHES.length): Promise<number[][]> {
  const { thumbnails } = await processor.process(source);
  const { data, info } = await sharp(thumbnails[300].path).raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: count }, (_, index) => {
    const column = Math.floor(((index + 0.5) * info.width) / count);
    const at = (Math.floor(info.height / 2) * info.width + column) * 3;
    return [...data.subarray(at, at + 3)];
  });
}

const furthest = (shown: number[][], wanted: number[][]) =>
  Math.max(
    ...shown.flatMap((colour, at) =>
      colour.map((value, band) => Math.abs(value - (wanted[at]?.[band] ?? 0))),
    ),
  );

const cicp = (primaries: number, transfer: number) =>
  pngChunk('cICP', Buffer.from([primaries, transfer, 0, 1]));
const gama = (gamma: number) => pngChunk('gAMA', u32(Math.round(gamma * 100_000)));

describe('a PNG is shown in its colours', () => {
  test.each([
    ['cICP of BT.2020 and PQ', { matrix: TO_BT2020, curve: pq }, [cicp(9, 16)]],
    ['cICP of BT.2020 and HLG', { matrix: TO_BT2020, curve: hlg }, [cicp(9, 18)]],
    ['cICP of Display P3', { matrix: TO_P3, curve: srgb }, [cicp(12, 13)]],
    ['cICP of sRGB, whatever gAMA says', { matrix: IDENTITY, curve: srgb }, [cicp(1, 13), gama(1)]],
    ['gAMA of linear light', { matrix: IDENTITY, curve: (light: number) => light }, [gama(1)]],
    ['gAMA of 1.8', { matrix: IDENTITY, curve: (light: number) => light ** (1 / 1.8) }, [gama(1 / 1.8)]],
    ['the usual gAMA, which means sRGB', { matrix: IDENTITY, curve: srgb }, [gama(0.45455)]],
    [
      'the chunk sRGB before gAMA',
      { matrix: IDENTITY, curve: srgb },
      [pngChunk('sRGB', Buffer.from([0])), gama(1)],
    ],
    [
      'cHRM of Display P3',
      { matrix: TO_P3, curve: (light: number) => light ** (1 / 2.2) },
      [gama(0.45), pngChunk('cHRM', u32(31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000))],
    ],
  ] as const)('%s', async (_, encoding, chunks) => {
    const shown = await showSwatches(await drawPng(encoding as Encoding, ...chunks));
    // Eight bits of PQ are coarse, and eight bits of linear light in the dark even more so.
    expect(furthest(shown, SWATCHES)).toBeLessThanOrEqual(9);
  });

  test('highlights above paper are told apart, and greys stay below them', async () => {
    const bright = await showSwatches(await drawPng({ matrix: TO_BT2020, curve: pq, gain: 4 }, cicp(9, 16)));
    const [white = [], grey = [], dark = []] = bright;
    expect(white[0]).toBeGreaterThan(250);
    expect(grey[0]).toBeGreaterThan(180);
    expect(grey[0]).toBeLessThan(245);
    expect(dark[0]).toBeLessThan(100);
  });

  test('16 bits of PQ', async () => {
    const deep = await drawSwatches({ matrix: TO_BT2020, curve: pq }, 16).png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    expect(furthest(await showSwatches(insertChunks(deep, cicp(9, 16))), SWATCHES)).toBeLessThanOrEqual(9);
  });

  test('damaged chunks about colour change nothing', async () => {
    const plain: Encoding = { matrix: IDENTITY, curve: srgb };
    for (const chunk of [
      pngChunk('gAMA', u32(0)),
      pngChunk('gAMA', Buffer.alloc(0)),
      pngChunk('cHRM', u32(0)),
      pngChunk('cICP', Buffer.from([9])),
    ]) {
      expect(furthest(await showSwatches(await drawPng(plain, chunk)), SWATCHES)).toBeLessThanOrEqual(3);
    }
  });
});

describe('a HEIC is shown in its colours', () => {
  test.each(['pq.heic', 'hlg.heic'])('%s, as cameras and screenshots write it', async (name) => {
    expect(furthest(await showSwatches(fixturePath(name)), SWATCHES)).toBeLessThanOrEqual(9);
  });

  test('with transparency on white, hidden pixels hidden', async () => {
    const [left, right] = await showSwatches(fixturePath('transparent.heic'), 2);
    expect(furthest([left ?? []], [[255, 255, 255]])).toBeLessThanOrEqual(4);
    expect(furthest([right ?? []], [[208, 32, 32]])).toBeLessThanOrEqual(12);
  });
});
