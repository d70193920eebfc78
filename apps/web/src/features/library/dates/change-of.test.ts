import { describe, expect, test } from 'vitest';
import { makePhoto } from '#/features/library/photos/photo.fixture.ts';
import { changeOf, type TypedDate, typedOf } from './change-of.ts';

const NOW = new Date('2026-11-29T10:00:00Z');
const EMPTY = typedOf(undefined);
const set = (typed: Partial<TypedDate>) => changeOf({ ...EMPTY, kind: 'set', ...typed }, NOW);
const shift = (typed: Partial<TypedDate>) => changeOf({ ...EMPTY, kind: 'shift', ...typed }, NOW);

describe('what is typed', () => {
  test.each([
    [{ year: '1974' }, '1974'],
    [{ year: ' 1974 ', month: '07' }, '1974-07'],
    [{ year: '1974', month: '07', day: '4' }, '1974-07-04'],
    [{ year: '1974', month: '07', day: '04', time: '15:30' }, '1974-07-04T15:30:00'],
    [{ year: '2024', month: '02', day: '29', time: '15:30:12' }, '2024-02-29T15:30:12'],
    [{ year: '2026', month: '11', day: '30' }, '2026-11-30'],
  ])('%j is the date %s', (typed, date) => {
    expect(set(typed)).toEqual({ kind: 'set', date });
  });

  test.each<Partial<TypedDate>>([
    {},
    { year: '74' },
    { year: '0000' },
    { year: '1825' },
    { year: '2027' },
    { year: '1974', day: '4' },
    { year: '1974', month: '07', time: '15:30' },
    { year: '2023', month: '02', day: '29' },
    { year: '2026', month: '12', day: '1' },
    { year: '1974', month: '07', day: '0' },
    { year: '1974', month: '07', day: 'x' },
  ])('%j is no date of a photo', (typed) => {
    expect(set(typed)).toBeNull();
  });

  test('is a shift by all units together, back with a sign', () => {
    expect(shift({ days: '1', hours: '2', minutes: '3', seconds: '4' })).toEqual({
      kind: 'shift',
      seconds: 93_784,
    });
    expect(shift({ hours: '1', direction: 'earlier' })).toEqual({ kind: 'shift', seconds: -3_600 });
    for (const typed of [
      {},
      { hours: '0' },
      { hours: '-1' },
      { hours: '1.5' },
      { hours: 'x' },
      { days: '999999' },
    ])
      expect(shift(typed)).toBeNull();
    expect(changeOf({ ...EMPTY, kind: 'recorded' }, NOW)).toEqual({ kind: 'recorded' });
  });

  test.each([
    [undefined, '2024-04-01T08:00:05.123', { year: '2024', month: '04', day: '1', time: '08:00:05' }],
    ['day', '2024-04-01T12:00:00', { year: '2024', month: '04', day: '1', time: '' }],
    ['month', '2024-04-01T12:00:00', { year: '2024', month: '04', day: '', time: '' }],
    ['year', '2024-07-01T12:00:00', { year: '2024', month: '', day: '', time: '' }],
    [undefined, undefined, { year: '', month: '', day: '', time: '' }],
  ] as const)('begins with what is certain of a photo: %s of %s', (datePrecision, dateTaken, typed) => {
    expect(typedOf(makePhoto(1, { dateTaken, datePrecision }))).toMatchObject(typed);
  });
});
