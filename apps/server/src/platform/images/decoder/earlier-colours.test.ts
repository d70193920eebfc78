import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { insertChunks, pngChunk, u32 } from '../testing/png-chunks.ts';
import { fixturePath } from '../testing/test-processor.ts';
import { COLOUR_HEAD_BYTES, hadOtherColours } from './earlier-colours.ts';

const headOf = async (name: string) => (await readFile(fixturePath(name))).subarray(0, COLOUR_HEAD_BYTES);
const grey = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .png()
    .toBuffer();

test.each([
  ['pq.heic', true],
  ['hlg.heic', true],
  ['transparent.heic', true],
  ['mirrored.heic', false],
  ['grid-rotated-p3.heic', false],
  ['ten-bit.heic', false],
])('what a HEIC says of its colours: %s, shown otherwise before: %s', async (name, isOther) => {
  const head = await headOf(name);
  expect(hadOtherColours('heic', head)).toBe(isOther);
  expect(hadOtherColours('heic', head.subarray(0, 60))).toBe(true);
});

test.each<[string, boolean, Buffer[]]>([
  ['nothing', false, []],
  ['a gamma of linear light', true, [pngChunk('gAMA', u32(100_000))]],
  ['PQ by number', true, [pngChunk('cICP', Buffer.from([9, 16, 0, 1]))]],
  ['the usual gamma', false, [pngChunk('gAMA', u32(45_455))]],
  ['sRGB by name', false, [pngChunk('sRGB', Buffer.from([0])), pngChunk('gAMA', u32(100_000))]],
])('what a PNG says of its colours: %s, shown otherwise before: %s', async (_, isOther, chunks) => {
  const png = insertChunks(await grey(), ...chunks);
  expect(hadOtherColours('png', png)).toBe(isOther);
  expect(hadOtherColours('png', png.subarray(0, 40))).toBe(true);
});

test('the colours of JPEGs are as before', async () => {
  expect(hadOtherColours('jpeg', await headOf('exif-original.jpg'))).toBe(false);
});
