import { describe, expect, test } from 'vitest';
import { photoFileName, safeFileName } from './rules.ts';

describe('the name of a file', () => {
  test.each([
    ['holiday.jpg', 'holiday.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\Eva\\Bild.JPG', 'Bild.JPG'],
    ['..\\..', 'photo'],
    ['..', 'photo'],
    ['', 'photo'],
    ['a\0b.jpg', 'ab.jpg'],
    ['a\r\nSet-Cookie: x.jpg', 'aSet-Cookie: x.jpg'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['\u2066x\u2069.png', 'x.png'],
    ['  spaces .jpg  ', 'spaces .jpg'],
    ['trailing.jpg...', 'trailing.jpg'],
    ['cafe\u0301.jpg', 'café.jpg'],
    ['\ud800.jpg', '\ufffd.jpg'],
    ['=cmd|x.jpg', '=cmd|x.jpg'],
    ['"quoted" \'name\'.jpg', '"quoted" \'name\'.jpg'],
    ['CON.jpg', 'CON.jpg'],
  ])('%j is kept as %j', (given, stored) => {
    expect(safeFileName(given)).toBe(stored);
  });

  test.each(['x', 'ü', '👨‍👩‍👧‍👦'])(
    'of 1,000 times %s is shortened before its extension, between characters',
    (character) => {
      const name = safeFileName(`${character.repeat(1_000)}.jpeg`);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name).toMatch(/\.jpeg$/);
      expect(name.replace('.jpeg', '').replaceAll(character, '')).toBe('');
      expect(safeFileName(name)).toBe(name);
    },
  );

  test('of 255 bytes is kept', () => {
    const name = `${'y'.repeat(251)}.jpg`;
    expect(safeFileName(name)).toBe(name);
  });
});

test.each([
  ['IMG_1.JPG', 'jpeg', 'IMG_1.JPG'],
  ['renamed.JPeG', 'jpeg', 'renamed.JPeG'],
  ['IMG_1.HIF', 'heic', 'IMG_1.HIF'],
  ['photo', 'heic', 'photo.heic'],
  ['.heic', 'heic', '.heic.heic'],
  ['Holiday 1.2', 'heic', 'Holiday 1.2.heic'],
  ['holiday.hta', 'jpeg', 'holiday.jpg'],
  ['DSC_0001.NEF', 'jpeg', 'DSC_0001.jpg'],
  ['IMG_1.JPG', 'heic', 'IMG_1.heic'],
  ['picture.jpg.exe', 'jpeg', 'picture.jpg'],
  ['x'.repeat(255), 'heic', `${'x'.repeat(250)}.heic`],
] as const)('a photo named %s that is a %s is called %s', (fileName, format, named) => {
  expect(photoFileName(fileName, format)).toBe(named);
});
