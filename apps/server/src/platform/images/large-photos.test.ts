import { readFile } from 'node:fs/promises';
import { MAX_PHOTO_PIXELS } from '@keepsake/contracts/platform/limits';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pngChunk, u32 } from './testing/png-chunks.ts';
import { readCorners } from './testing/quadrants.ts';
import { fixturePath, startTestProcessor } from './testing/test-processor.ts';

let processor: Awaited<ReturnType<typeof startTestProcessor>>;
beforeAll(async () => {
  // Less than decoders may have, so that these leave room for photos with more detail.
  processor = await startTestProcessor({ memoryLimitMb: 450 });
});
afterAll(() => processor.close());

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#708090' }, limitInputPixels: false });

describe('up to 250 megapixels [IMP-02]', () => {
  test.each([
    ['a JPEG of 200 megapixels', 16_320, 12_240, () => plain(16_320, 12_240).jpeg().toBuffer()],
    [
      'a JPEG of 108 megapixels, turned',
      9_000,
      12_000,
      () => plain(12_000, 9_000).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    ],
    [
      'a PNG of 108 megapixels, turned',
      9_000,
      12_000,
      () => plain(12_000, 9_000).withMetadata({ orientation: 6 }).png({ compressionLevel: 1 }).toBuffer(),
    ],
    [
      'a progressive JPEG of 50 megapixels',
      8_160,
      6_120,
      () => plain(8_160, 6_120).jpeg({ progressive: true }).toBuffer(),
    ],
  ])('%s is shown', async (_, width, height, make) => {
    const photo = await processor.process(await make());
    expect(photo).toMatchObject({ width, height });
    expect(Math.max(photo.thumbnails[1300].width, photo.thumbnails[1300].height)).toBe(1300);
  });

  test('a HEIC of 200 megapixels is shown tile by tile, turned and cropped as its container says', async () => {
    const photo = await processor.process(fixturePath('huge-grid.heic'));
    expect(photo).toMatchObject({ width: 12_228, height: 16_284 });
    expect(photo.thumbnails[1300]).toMatchObject({ width: 976, height: 1300 });
    const corners = Object.values(await readCorners(photo.thumbnails[300].path));
    expect(corners).toEqual(['bottomLeft', 'topLeft', 'bottomRight', 'topRight']);
  });
});

describe('beyond what can be shown, the reason is true [IMP-02]', () => {
  test('more than 250 megapixels: TOO_LARGE', async () => {
    const [width, height] = [17_000, 15_000];
    expect(width * height).toBeGreaterThan(MAX_PHOTO_PIXELS);
    const jpeg = await plain(width, height).jpeg().toBuffer();
    await expect(processor.process(jpeg)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });

  test.each([
    ['a progressive JPEG of 200 megapixels', () => claimJpeg(16_320, 12_240)],
    ['an interlaced PNG of 200 megapixels', () => claimPng(16_320, 12_240)],
    ['a HEIC of 100 megapixels in one piece', () => claimHeic(11_648, 8_736)],
  ])('%s: TOO_HEAVY', async (_, make) => {
    await expect(processor.process(await make())).rejects.toMatchObject({
      code: 'TOO_HEAVY',
      isRetryable: false,
    });
  });
});

/** Small pictures whose headers claim to be large: the decision is made before any pixel is decoded. */
async function claimJpeg(width: number, height: number): Promise<Buffer> {
  const jpeg = await plain(64, 48).jpeg({ progressive: true }).toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

async function claimPng(width: number, height: number): Promise<Buffer> {
  const png = await plain(64, 48).png({ progressive: true }).toBuffer();
  const header = pngChunk('IHDR', Buffer.concat([u32(width, height), png.subarray(24, 29)]));
  return Buffer.concat([png.subarray(0, 8), header, png.subarray(33)]);
}

async function claimHeic(width: number, height: number): Promise<Buffer> {
  const heic = await readFile(fixturePath('ten-bit.heic'));
  const size = heic.indexOf('ispe') + 8;
  heic.writeUInt32BE(width, size);
  heic.writeUInt32BE(height, size + 4);
  return heic;
}
