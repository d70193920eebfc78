import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addExif } from './testing/add-exif.ts';
import { buildTiff, TAG } from './testing/build-tiff.ts';
import { insertChunks, pngChunk, u32 } from './testing/png-chunks.ts';
import { drawQuadrants } from './testing/quadrants.ts';
import { fixturePath, startTestProcessor } from './testing/test-processor.ts';

let processor: Awaited<ReturnType<typeof startTestProcessor>>;
beforeAll(async () => {
  processor = await startTestProcessor();
});
afterAll(() => processor.close());

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const jpeg = (quality = 90) => drawQuadrants(320, 240).jpeg({ quality }).toBuffer();
const noisy = () =>
  sharp({
    create: {
      width: 320,
      height: 240,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
/** One bit per pixel, all black: 256 megapixels in some 31 KB. */
const pngBomb = () =>
  Buffer.concat([
    latin1('\x89PNG\r\n\x1a\n'),
    pngChunk('IHDR', Buffer.concat([u32(16_000, 16_000), Buffer.from([1, 0, 0, 0, 0])])),
    pngChunk('IDAT', deflateSync(Buffer.alloc(2001 * 16_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
/** The container claims 20,000 x 20,000 for a small picture. */
const hugeHeic = async () => {
  const file = await readFile(fixturePath('mirrored.heic'));
  file.set(u32(20_000, 20_000), file.indexOf('ispe') + 8);
  return file;
};
const cutHeic = async (share: number) => {
  const file = await readFile(fixturePath('grid-rotated-p3.heic'));
  return file.subarray(0, Math.floor(file.length * share));
};
/** As a camera writes a burst: frames of a video, and no picture. */
const sequenceHeic = () =>
  Buffer.concat([
    u32(24),
    latin1('ftyphevc\0\0\0\0msf1hevc'),
    u32(1_008),
    latin1('mdat'),
    Buffer.alloc(1_000),
  ]);
const layeredHeic = async () => {
  const file = await readFile(fixturePath('mirrored.heic'));
  file.write('lhv1', file.indexOf('hvc1'), 'latin1');
  return file;
};
const brokenHeic = async () => {
  const file = await readFile(fixturePath('mirrored.heic'));
  return file.fill(0xff, file.indexOf('iprp') + 4, file.indexOf('iloc') - 4);
};

describe('refused, with the reason [IMP-02]', () => {
  test.each([
    ['an empty file', 'NOT_AN_IMAGE', () => Buffer.alloc(0)],
    ['a text', 'NOT_AN_IMAGE', () => latin1('hello')],
    [
      'HTML behind the magic of JPEG',
      'NOT_AN_IMAGE',
      () => latin1('\xff\xd8\xff\xe0<html><script>1</script></html>'),
    ],
    [
      'SVG named .jpg',
      'UNSUPPORTED_FORMAT',
      () => latin1('<svg xmlns="http://www.w3.org/2000/svg" width="9"/>'),
    ],
    ['GIF', 'UNSUPPORTED_FORMAT', () => drawQuadrants(9, 9).gif().toBuffer()],
    ['WebP', 'UNSUPPORTED_FORMAT', () => drawQuadrants(9, 9).webp().toBuffer()],
    ['TIFF', 'UNSUPPORTED_FORMAT', () => drawQuadrants(9, 9).tiff().toBuffer()],
    ['AVIF', 'UNSUPPORTED_FORMAT', () => drawQuadrants(64, 64).avif({ effort: 0 }).toBuffer()],
    ['a PNG bomb of 256 megapixels', 'TOO_LARGE', pngBomb],
    ['a HEIC of 400 megapixels', 'TOO_LARGE', hugeHeic],
    ['a HEIC of a sequence', 'UNSUPPORTED_FORMAT', sequenceHeic],
    ['a HEIC of several layers', 'UNSUPPORTED_FORMAT', layeredHeic],
    ['a HEIC with a destroyed directory', 'TRUNCATED', brokenHeic],
    ['a HEIC cut in its last tile', 'TRUNCATED', () => cutHeic(0.9)],
    ['a HEIC cut in its directory', 'TRUNCATED', () => cutHeic(0.2)],
  ])('%s: %s', async (_, code, make) => {
    await expect(processor.process(await make(), 'photo.jpg')).rejects.toMatchObject({
      code,
      isRetryable: false,
    });
  });

  test.each([0.3, 0.6, 0.95, 0.999])('a JPEG truncated to %d: TRUNCATED', async (share) => {
    const whole = await noisy().jpeg().toBuffer();
    const part = whole.subarray(0, Math.floor(whole.length * share));
    await expect(processor.process(part)).rejects.toMatchObject({ code: 'TRUNCATED' });
  });

  test('a truncated progressive JPEG, a truncated PNG, a JPEG with a hole in the middle: TRUNCATED', async () => {
    const progressive = await noisy().jpeg({ progressive: true }).toBuffer();
    const png = await noisy().png().toBuffer();
    const garbled = await noisy().jpeg().toBuffer();
    garbled.fill(0xff, 10_000, 10_400);
    for (const bytes of [progressive.subarray(0, -2000), png.subarray(0, -20_000), garbled]) {
      await expect(processor.process(bytes)).rejects.toMatchObject({ code: 'TRUNCATED' });
    }
  });
});

test.each([
  ['layers', 'UNSUPPORTED_FORMAT', layeredHeic],
  ['a destroyed directory', 'TRUNCATED', brokenHeic],
])('date and camera of a HEIC with %s are read all the same [IMP-02]', async (_, code, make) => {
  const tags = {
    main: [{ id: TAG.model, ascii: 'Halden M5' }],
    exif: [{ id: TAG.dateTimeOriginal, ascii: '2019:07:04 15:30:12' }],
  };
  const exif = Buffer.concat([latin1('Exif\0\0'), buildTiff(tags)]);
  const file = Buffer.concat([await make(), u32(exif.length + 8), latin1('free'), exif]);
  await expect(processor.process(file)).rejects.toMatchObject({
    code,
    description: { takenAt: '2019-07-04T15:30:12', camera: { model: 'Halden M5' } },
  });
});

describe('accepted all the same [IMP-02]', () => {
  test.each([
    ['a JPEG named .png', 'photo.png', () => jpeg()],
    [
      'a JPEG with a zip behind it',
      'photo.jpg',
      async () => Buffer.concat([await jpeg(), latin1('PK\x03\x04zipzip')]),
    ],
    ['a PNG named .heic', 'photo.heic', () => drawQuadrants(320, 240).png().toBuffer()],
  ])('%s', async (_, name, make) => {
    expect(await processor.process(await make(), name)).toMatchObject({ width: 320, height: 240 });
  });

  test('a JPEG whose scan header is odd, as some Samsung phones write it', async () => {
    const odd = await jpeg();
    const scan = odd.indexOf(Buffer.from([0xff, 0xda]));
    odd[scan + 2 + odd.readUInt16BE(scan + 2) - 2] = 0;
    expect(await processor.process(odd)).toMatchObject({ width: 320, height: 240 });
  });

  test('1 x 60000 pixels', async () => {
    const strip = sharp({ create: { width: 1, height: 60_000, channels: 3, background: '#123456' } });
    const photo = await processor.process(await strip.jpeg().toBuffer());
    expect(photo).toMatchObject({ width: 1, height: 60_000 });
    expect(photo.thumbnails[300]).toMatchObject({ width: 1, height: 300 });
  });

  test('an animated PNG: its first frame', async () => {
    const still = await drawQuadrants(64, 64).png().toBuffer();
    const animation = [
      pngChunk('acTL', u32(2, 0)),
      pngChunk('fcTL', Buffer.concat([u32(0, 64, 64, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])])),
    ];
    const bytes = insertChunks(still, ...animation);
    expect(await processor.process(bytes)).toMatchObject({ format: 'png', width: 64, height: 64 });
  });

  test('a description that would be a script, and impossible dates: unknown date', async () => {
    const exif = buildTiff({
      main: [{ id: TAG.imageDescription, ascii: '<img src=x onerror=alert(1)>' }],
      exif: [{ id: TAG.dateTimeOriginal, ascii: '0000:00:00 00:00:00' }],
    });
    expect(await processor.process(addExif(await jpeg(), exif))).toMatchObject({ takenAt: null });
  });

  test('10 MB of EXIF, in a PNG', async () => {
    const exif = buildTiff({
      exif: [
        { id: TAG.userComment, bytes: new Uint8Array(10 * 1024 * 1024) },
        { id: TAG.dateTimeOriginal, ascii: '2019:07:04 15:30:12' },
      ],
    });
    const png = await drawQuadrants(64, 64).png().toBuffer();
    const bytes = insertChunks(png, pngChunk('eXIf', exif));
    expect(await processor.process(bytes)).toMatchObject({ takenAt: '2019-07-04T15:30:12' });
  });
});
