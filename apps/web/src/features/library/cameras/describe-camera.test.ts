import { describe, expect, test } from 'vitest';
import { exposureOf, nameOfCamera, parseWritten } from './describe-camera.ts';

describe('the camera', () => {
  test.each([
    [{ make: 'Halden', model: 'Halden M5' }, 'Halden M5'],
    [{ make: 'HALDEN CORPORATION', model: 'Halden D70' }, 'Halden D70'],
    [{ make: 'Halden-Optik', model: 'halden M5' }, 'halden M5'],
    [{ make: 'Nuvo', model: 'Phone 11' }, 'Nuvo Phone 11'],
    [{ make: 'Nuvo' }, 'Nuvo'],
    [{ model: 'M5' }, 'M5'],
    [{}, undefined],
  ])('%j is called %s', (camera, name) => expect(nameOfCamera(camera)).toBe(name));

  test.each([
    [
      'en-GB',
      { fNumber: 2.8, exposureTime: 0.004, focalLength: 35, iso: 200 },
      'f/2.8 1/250 s 35 mm ISO 200',
    ],
    [
      'de-AT',
      { fNumber: 1.78, exposureTime: 1 / 60, focalLength: 5.96, iso: 32 },
      'f/1,78 1/60 s 5,96 mm ISO 32',
    ],
    ['sv-SE', { exposureTime: 1.3, iso: 12_800 }, '1,3 s ISO 12800'],
    ['fr-FR', { exposureTime: 0.000125, focalLength: 1_200 }, '1/8000 s 1200 mm'],
    ['en-GB', { exposureTime: 0.5 }, '0.5 s'],
    ['en-GB', { exposureTime: 0.25 }, '1/4 s'],
    ['en-GB', { exposureTime: 0.333_333 }, '0.3 s'],
    ['en-GB', { exposureTime: 30 }, '30 s'],
    ['en-GB', {}, ''],
  ])('shows exposure in %s %j as %s', (locale, camera, expected) => {
    expect(exposureOf(camera, locale).join(' ').replaceAll('\u00a0', ' ')).toBe(expected);
  });
});

describe('a date as written in a file', () => {
  test.each([
    ['2099:05:01 10:00:00', { day: '2099-05-01', time: '10:00:00' }],
    ['2099-05-01T10:00:00.5+02:00', { day: '2099-05-01', time: '10:00:00' }],
    ['0000:00:00 00:00:00', undefined],
    ['2019:02:30 00:00:00', undefined],
    ['some time in 1987', undefined],
  ])('%s is %j', (text, parsed) => expect(parseWritten(text)).toEqual(parsed));
});
