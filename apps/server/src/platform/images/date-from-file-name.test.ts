import { describe, expect, test } from 'vitest';
import { dateFromFileName } from './date-from-file-name.ts';

const now = new Date('2026-06-15T12:00:00Z');

describe('the date in a file name', () => {
  test.each([
    ['IMG_20190704_153012.jpg', '2019-07-04T15:30:12'],
    ['20190704_153012.jpg', '2019-07-04T15:30:12'],
    ['20190704_153012(0).heic', '2019-07-04T15:30:12'],
    ['20190704153012.jpg', '2019-07-04T15:30:12'],
    ['PXL_20210704_153012345.jpg', '2021-07-04T15:30:12.345'],
    ['PXL_20210704_153012345.MP.jpg', '2021-07-04T15:30:12.345'],
    ['WhatsApp Image 2020-05-01 at 12.30.11.jpeg', '2020-05-01T12:30:11'],
    ['WhatsApp Image 2020-05-01 at 12.30.11 (2).jpeg', '2020-05-01T12:30:11'],
    ['WhatsApp Image 2020-05-01 at 1.30.11 PM.jpeg', '2020-05-01T13:30:11'],
    ['Screenshot 2020-05-01 at 12.05.00\u202fAM.png', '2020-05-01T00:05:00'],
    ['Screenshot_2019-07-04-15-30-12.png', '2019-07-04T15:30:12'],
    ['Screenshot_20190704-153012_Chrome.jpg', '2019-07-04T15:30:12'],
    ['Photo 04.07.2019, 15 30 12.jpg', '2019-07-04T15:30:12'],
    ['signal-2021-01-02-030405.jpg', '2021-01-02T03:04:05'],
    ['signal-2021-01-02-03-04-05-678.jpg', '2021-01-02T03:04:05'],
    ['2019-07-04 15.30.12.jpg', '2019-07-04T15:30:12'],
    ['Bildschirmfoto 2019-07-04 um 15.30.12.png', '2019-07-04T15:30:12'],
    ['Schermafbeelding 2019-07-04 om 15.30.12.png', '2019-07-04T15:30:12'],
    ['Capture d’écran 2019-07-04 à 15.30.12.png', '2019-07-04T15:30:12'],
    ['Capture d’écran 2019-07-04 à 15.30.12.png'.normalize('NFD'), '2019-07-04T15:30:12'],
    ['Skärmavbild 2019-07-04 kl. 15.30.12.png', '2019-07-04T15:30:12'],
    ['Skärmavbild 2019-07-04 kl 15.30.12.png', '2019-07-04T15:30:12'],
    ['Photo 04.07.2019 um 15.30.12.jpg', '2019-07-04T15:30:12'],
    ['WP_20140504_15_30_12_Pro.jpg', '2014-05-04T15:30:12'],
    ['1975-08-12 14.30.00.jpg', '1975-08-12T14:30:00'],
  ])('%s', (name, expected) => {
    expect(dateFromFileName(name, now)).toBe(expected);
  });

  test.each([
    ['IMG-20200501-WA0003.jpg', '2020-05-01T00:00:00'],
    ['IMG_20200501.jpg', '2020-05-01T00:00:00'],
    ['WP_20140504_001.jpg', '2014-05-04T00:00:00'],
    ['Hochzeit 1962-09-22.jpg', '1962-09-22T00:00:00'],
    ['Scan 14.07.1987.jpg', '1987-07-14T00:00:00'],
    ['Hochzeit 2018-09-22 Kirche.jpg', '2018-09-22T00:00:00'],
    ['IMG_20190704_993012.jpg', '2019-07-04T00:00:00'],
  ])('%s has a day without a time: midnight', (name, expected) => {
    expect(dateFromFileName(name, now)).toBe(expected);
  });

  test.each([
    'DSC_0001.JPG',
    'IMG_1234.HEIC',
    '',
    '+436641990123456.jpg',
    '0664-2019-07-04-1234567.jpg',
    '20190704.jpg',
    'Version 1.10.12.2019.1.jpg',
    'Rechnung 4711-20190704.jpg',
    '9020190704153012.jpg',
    'IMG_20191304_153012.jpg',
    'IMG_20190230_101010.jpg',
    'IMG_19700101_000000.jpg',
    'IMG_18990704_153012.jpg',
    'IMG_19620704_153012.jpg',
    'IMG_19620704.jpg',
    'IMG_99991231_235959.jpg',
    'IMG_20260617_000000.jpg',
    'FB_IMG_1562246412345.jpg',
    'b3c1f7e0-2019-0704-1530-12aa34bb56cc.jpg',
    `${'1'.repeat(100_000)}.jpg`,
    `${'2019-07-04'.repeat(10_000)}`,
  ])('%.60s has none', (name) => {
    expect(dateFromFileName(name, now)).toBeNull();
  });

  test('may be a day ahead, because the zone is unknown', () => {
    expect(dateFromFileName('IMG_20260616_013000.jpg', now)).toBe('2026-06-16T01:30:00');
  });
});
