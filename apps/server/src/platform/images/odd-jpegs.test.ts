import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeJpegHead } from './describe-photo.ts';
import { addExif } from './testing/add-exif.ts';
import { buildTiff, TAG } from './testing/build-tiff.ts';
import { NOW, startTestProcessor } from './testing/test-processor.ts';

let processor: Awaited<ReturnType<typeof startTestProcessor>>;
/** Noise, so that its last rows have many bytes, and larger than one read of libvips. */
let jpeg: Buffer;
let progressive: Buffer;
beforeAll(async () => {
  processor = await startTestProcessor();
  const create = { width: 1000, height: 750, channels: 3 as const, background: '#888' };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  jpeg = await sharp({ create: { ...create, noise } })
    .jpeg()
    .toBuffer();
  progressive = await sharp(jpeg).jpeg({ progressive: true }).toBuffer();
});
afterAll(() => processor.close());

const segment = (marker: number, body: string) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, body.length + 2]), Buffer.from(body, 'latin1')]);
const withSegment = (bytes: Buffer, marker: number, body: string) =>
  Buffer.concat([bytes.subarray(0, 2), segment(marker, body), bytes.subarray(2)]);
const jfif = (bytes: Buffer, major: number) =>
  withSegment(bytes, 0xe0, `JFIF\0${String.fromCharCode(major)}\0\0\0\x01\0\x01\0\0`);
const adobe = (bytes: Buffer, transform: number) =>
  withSegment(bytes, 0xee, `Adobe\0\x64\0\0\0\0${String.fromCharCode(transform)}`);
const withoutEnd = (bytes: Buffer) => bytes.subarray(0, -2);
const withHole = (bytes: Buffer) => Buffer.from(bytes).fill(0xff, 100_000, 100_400);
const oddScan = (bytes: Buffer) => {
  const odd = Buffer.from(bytes);
  const scan = odd.indexOf(Buffer.from([0xff, 0xda]));
  odd[scan + 2 + odd.readUInt16BE(scan + 2) - 2] = 0;
  return odd;
};
/** Changes the frame's header: at 1 its process, at 4 its bits, at 5 and 6 its height. */
const withFrame = (at: number, ...values: number[]) => {
  const changed = Buffer.from(jpeg);
  changed.set(values, changed.indexOf(Buffer.from([0xff, 0xc0])) + at);
  return changed;
};

describe('a whole JPEG is shown [IMP-02]', () => {
  test.each([
    ['without an end', () => withoutEnd(jpeg)],
    ['with half an end', () => jpeg.subarray(0, -1)],
    ['padded with zeros instead of an end', () => Buffer.concat([withoutEnd(jpeg), Buffer.alloc(4096)])],
    ['without an end, progressive', () => withoutEnd(progressive), () => progressive],
    ['of JFIF 2', () => jfif(jpeg, 2)],
    ['of JFIF 2, without an end', () => withoutEnd(jfif(jpeg, 2))],
    ['of three channels with the transform of four', () => adobe(jpeg, 2)],
    ['of an unknown transform', () => adobe(jpeg, 7)],
    ['with an odd scan header', () => oddScan(jpeg)],
    [
      'with bytes that belong to nothing',
      () => Buffer.concat([withoutEnd(jpeg), Buffer.from('\0\0\0\xff\xd9', 'latin1')]),
    ],
  ] as [string, () => Buffer, (() => Buffer)?][])(
    '%s, as its intact original',
    async (_, make, original = () => jpeg) => {
      const [shown, whole] = await Promise.all([processor.process(make()), processor.process(original())]);
      expect(shown).toMatchObject({ width: 1000, height: 750 });
      expect([...shown.thumbhash]).toEqual([...whole.thumbhash]);
    },
  );
});

describe('damage is found [IMP-02]', () => {
  test.each([
    ['of JFIF 2 with a hole', () => withHole(jfif(jpeg, 2))],
    ['of JFIF 2 that is cut short', () => jfif(jpeg, 2).subarray(0, -3000)],
    ['with an odd scan header and a hole', () => withHole(oddScan(jpeg))],
    ['without its last rows', () => jpeg.subarray(0, -4000)],
    [
      'without its last rows, but with an end',
      () => Buffer.concat([jpeg.subarray(0, -4000), jpeg.subarray(-2)]),
    ],
    ['whose last scan is cut', () => progressive.subarray(0, -2000)],
  ])('in a JPEG %s', async (_, make) => {
    await expect(processor.process(make())).rejects.toMatchObject({ code: 'TRUNCATED' });
  });
});

describe('not supported is not damaged [IMP-02]', () => {
  test.each([
    ['12 bits', () => withFrame(4, 12)],
    ['a hierarchical process', () => withFrame(1, 0xc5)],
    ['a height that follows the pixels', () => withFrame(5, 0, 0)],
  ])('a JPEG of %s', async (_, make) => {
    await expect(processor.process(make())).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT' });
  });
});

test.each([
  ['damaged', () => jpeg.subarray(0, -4000), 'TRUNCATED'],
  ['not supported', () => withFrame(1, 0xc5), 'UNSUPPORTED_FORMAT'],
])('date and camera are read although the pixels are %s', async (_, make, code) => {
  const exif = buildTiff({
    main: [{ id: TAG.model, ascii: 'Halden M5' }],
    exif: [{ id: TAG.dateTimeOriginal, ascii: '2019:07:04 15:30:12' }],
  });
  await expect(processor.process(addExif(make(), exif))).rejects.toMatchObject({
    code,
    description: { takenAt: '2019-07-04T15:30:12', camera: { model: 'Halden M5' } },
  });
});

test('the day in IPTC is read, whichever of the segments APP13 has it', async () => {
  const day = '8BIM\x04\x04\0\0\0\0\0\x0d\x1c\x02\x37\0\x0819870714\0';
  const other = '8BIM\x03\xed\0\0\0\0\0\x02\0\0';
  const photo = withSegment(jpeg, 0xed, `Photoshop 3.0\0${day}`);
  for (const first of [`Photoshop 3.0\0${other}`, 'Adobe_CM\0\x01']) {
    const dated = withSegment(photo, 0xed, first);
    expect(await processor.process(dated)).toMatchObject({ takenAt: '1987-07-14T00:00:00' });
    expect(describeJpegHead(dated, NOW)).toMatchObject({ takenAt: '1987-07-14T00:00:00' });
  }
});
