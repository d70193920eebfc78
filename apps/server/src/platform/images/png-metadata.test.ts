import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTiff, TAG } from './testing/build-tiff.ts';
import { pngChunk } from './testing/png-chunks.ts';
import { drawQuadrants, readCorners } from './testing/quadrants.ts';
import { startTestProcessor } from './testing/test-processor.ts';

let processor: Awaited<ReturnType<typeof startTestProcessor>>;
beforeAll(async () => {
  processor = await startTestProcessor();
});
afterAll(() => processor.close());

const packet = Buffer.from(
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
   xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="2019-07-04T15:30:12"/></rdf:RDF></x:xmpmeta>`,
);
const exif = Buffer.concat([
  Buffer.from('Exif\0\0'),
  buildTiff({ exif: [{ id: TAG.dateTimeOriginal, ascii: '2018:03:04 05:06:07' }] }),
]);

/** The text of a profile as ImageMagick writes it. */
const profileOf = (kind: string, bytes: Buffer) =>
  Buffer.from(
    `\n${kind}\n${String(bytes.length).padStart(8)}\n${bytes.toString('hex').replace(/.{72}/g, '$&\n')}\n`,
  );
const compressed = (kind: string, bytes: Buffer) =>
  pngChunk(
    'zTXt',
    Buffer.concat([Buffer.from(`Raw profile type ${kind}\0\0`), deflateSync(profileOf(kind, bytes))]),
  );
const plain = (kind: string, bytes: Buffer) =>
  pngChunk('tEXt', Buffer.concat([Buffer.from(`Raw profile type ${kind}\0`), profileOf(kind, bytes)]));

/** A PNG with additional chunks after its first, or before its last. */
async function pngWith(extra: Buffer, isLast = false): Promise<Buffer> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const at = isLast ? png.length - 12 : 33;
  return Buffer.concat([png.subarray(0, at), extra, png.subarray(at)]);
}

const zipped = (head: string, text: string | Buffer) => Buffer.concat([Buffer.from(head), deflateSync(text)]);
/** A resource with one dataset: the day on which the picture was made. */
const iptc = Buffer.from('8BIM\x04\x04\0\0\0\0\0\x0d\x1c\x02\x37\0\x0819870714\0', 'latin1');
const app1 = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), packet]);

test.each([
  ['compressed XMP', compressed('xmp', packet), false, '2019-07-04T15:30:12'],
  ['compressed XMP behind the pixels', compressed('xmp', packet), true, '2019-07-04T15:30:12'],
  ['XMP as a JPEG has it', compressed('APP1', app1), false, '2019-07-04T15:30:12'],
  ['plain XMP', plain('xmp', packet), false, '2019-07-04T15:30:12'],
  ['compressed EXIF', compressed('exif', exif), false, '2018-03-04T05:06:07'],
  ['EXIF in a chunk behind the pixels', pngChunk('eXIf', exif.subarray(6)), true, '2018-03-04T05:06:07'],
  [
    'a time of creation',
    pngChunk('tEXt', Buffer.from('Creation Time\0Thu, 04 Jul 2019 15:30:12 GMT')),
    false,
    '2019-07-04T15:30:12',
  ],
  [
    'a time of creation',
    pngChunk('tEXt', Buffer.from('Creation Time\x002019-07-04T15:30:12')),
    false,
    '2019-07-04T15:30:12',
  ],
  [
    'a time of creation in Unicode',
    pngChunk('iTXt', Buffer.from('Creation Time\0\0\0\0\x002019:07:04 15:30:12')),
    true,
    '2019-07-04T15:30:12',
  ],
  [
    'a time of creation in French, in UTF-8',
    pngChunk('iTXt', Buffer.from('Creation Time\0\0\0fr\0Création\x004 août 2019 15:30:12')),
    false,
    '2019-08-04T15:30:12',
  ],
  [
    'a time of creation in German, in UTF-8 with its accent apart',
    pngChunk('iTXt', Buffer.from(`Creation Time\0\0\0\0\x00${'4. März 2019'.normalize('NFD')}`)),
    true,
    '2019-03-04T00:00:00',
  ],
  [
    'a time of creation in French, in UTF-8, compressed',
    pngChunk('iTXt', zipped('Creation Time\0\x01\0\0\0', '4 déc. 2019 15:30:12')),
    false,
    '2019-12-04T15:30:12',
  ],
  [
    'a time of creation in French, in Latin-1',
    pngChunk('tEXt', Buffer.from('Creation Time\x004 août 2019 15:30:12', 'latin1')),
    false,
    '2019-08-04T15:30:12',
  ],
  [
    'a compressed time of creation',
    pngChunk('zTXt', zipped('Creation Time\0\0', '2019:07:04 15:30:12')),
    true,
    '2019-07-04T15:30:12',
  ],
  [
    'a time of creation in Unicode, compressed',
    pngChunk('iTXt', zipped('Creation Time\0\x01\0\0\0', '2019:07:04 15:30:12')),
    false,
    '2019-07-04T15:30:12',
  ],
  [
    'XMP behind the pixels, as exiftool writes it',
    pngChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), packet])),
    true,
    '2019-07-04T15:30:12',
  ],
  [
    'compressed XMP in Unicode behind the pixels',
    pngChunk('iTXt', zipped('XML:com.adobe.xmp\0\x01\0\0\0', packet)),
    true,
    '2019-07-04T15:30:12',
  ],
  ['IPTC as a text', compressed('iptc', iptc), false, '1987-07-14T00:00:00'],
  ['damaged XMP', pngChunk('zTXt', Buffer.from('Raw profile type xmp\0\0no zlib')), false, null],
])('the date of a PNG with %s is read', async (_what, extra, isLast, takenAt) => {
  expect(await processor.process(await pngWith(extra, isLast))).toMatchObject({ takenAt });
});

test('EXIF behind the pixels turns the picture, as EXIF before them does', async () => {
  const lying = buildTiff({ main: [{ id: TAG.orientation, shorts: [6] }] });
  const upright = await sharp(await drawQuadrants(320, 240).png().toBuffer())
    .rotate(-90)
    .png()
    .toBuffer();
  const [late, early] = await Promise.all(
    [upright.length - 12, 33].map((at) =>
      processor.process(
        Buffer.concat([upright.subarray(0, at), pngChunk('eXIf', lying), upright.subarray(at)]),
      ),
    ),
  );
  for (const photo of [early, late]) {
    expect(photo).toMatchObject({ width: 320, height: 240, orientation: 6 });
    const corners = await readCorners(photo?.thumbnails[300].path ?? '');
    expect(Object.values(corners)).toEqual(Object.keys(corners));
  }
});

test('colours behind the pixels count for nothing', async () => {
  const plain = await processor.process(await pngWith(Buffer.alloc(0)));
  const late = await processor.process(await pngWith(pngChunk('cICP', Buffer.from([9, 16, 0, 1])), true));
  expect(late.thumbhash).toEqual(plain.thumbhash);
});

test('a text that expands to a gigabyte is omitted', async () => {
  const swollen = deflateSync(Buffer.alloc(64 * 1024 * 1024, '0'));
  const bomb = pngChunk('zTXt', Buffer.concat([Buffer.from('Raw profile type xmp\0\0'), swollen]));
  expect(await processor.process(await pngWith(bomb))).toMatchObject({ takenAt: null });
  // All texts share a limit, which plain ones do not touch. Behind the pixels, where libpng does not inflate them too.
  const many = Buffer.concat([...Array<Buffer>(200).fill(bomb), plain('exif', exif)]);
  expect(await processor.process(await pngWith(many, true))).toMatchObject({
    takenAt: '2018-03-04T05:06:07',
  });
});
