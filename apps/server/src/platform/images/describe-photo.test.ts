import { describe, expect, test } from 'vitest';
import { describePhoto } from './describe-photo.ts';
import { addExif } from './testing/add-exif.ts';
import { buildTiff, TAG, type TiffTag } from './testing/build-tiff.ts';
import { drawQuadrants } from './testing/quadrants.ts';
import { NOW, startTestProcessor } from './testing/test-processor.ts';

type Tags = { main?: TiffTag[]; exif?: TiffTag[] };
const read = (tags: Tags) => describePhoto({ exif: buildTiff(tags), now: NOW });
const cameraOf = (tags: Tags) => read(tags).camera;
const NOTHING = {
  make: null,
  model: null,
  lens: null,
  focalLength: null,
  fNumber: null,
  exposureTime: null,
  iso: null,
};
const REFLEX: Tags = {
  main: [
    { id: TAG.make, ascii: 'Halden' },
    { id: TAG.model, ascii: 'Halden M5\0\0\0' },
  ],
  exif: [
    { id: TAG.exposureTime, rational: [10, 2500] },
    { id: TAG.fNumber, rational: [28, 10] },
    { id: TAG.iso, shorts: [200] },
    { id: TAG.focalLength, rational: [35, 1] },
    { id: TAG.lensModel, ascii: 'Halden 24-70mm f/2.8' },
  ],
};
const OF_REFLEX = {
  make: 'Halden',
  model: 'Halden M5',
  lens: 'Halden 24-70mm f/2.8',
  focalLength: 35,
  fNumber: 2.8,
  exposureTime: 0.004,
  iso: 200,
};

describe('the camera of a photo', () => {
  test('is what its file says', () => {
    expect(cameraOf(REFLEX)).toEqual(OF_REFLEX);
  });

  test('is empty for a file without one, or damaged anywhere', () => {
    expect(describePhoto({ now: NOW }).camera).toEqual(NOTHING);
    const whole = buildTiff(REFLEX);
    for (let length = 0; length < whole.length; length += 3) {
      const { camera } = describePhoto({ exif: whole.subarray(0, length), now: NOW });
      for (const [name, value] of Object.entries(camera))
        expect([null, OF_REFLEX[name as keyof typeof OF_REFLEX]]).toContain(value);
    }
  });

  test.each([
    ['no exposure at all', TAG.exposureTime, [0, 250]],
    ['an exposure divided by nothing', TAG.exposureTime, [1, 0]],
    ['an exposure of years', TAG.exposureTime, [0xffffffff, 1]],
    ['a lens of nothing', TAG.focalLength, [0, 0]],
    ['an aperture of a mountain', TAG.fNumber, [0xffffffff, 1]],
  ] as const)('has none of %s', (_, id, [over, under]) => {
    expect(cameraOf({ exif: [{ id, rational: [over, under] }] })).toEqual(NOTHING);
  });

  test('has a sensitivity that exceeds the usual tag', () => {
    const full = { id: TAG.iso, shorts: [65_535] };
    expect(cameraOf({ exif: [full] }).iso).toBeNull();
    expect(cameraOf({ exif: [full, { id: TAG.recommendedExposureIndex, long: 102_400 }] }).iso).toBe(102_400);
    expect(cameraOf({ exif: [{ id: TAG.iso, shorts: [0, 400] }] }).iso).toBe(400);
  });

  const utf8 = (text: string) => Buffer.from(text).toString('latin1');
  test.each([
    ['is one line', '   Canon   EOS \t 5D  ', 'Canon EOS 5D'],
    ['may have any letters', utf8('Caméra d’été'), 'Caméra d’été'],
    ['has no controls', 'a\u0007b\u001b[31mc\u0085d', 'a b [31mc d'],
    ['turns no text around', utf8('Lens \u202etxt.exe\u2066\u200b\ufeff end'), 'Lens txt.exe end'],
    ['stays on its line', utf8(`Zalgo${'\u0301'.repeat(400)}`), 'Zalgó\u0301\u0301'],
    ['ends', utf8('x'.repeat(5_000)), 'x'.repeat(64)],
    ['has something to read', utf8('📷'.repeat(100)), null],
    ['is more than a line of dashes', '----', null],
    ['is more than a word for nothing', 'Unknown', null],
    ['is text and not markup', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ])('has a name that %s', (_, ascii, expected) => {
    expect(cameraOf({ main: [{ id: TAG.model, ascii }] }).model).toBe(expected);
  });
});

describe('the date written in a file', () => {
  const written = (ascii: string) => {
    const { takenAt, writtenDate } = read({ exif: [{ id: TAG.dateTimeOriginal, ascii }] });
    return { takenAt, writtenDate };
  };

  test.each([
    ['2031:05:01 10:00:00', '2031:05:01 10:00:00'],
    ['0000:00:00 00:00:00', '0000:00:00 00:00:00'],
    ['sometime in 1987\u0007', 'sometime in 1987'],
    ['    :  :     :  :  ', null],
    ['yesterday', null],
    ['', null],
  ])('%j is kept as %j, because it is no valid date', (ascii, writtenDate) => {
    expect(written(ascii)).toEqual({ takenAt: null, writtenDate });
  });

  test('is not kept beside a valid date', () => {
    const digitized = { id: TAG.dateTimeDigitized, ascii: '2018:01:02 03:04:05' };
    const original = { id: TAG.dateTimeOriginal, ascii: '2031:05:01 10:00:00' };
    expect(read({ exif: [original, digitized] })).toMatchObject({
      takenAt: '2018-01-02T03:04:05',
      writtenDate: null,
    });
  });
});

test('a decoder describes a photo as its decode does, without pixels', async () => {
  const { process, describe: describeFile, close } = await startTestProcessor();
  const jpeg = addExif(await drawQuadrants(16, 12).jpeg().toBuffer(), buildTiff(REFLEX));
  for (const source of [
    jpeg,
    await drawQuadrants(16, 12)
      .withExif({ IFD0: { Make: 'Halden' } })
      .png()
      .toBuffer(),
  ]) {
    const { camera, writtenDate } = await process(source);
    expect(camera.make).toBe('Halden');
    expect(await describeFile(source)).toEqual({
      camera,
      writtenDate,
      takenAt: null,
      takenOffsetMinutes: null,
    });
  }
  await close();
});
