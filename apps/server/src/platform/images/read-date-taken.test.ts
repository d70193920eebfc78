import { describe, expect, test } from 'vitest';
import { describePhoto } from './describe-photo.ts';
import { buildTiff, TAG, type TiffTag } from './testing/build-tiff.ts';
import { NOW } from './testing/test-processor.ts';

function readDateTaken(source: Parameters<typeof describePhoto>[0]) {
  const { takenAt, takenOffsetMinutes } = describePhoto(source);
  return { takenAt, takenOffsetMinutes };
}
const original = (ascii: string): TiffTag => ({ id: TAG.dateTimeOriginal, ascii });
const digitized = (ascii: string): TiffTag => ({ id: TAG.dateTimeDigitized, ascii });
const offset = (ascii: string): TiffTag => ({ id: TAG.offsetTimeOriginal, ascii });
const read = (...exif: TiffTag[]) => readDateTaken({ exif: buildTiff({ exif }), now: NOW });
const readXmp = (attributes: string) =>
  readDateTaken({
    xmp: Buffer.from(
      `<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' xmlns:exif='http://ns.adobe.com/exif/1.0/' xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/' ${attributes}/></rdf:RDF></x:xmpmeta><?xpacket end='w'?>`,
    ),
    now: NOW,
  });
const UNKNOWN = { takenAt: null, takenOffsetMinutes: null };

describe('the date taken', () => {
  test('is the camera’s wall time, with its offset separate', () => {
    expect(read(original('2019:07:04 15:30:12'), offset('+02:00'))).toEqual({
      takenAt: '2019-07-04T15:30:12',
      takenOffsetMinutes: 120,
    });
  });

  test('reads the block with and without its prefix', () => {
    const tiff = buildTiff({ exif: [original('2019:07:04 15:30:12')] });
    const prefixed = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
    expect(readDateTaken({ exif: prefixed, now: NOW })).toEqual(readDateTaken({ exif: tiff, now: NOW }));
  });

  test('falls back to the date of digitising, never to that of modification', () => {
    expect(read(original('0000:00:00 00:00:00'), digitized('2018:01:02 03:04:05')).takenAt).toBe(
      '2018-01-02T03:04:05',
    );
    const modified = buildTiff({ main: [{ id: TAG.dateTime, ascii: '2018:01:02 03:04:05' }] });
    expect(readDateTaken({ exif: modified, now: NOW })).toEqual(UNKNOWN);
  });

  test.each([
    '0000:00:00 00:00:00',
    '    :  :     :  :  ',
    '9999:12:31 23:59:59',
    '2026:06:16 12:00:01',
    '1970:01:01 00:00:00',
    '1970:01:01 02:00:00',
    '1601:01:01 00:00:00',
    '2019:02:29 10:00:00',
    '2019:13:01 10:00:00',
    '2019:00:00 00:00:00',
    '2019',
    '1562246412345',
    `2019:07:04${' '.repeat(100)}`.padEnd(100_000, '1'),
    'yesterday',
    '<img src=x onerror=alert(1)>',
    '',
  ])('is unknown for %j', (text) => {
    expect(read(original(text))).toEqual(UNKNOWN);
  });

  test.each([
    ['2026:06:16 11:59:59', '2026-06-16T11:59:59'],
    ['2020:02:29 00:00:00', '2020-02-29T00:00:00'],
    ['1955:06:01 12:00:00', '1955-06-01T12:00:00'],
    ['2019:07:04 15:30:12\0\0', '2019-07-04T15:30:12'],
    ['2019-07-04 15:30:12', '2019-07-04T15:30:12'],
    ['2019:7:4 5:03:02', '2019-07-04T05:03:02'],
    ['20190704 153012', '2019-07-04T15:30:12'],
    ['20190704', '2019-07-04T00:00:00'],
    ['04.07.2019 15:30:12', '2019-07-04T15:30:12'],
    [' 2019:07:04 15:30:12', '2019-07-04T15:30:12'],
    ['2019:07:04 15:30:12.123', '2019-07-04T15:30:12.123'],
    ['2019:07:04 15:30', '2019-07-04T15:30:00'],
    ['2019:07:04', '2019-07-04T00:00:00'],
    ['2019/07/04 15:30:12', '2019-07-04T15:30:12'],
    ['2004:08: 3 12: 5: 9', '2004-08-03T12:05:09'],
    ['2019:07:04 03:30:12 PM', '2019-07-04T15:30:12'],
    ['2019:07:04 15:30:12 CEST', '2019-07-04T15:30:12'],
    ['2019:07:04 15:30:60', '2019-07-04T15:30:59'],
    ['2019:07:04_15:30:12', '2019-07-04T15:30:12'],
    ['2019-07-04 15h30m12s', '2019-07-04T15:30:12'],
    ['2019-07-04 15h30', '2019-07-04T15:30:00'],
    ['2019:07:04 15:30:12-07:00 DST', '2019-07-04T15:30:12'],
    ['Thu Jul  4 15:30:12 2019', '2019-07-04T15:30:12'],
    ['Thu Jul  4 15:30:12 CEST 2019', '2019-07-04T15:30:12'],
    ['Thu 04 Jul 2019 15:30:12 CEST', '2019-07-04T15:30:12'],
    ['Thursday, 4 July 2019 15:30:12', '2019-07-04T15:30:12'],
    ['Jul 4, 2019 15:30:12', '2019-07-04T15:30:12'],
    ['July 4, 2019, 3:30:12 PM', '2019-07-04T15:30:12'],
    // Whose time cannot be read keeps its day, whose day is not known its month.
    ['2019:07:04 24:00:00', '2019-07-04T00:00:00'],
    ['2019:07:04 10:60:00', '2019-07-04T00:00:00'],
    ['2019:07:04 03:30:12 nachm.', '2019-07-04T00:00:00'],
    ['1993:08:  :  :', '1993-08-01T00:00:00'],
    ['1993:08:     :  :  ', '1993-08-01T00:00:00'],
    ['1993-08', '1993-08-01T00:00:00'],
    ['2023:05:00 00:00:00', '2023-05-01T00:00:00'],
  ])('accepts %j', (text, expected) => {
    expect(read(original(text)).takenAt).toBe(expected);
  });

  test.each([
    ['+99:00', null],
    ['+14:00', 840],
    ['-12:00', -720],
    ['+14:30', null],
    ['+05:45', 345],
    ['-03:30', -210],
    ['+02:75', null],
    ['-5:00', -300],
    ['+02', 120],
    ['+2', 120],
    ['+0530', 330],
    ['GMT+02:00', 120],
    ['UTC', 0],
    ['+02:00:00', 120],
    ['+02.00', 120],
    ['+ 2:00', 120],
    ['+15:00', null],
    ['Z', 0],
    ['   :  ', null],
  ])('has with the offset %j the offset %j and the same wall time', (text, minutes) => {
    const taken = read(original('2019:07:04 15:30:12'), offset(text));
    expect(taken).toEqual({ takenAt: '2019-07-04T15:30:12', takenOffsetMinutes: minutes });
  });

  test.each([
    ['5', '.500'],
    ['123456', '.123'],
    ['000', ''],
    ['abc', ''],
  ])('has with sub-seconds %j the fraction %j', (ascii, fraction) => {
    const taken = read(original('2019:07:04 15:30:12'), { id: TAG.subSecTimeOriginal, ascii });
    expect(taken.takenAt).toBe(`2019-07-04T15:30:12${fraction}`);
  });

  test('survives 10 MB of comment', () => {
    const comment = { id: TAG.userComment, bytes: new Uint8Array(10 * 1024 * 1024).fill(0xff) };
    expect(read(comment, original('2019:07:04 15:30:12')).takenAt).toBe('2019-07-04T15:30:12');
  });

  test('survives invalid UTF-8 and NaN in the position', () => {
    const gps = { id: 0x8825, shorts: [0xffff, 0xffff] };
    const text = { id: TAG.imageDescription, ascii: '\xff\xfe\xc3\x28<img onerror>' };
    const exif = buildTiff({ main: [text, gps], exif: [original('2019:07:04 15:30:12')] });
    expect(readDateTaken({ exif, now: NOW }).takenAt).toBe('2019-07-04T15:30:12');
  });

  test('is unknown for damaged blocks', () => {
    const whole = buildTiff({ exif: [original('2019:07:04 15:30:12')] });
    for (let length = 0; length < whole.length - 2; length++) {
      expect(readDateTaken({ exif: whole.subarray(0, length), xmp: Buffer.from('<x'), now: NOW })).toEqual(
        UNKNOWN,
      );
    }
  });

  test.each([
    [`exif:DateTimeOriginal="2019-07-04T15:30:12.25+02:00"`, '2019-07-04T15:30:12.250', 120],
    [`photoshop:DateCreated="2019-07-04"`, '2019-07-04T00:00:00', null],
    [`xmp:CreateDate="2019-07-04T15:30Z"`, '2019-07-04T15:30:00', 0],
    [
      `xmp:CreateDate="2001-01-01T00:00:00" exif:DateTimeOriginal="2019-07-04T15:30:12"`,
      '2019-07-04T15:30:12',
      null,
    ],
    [`xmp:ModifyDate="2019-07-04T15:30:12"`, null, null],
    [`xmp:CreateDate="2019"`, null, null],
  ])('reads XMP %s', (attributes, takenAt, takenOffsetMinutes) => {
    expect(readXmp(attributes)).toEqual({ takenAt, takenOffsetMinutes });
  });
});

describe('the date taken of a scan', () => {
  /** A dataset of IPTC's second record. */
  const dataset = (id: number, text: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, id, 0, text.length]), Buffer.from(text, 'latin1')]);
  /** An IPTC block with Photoshop's heading. */
  function iptcOf(...datasets: Buffer[]): Buffer {
    const records = Buffer.concat(datasets);
    const resource = Buffer.from([
      0x38,
      0x42,
      0x49,
      0x4d,
      4,
      4,
      0,
      0,
      0,
      0,
      records.length >> 8,
      records.length & 255,
    ]);
    return Buffer.concat([
      Buffer.from('Photoshop 3.0\0'),
      resource,
      records,
      Buffer.alloc(records.length % 2),
    ]);
  }
  const [DAY, TIME, DIGITISED] = [0x37, 0x3c, 0x3e];
  const readIptc = (...datasets: Buffer[]) => readDateTaken({ iptc: iptcOf(...datasets), now: NOW });

  test.each([
    [[dataset(DAY, '19870714'), dataset(TIME, '123000+0100')], '1987-07-14T12:30:00', 60],
    [[dataset(DAY, '19870714')], '1987-07-14T00:00:00', null],
    [[dataset(DAY, '19870800')], '1987-08-01T00:00:00', null],
    [[dataset(DAY, '00000000')], null, null],
    [[dataset(DIGITISED, '20190704')], '2019-07-04T00:00:00', null],
  ])('is read from IPTC', (datasets, takenAt, takenOffsetMinutes) => {
    expect(readIptc(...datasets)).toEqual({ takenAt, takenOffsetMinutes });
  });

  test('is the original’s, wherever it stands, before the day of the scan', () => {
    const scanned = buildTiff({ exif: [digitized('2019:07:04 15:30:12')] });
    const taken = { exif: scanned, iptc: iptcOf(dataset(DAY, '19870714')), now: NOW };
    expect(readDateTaken(taken).takenAt).toBe('1987-07-14T00:00:00');
    expect(readDateTaken({ pngCreated: '2012-03-04T05:06:07+01:00', now: NOW })).toEqual({
      takenAt: '2012-03-04T05:06:07',
      takenOffsetMinutes: 60,
    });
  });

  test('is unknown for damaged blocks', () => {
    const whole = iptcOf(dataset(DAY, '19870714'));
    for (let length = 0; length < whole.length - 4; length++)
      expect(readDateTaken({ iptc: whole.subarray(0, length), now: NOW }).takenAt).toBeNull();
    expect(readDateTaken({ iptc: Buffer.alloc(70_000, 0x1c), now: NOW })).toEqual(UNKNOWN);
  });
});
