import { describe, expect, test } from 'vitest';
import { dateInAlbumName, dateInFileName } from './dates-in-names.ts';
import { candidatesOf, type Neighbour, readNumber } from './rules.ts';

const NOW = new Date('2026-11-29T10:00:00Z');
const UNDATED = { fileName: 'IMG_0412.jpg', neighbours: [], albums: [] };
const near = (fileName: string, takenAt: string, camera = 'Halden M5'): Neighbour => ({
  fileName,
  takenAt,
  camera,
});
const datesOf = (undated: Partial<Parameters<typeof candidatesOf>[0]>) =>
  candidatesOf({ ...UNDATED, ...undated }, NOW).map(({ date }) => date);

describe('the name of a file', () => {
  test.each([
    ['IMG_20190704_153000.jpg', '2019-07-04T15:30:00'],
    ['2019-07-04 15.30.00.jpg', '2019-07-04T15:30:00'],
    ['WhatsApp Image 2019-07-04 at 15.30.00.jpeg', '2019-07-04'],
    ['IMG-20190704-WA0003.jpg', '2019-07-04'],
    ['20190704.jpg', '2019-07-04'],
    ['Oma 19740704.tif', '1974-07-04'],
    ['1974-07.jpg', '1974-07'],
    ['07.1974 Venedig.jpg', '1974-07'],
    ['Scan July 1974.jpg', '1974-07'],
    ['Jänner 1974 (2).jpg', '1974-01'],
    ['août 1974 à la mer.jpg'.normalize('NFD'), '1974-08'],
    ['mrt 1974.jpg', '1974-03'],
    ['Maj 1974.jpg', '1974-05'],
    ['1974 juli.jpg', '1974-07'],
    ['1974.jpg', '1974'],
    ['Italy 1974 12.jpg', '1974'],
    ['Weihnachten_1974.jpg', '1974'],
    ['Familie (1974).jpg', '1974'],
    ['1970.jpg', '1970'],
  ])('%s says %s', (name, date) => expect(dateInFileName(name, NOW)).toBe(date));

  test.each([
    'DSC_1974.jpg',
    'DSC_2019.jpg',
    'IMG_1999.JPG',
    'Scan 1974.jpg',
    'Foto 2012.jpg',
    'XYZ_2014.jpg',
    'P1974.jpg',
    'Screenshot_2019.png',
    '0664 20190704.jpg',
    '436641974070.jpg',
    '20191304.jpg',
    '20230229.jpg',
    '1914-1918.jpg',
    '1914 1918.jpg',
    '1920x1080.jpg',
    '1825.jpg',
    '2027.jpg',
    '2026-12.jpg',
    'IMG_0412.jpg',
    'sea.jpg',
    '',
    '١٩٧٤.jpg',
    `${'9'.repeat(5_000)}.jpg`,
  ])('%s says none', (name) => expect(dateInFileName(name, NOW)).toBeNull());

  test('is not taken for January 1970, whose heading is that of unknown dates [TL-07]', () => {
    for (const fileName of ['1970-01.jpg', 'Januar 1970.jpg', '1970-01-14.jpg'])
      expect(datesOf({ fileName })).toEqual([]);
    expect(datesOf({ fileName: 'Februar 1970.jpg' })).toEqual(['1970-02']);
  });

  test('is read quickly, however long and strange', () => {
    for (const part of ['1974-', 'juli ', '1974 ', 'scan_', '07.']) {
      const started = performance.now();
      dateInFileName(part.repeat(2_000), NOW);
      expect(performance.now() - started).toBeLessThan(500);
    }
  });

  test.each([
    ['Italy 1974', '1974'],
    ['Sommer in St. Ives 1974', '1974'],
    ['Toscana, juillet 1974', '1974-07'],
    ['2019-07-04 Party', '2019-07-04'],
    ['Best of', null],
  ])('of the album %s is read in the same way', (name, date) =>
    expect(dateInAlbumName(name, NOW)).toBe(date),
  );

  test.each([
    ['IMG_0412', { prefix: 'IMG_', number: 412 }],
    ['12', { prefix: '', number: 12 }],
    ['IMG_0412 edited', null],
    ['IMG_20190704', null],
    ['', null],
  ])('%s has the number %j', (stem, numbered) => expect(readNumber(stem)).toEqual(numbered));
});

describe('neighbours by number', () => {
  const around = (...neighbours: Neighbour[]) => datesOf({ neighbours });

  test('say the day, month or year that they have in common, and nothing else', () => {
    const before = near('IMG_0410.jpg', '2019-07-04 10:00:00');
    expect(around(before, near('IMG_0431.jpg', '2019-07-04 18:00:00'))).toEqual(['2019-07-04']);
    expect(around(before, near('IMG_0431.jpg', '2019-07-30 18:00:00'))).toEqual(['2019-07']);
    expect(around(before, near('IMG_0431.jpg', '2019-12-30 18:00:00'))).toEqual(['2019']);
    expect(around(before, near('IMG_0431.jpg', '2020-01-01 18:00:00'))).toEqual([]);
  });

  test('are the nearest on each side, and are named', () => {
    const neighbours = [
      near('IMG_0390.jpg', '2019-05-04 10:00:00'),
      near('IMG_0411.jpg', '2019-07-04 10:00:00'),
      near('IMG_0413.jpg', '2019-07-04 11:00:00'),
      near('IMG_0420.jpg', '2019-09-04 10:00:00'),
    ];
    expect(candidatesOf({ ...UNDATED, neighbours }, NOW)).toEqual([
      { date: '2019-07-04', reasons: [{ kind: 'neighbours', fileNames: ['IMG_0411.jpg', 'IMG_0413.jpg'] }] },
    ]);
  });

  test('on one side alone say their month, if they are very near', () => {
    expect(around(near('IMG_0402.jpg', '2019-07-04 10:00:00'))).toEqual(['2019-07']);
    expect(around(near('IMG_0401.jpg', '2019-07-04 10:00:00'))).toEqual([]);
    expect(around(near('IMG_0422.jpg', '2019-07-04 10:00:00'))).toEqual(['2019-07']);
  });

  test('say nothing where a camera began its numbers again, or has another prefix', () => {
    const repeated = [
      near('IMG_0411.jpg', '2019-07-04 10:00:00'),
      near('IMG_0411.jpg', '2012-07-04 10:00:00'),
    ];
    expect(around(...repeated, near('IMG_0413.jpg', '2019-07-04 10:00:00'))).toEqual([]);
    expect(around(near('DSC_0411.jpg', '2019-07-04 10:00:00'))).toEqual([]);
    expect(
      datesOf({ fileName: 'IMG_9999.jpg', neighbours: [near('IMG_0001.jpg', '2019-07-04 10:00:00')] }),
    ).toEqual([]);
  });

  test('of two cameras are two candidates', () => {
    const neighbours = [
      near('IMG_0411.jpg', '2012-07-04 10:00:00', 'Halden M5'),
      near('IMG_0413.jpg', '2012-07-04 10:00:00', 'Halden M5'),
      near('IMG_0411.jpg', '2019-03-04 10:00:00', 'Phone'),
    ];
    expect(datesOf({ neighbours })).toEqual(['2012-07-04', '2019-03']);
  });
});

describe('an album', () => {
  const album = { albumName: 'Sea', dated: 3, first: '1974-07-01 10:00:00', last: '1974-07-20 10:00:00' };

  test('says what its name says before the span of its photos', () => {
    expect(datesOf({ albums: [album] })).toEqual(['1974-07']);
    expect(datesOf({ albums: [{ ...album, albumName: 'Italy 1975' }] })).toEqual(['1975', '1974-07']);
    expect(datesOf({ albums: [{ ...album, last: '1975-01-01 10:00:00' }] })).toEqual([]);
  });

  test('of one or two dated photos says nothing by them', () => {
    expect(datesOf({ albums: [{ ...album, dated: 2 }] })).toEqual([]);
    expect(datesOf({ albums: [{ ...album, dated: 0, first: null, last: null }] })).toEqual([]);
  });

  test('that agrees with another source puts its date first, with both reasons', () => {
    const neighbours = [
      near('IMG_0411.jpg', '1974-07-03 10:00:00'),
      near('IMG_0413.jpg', '1974-07-03 10:00:00'),
    ];
    const found = candidatesOf({ fileName: 'IMG_0412.jpg', neighbours, albums: [album] }, NOW);
    expect(found).toEqual([
      {
        date: '1974-07-03',
        reasons: [
          { kind: 'neighbours', fileNames: ['IMG_0411.jpg', 'IMG_0413.jpg'] },
          { kind: 'album-photos', albumName: 'Sea' },
        ],
      },
    ]);
    const disputed = { ...album, albumName: '1980' };
    expect(datesOf({ neighbours, albums: [disputed] })).toEqual(['1974-07-03', '1980']);
  });

  test('is one of at most three candidates', () => {
    const albums = ['1971', '1972', '1973', '1974'].map((albumName) => ({ ...album, albumName, dated: 0 }));
    expect(datesOf({ albums })).toEqual(['1971', '1972', '1973']);
  });
});
