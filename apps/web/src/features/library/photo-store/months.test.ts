import { describe, expect, test } from 'vitest';
import { makeLayout, makePhoto } from '#/features/library/photos/photo.fixture.ts';
import { createMonthTitles, monthInSentence, monthsOf, parseMonthKey, yearOfKey } from './months.ts';

const map = { '2023': { '12': 3, '2': 1 }, '2024': { '1': 5, '10': 0 }, '1970': { '1': 2 } };
const { ratios } = makeLayout([makePhoto(1, { visibleWidth: 300, visibleHeight: 200 })]);
const months = { map, layout: { '2023': { '2': ratios } } };

describe('monthsOf', () => {
  test('returns a section per month, keyed year/month, in the order of the sort [TL-01][TL-31]', () => {
    expect(monthsOf(months, 'desc')).toEqual([
      { key: '2024/1', count: 5, group: '2024' },
      { key: '2023/12', count: 3, group: '2023' },
      { key: '2023/2', count: 1, group: '2023', firstRatios: Float32Array.of(1.5) },
      { key: '1970/1', count: 2, group: '1970' },
    ]);
    expect(monthsOf(months, 'asc').map(({ key }) => key)).toEqual(['1970/1', '2023/2', '2023/12', '2024/1']);
  });
});

describe('month titles', () => {
  test.each([
    ['en-GB', 'March 2024'],
    ['de-AT', 'März 2024'],
    ['fr-FR', 'Mars 2024'],
    ['sv-SE', 'Mars 2024'],
    ['nl-NL', 'Maart 2024'],
  ])('names the month in %s', (locale, title) => {
    expect(createMonthTitles(locale, '?')('2024/3')).toBe(title);
    expect(createMonthTitles(locale, '?')('2024/3', 'short')).toMatch(/^M[a-zä]{2,3} 2024$/);
  });

  test("calls January 1970 'Unknown Date' and no other month [TL-07]", () => {
    const titleOf = createMonthTitles('en-GB', 'Unknown Date');
    expect([titleOf('1970/1'), titleOf('1970/2')]).toEqual(['Unknown Date', 'February 1970']);
    expect([yearOfKey('1970/1'), yearOfKey('1970/2')]).toEqual(['', '1970']);
  });

  test('names the month inside a sentence, and not that of unknown dates', () => {
    expect(monthInSentence('2024/3', 'nl-NL')).toBe('maart 2024');
    expect(monthInSentence('1970/1', 'nl-NL')).toBeNull();
  });

  test('parses year and month of a key', () => {
    expect(parseMonthKey('2024/3')).toEqual({ year: '2024', month: '3' });
  });
});
