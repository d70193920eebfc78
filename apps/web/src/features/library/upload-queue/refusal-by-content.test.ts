import { expect, test } from 'vitest';
import { refusalByContent } from './refusal-by-content.ts';

const u16 = (...values: number[]) => values.flatMap((value) => [value >> 8, value & 255]);
const u32 = (...values: number[]) => values.flatMap((value) => u16(value >>> 16, value & 0xffff));
const text = (letters: string) => [...letters].map((letter) => letter.charCodeAt(0));
const box = (type: string, ...body: number[]) => [...u32(body.length + 8), ...text(type), ...body];
const file = (bytes: number[]) => new Blob([Uint8Array.from(bytes)]);

const jpeg = (width: number, height: number, exifBytes = 100) => [
  ...[0xff, 0xd8, 0xff, 0xe1],
  ...u16(exifBytes + 2),
  ...Array<number>(exifBytes).fill(0xff),
  ...[0xff, 0xff, 0xc2, 0, 17, 8],
  ...u16(height, width),
  ...Array<number>(20).fill(0),
];
const png = (width: number, height: number) => [
  ...[0x89, ...text('PNG\r\n\x1a\n')],
  ...u32(13),
  ...text('IHDR'),
  ...u32(width, height),
];
const ispe = (width: number, height: number) => box('ispe', ...u32(0, width, height));
const heic = (width: number, height: number) => [
  ...box('ftyp', ...text('heic'), ...u32(0)),
  ...box(
    'meta',
    ...u32(0),
    ...box('hdlr', ...u32(0, 0)),
    ...box(
      'iprp',
      ...box('ipco', ...ispe(512, 512), ...ispe(width, height), ...box('irot', 3)),
      ...box('ipma', ...u32(0)),
    ),
  ),
  ...box('mdat', 1, 2, 3),
];

test.each([
  ['JPEG', jpeg],
  ['PNG', png],
  ['HEIC', heic],
] as const)('the header of a %s tells whether it has more than 250 megapixels [IMP-02]', async (_, make) => {
  expect(await refusalByContent(file(make(16_320, 12_240)))).toBeNull();
  expect(await refusalByContent(file(make(20_000, 15_000)))).toBe('too-many-pixels');
});

test('a JPEG with large metadata before its size', async () => {
  expect(await refusalByContent(file(jpeg(20_000, 15_000, 60_000)))).toBe('too-many-pixels');
});

test.each([
  ['nothing', []],
  ['a text', text('hello there, this is no photo')],
  ['a JPEG that ends in its header', jpeg(20_000, 15_000).slice(0, 60)],
  ['a HEIC with a box of no size', [...box('ftyp', ...text('heic')), ...u32(0), ...text('mdat')]],
])('%s is left to the server', async (_, bytes) => {
  expect(await refusalByContent(file(bytes))).toBeNull();
});

test.each([
  ['AVIF', [...u32(28), ...text('ftypavif'), ...u32(0), ...text('avifmif1miaf')]],
  ['WebP', [...text('RIFF'), ...u32(0), ...text('WEBPVP8 ')]],
  ['GIF', text('GIF89a')],
  ['TIFF', [...text('II*'), 0]],
])('a picture of another kind, %s, is refused whatever its name says [IMP-02]', async (_, bytes) => {
  expect(await refusalByContent(new File([Uint8Array.from(bytes)], 'IMG_1.jpg'))).toBe('wrong-type');
});
