import { describe, expect, it } from 'vitest';
import { photoFileName, safeFileName } from './rules.ts';

describe('the name of a file', () => {
  it.each([
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
  ])('%j is kept as %j', (given, kept) => {
    expect(safeFileName(given)).toBe(kept);
  });

  it.each(['x', 'ü', '👨‍👩‍👧‍👦'])(
    'of 1,000 times %s is shortened before its extension, between characters',
    (character) => {
      const name = safeFileName(`${character.repeat(1_000)}.jpeg`);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name).toMatch(/\.jpeg$/);
      expect(name.replace('.jpeg', '').replaceAll(character, '')).toBe('');
      expect(safeFileName(name)).toBe(name);
    },
  );

  it('of 255 bytes is kept whole', () => {
    const name = `${'y'.repeat(251)}.jpg`;
    expect(safeFileName(name)).toBe(name);
  });
});

it.each([
  ['IMG_1.JPG', 'IMG_1.JPG'],
  ['photo', 'photo.heic'],
  ['Holiday 1.2', 'Holiday 1.2.heic'],
  ['renamed.jpeg', 'renamed.jpeg'],
  ['x'.repeat(255), `${'x'.repeat(250)}.heic`],
])('a photo of the name %s is called %s', (fileName, named) => {
  expect(photoFileName(fileName, 'heic')).toBe(named);
});
