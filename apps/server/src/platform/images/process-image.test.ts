import { readFile } from 'node:fs/promises';
import { THUMBNAIL_SIZES } from '@keepsake/contracts/platform/limits';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addExif } from './testing/add-exif.ts';
import { buildTiff, TAG } from './testing/build-tiff.ts';
import { type Corner, drawQuadrants, readCorners } from './testing/quadrants.ts';
import { fixturePath, startTestProcessor } from './testing/test-processor.ts';

let processor: Awaited<ReturnType<typeof startTestProcessor>>;
beforeAll(async () => {
  processor = await startTestProcessor();
});
afterAll(() => processor.close());

const withOrientation = async (orientation: number) =>
  addExif(
    await drawQuadrants(240, 160).jpeg().toBuffer(),
    buildTiff({ main: [{ id: TAG.orientation, shorts: [orientation] }] }),
  );
const UPRIGHT: Corner[] = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'];
const cornersOf = async (path: string) => Object.values(await readCorners(path));

describe('thumbnails', () => {
  test('fit their boxes with the long edge, upright in sRGB, smaller ones from larger ones', async () => {
    const { thumbnails, ...photo } = await processor.process(
      await drawQuadrants(2400, 1600).jpeg().toBuffer(),
    );
    expect(photo).toMatchObject({ format: 'jpeg', width: 2400, height: 1600, orientation: 1 });
    expect(Object.values(thumbnails).map(({ width, height }) => [width, height])).toEqual([
      [300, 200],
      [800, 534],
      [1300, 867],
    ]);
    for (const size of THUMBNAIL_SIZES) {
      const file = await readFile(thumbnails[size].path);
      expect(file.length).toBe(thumbnails[size].bytes);
      const { format, width, height, chromaSubsampling, isProgressive } = await sharp(file).metadata();
      expect({ format, width, height }).toEqual({
        format: 'jpeg',
        width: thumbnails[size].width,
        height: thumbnails[size].height,
      });
      expect([chromaSubsampling, isProgressive]).toEqual(['4:2:0', false]);
      expect(await cornersOf(thumbnails[size].path)).toEqual(UPRIGHT);
    }
  });

  test('are never enlarged', async () => {
    const { thumbnails } = await processor.process(await drawQuadrants(400, 500).png().toBuffer());
    expect(thumbnails[1300]).toMatchObject({ width: 400, height: 500 });
    expect(thumbnails[800]).toMatchObject({ width: 400, height: 500 });
    expect(thumbnails[300]).toMatchObject({ width: 240, height: 300 });
  });

  test('carry no metadata', async () => {
    const tagged = await drawQuadrants(400, 300)
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .withExif({ IFD0: { ImageDescription: '<img onerror>' }, IFD3: { GPSLatitude: '48/1 12/1 0/1' } })
      .jpeg()
      .toBuffer();
    const { thumbnails } = await processor.process(tagged);
    for (const { path } of Object.values(thumbnails)) {
      const { exif, xmp, icc, iptc, orientation } = await sharp(path).metadata();
      expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
      expect((await readFile(path)).toString('latin1')).not.toMatch(/Exif|xmpmeta|onerror/);
    }
  });

  test('come with a thumbhash of about 25 bytes', async () => {
    const { thumbhash } = await processor.process(await drawQuadrants(400, 300).png().toBuffer());
    expect(thumbhash).toBeInstanceOf(Uint8Array);
    expect(thumbhash.length).toBeGreaterThan(15);
    expect(thumbhash.length).toBeLessThan(30);
  });
});

describe('orientation', () => {
  const SHOWN: Record<number, Corner[]> = {
    1: ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'],
    2: ['topRight', 'topLeft', 'bottomRight', 'bottomLeft'],
    3: ['bottomRight', 'bottomLeft', 'topRight', 'topLeft'],
    4: ['bottomLeft', 'bottomRight', 'topLeft', 'topRight'],
    5: ['topLeft', 'bottomLeft', 'topRight', 'bottomRight'],
    6: ['bottomLeft', 'topLeft', 'bottomRight', 'topRight'],
    7: ['bottomRight', 'topRight', 'bottomLeft', 'topLeft'],
    8: ['topRight', 'bottomRight', 'topLeft', 'bottomLeft'],
  };

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('%i is applied', async (orientation) => {
    const photo = await processor.process(await withOrientation(orientation));
    const [width, height] = orientation < 5 ? [240, 160] : [160, 240];
    expect(photo).toMatchObject({ orientation, width, height });
    expect(photo.thumbnails[300]).toMatchObject({ width, height });
    expect(await cornersOf(photo.thumbnails[300].path)).toEqual(SHOWN[orientation]);
  });

  test.each([0, 9])('%i means 1', async (orientation) => {
    const photo = await processor.process(await withOrientation(orientation));
    expect(photo).toMatchObject({ orientation: 1, width: 240, height: 160 });
    expect(await cornersOf(photo.thumbnails[300].path)).toEqual(UPRIGHT);
  });
});

describe('colour', () => {
  /** A red within sRGB: what a viewer that respects the profile shows for it. */
  const RED = '#b03028';
  const swatch = () => sharp({ create: { width: 64, height: 64, channels: 3, background: RED } });
  const centreOf = async (source: string | Uint8Array) => {
    const { thumbnails } = await processor.process(source);
    const pixel = await sharp(thumbnails[300].path)
      .extract({ left: 20, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer();
    return [...pixel];
  };
  const expectRed = (pixel: number[]) => {
    for (const [band, wanted] of [0xb0, 0x30, 0x28].entries()) {
      expect(Math.abs((pixel[band] ?? 0) - wanted)).toBeLessThanOrEqual(5);
    }
  };

  test('of an untagged file is taken as sRGB', async () => {
    expectRed(await centreOf(await swatch().png().toBuffer()));
  });

  test.each(['p3', 'srgb'])('of a file in the profile %s is converted to sRGB', async (profile) => {
    expectRed(await centreOf(await swatch().withIccProfile(profile).jpeg({ quality: 95 }).toBuffer()));
    expectRed(await centreOf(await swatch().withIccProfile(profile).png().toBuffer()));
  });

  test('really needs that conversion: the bytes of a Display P3 file differ', async () => {
    const [red = 0] = await swatch().withIccProfile('p3').raw().toBuffer();
    expect(red).toBeLessThan(0xb0 - 5);
  });

  test('of CMYK is converted', async () => {
    const cmyk = await swatch().withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
    const [red = 0, green = 0, blue = 0] = await centreOf(cmyk);
    expect(Math.min(red - green, red - blue)).toBeGreaterThan(80);
  });

  test('of 16 bits and of grey is converted', async () => {
    expectRed(await centreOf(await swatch().toColourspace('rgb16').png().toBuffer()));
    const [red, green, blue] = await centreOf(await swatch().greyscale().jpeg().toBuffer());
    expect(red).toBe(green);
    expect(green).toBe(blue);
  });

  test('of transparent pixels is white', async () => {
    const nothing = {
      width: 64,
      height: 64,
      channels: 4 as const,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    };
    expect(await centreOf(await sharp({ create: nothing }).png().toBuffer())).toEqual([255, 255, 255]);
  });
});

describe('HEIC [IMP-02]', () => {
  test('as phones write it: tiles joined, rotated once, Display P3 converted, its date read', async () => {
    const photo = await processor.process(fixturePath('grid-rotated-p3.heic'));
    expect(photo).toMatchObject({
      format: 'heic',
      width: 190,
      height: 250,
      orientation: 1,
      takenAt: '2021-08-15T19:42:07.481',
      takenOffsetMinutes: 120,
    });
    const turnedRight = ['bottomLeft', 'topLeft', 'bottomRight', 'topRight'];
    expect(await cornersOf(photo.thumbnails[300].path)).toEqual(turnedRight);
  });

  test('mirrored by its container', async () => {
    const photo = await processor.process(fixturePath('mirrored.heic'));
    expect(await cornersOf(photo.thumbnails[300].path)).toEqual([
      'topRight',
      'topLeft',
      'bottomRight',
      'bottomLeft',
    ]);
  });

  test('with ten and twelve bits, and with rows that need padding', async () => {
    for (const [name, width, height] of [
      ['ten-bit.heic', 160, 120] as const,
      ['twelve-bit.heic', 128, 96] as const,
      ['padded-rows.heic', 102, 66] as const,
    ]) {
      const photo = await processor.process(fixturePath(name));
      expect(photo).toMatchObject({ width, height });
      expect(await cornersOf(photo.thumbnails[300].path)).toEqual(UPRIGHT);
    }
  });

  test('in Display P3 by number: colours are stronger than the same bytes in sRGB', async () => {
    const redOf = async (name: string) => {
      const { thumbnails } = await processor.process(fixturePath(name));
      return (await sharp(thumbnails[300].path).raw().toBuffer()).subarray(0, 3);
    };
    const [inP3, inSrgb] = [await redOf('nclx-p3.heic'), await redOf('ten-bit.heic')];
    expect(inP3[0] ?? 0).toBeGreaterThan((inSrgb[0] ?? 0) + 8);
  });
});
