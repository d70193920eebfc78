import type { DateReason, SuggestedDates } from '@keepsake/contracts/library/date-candidates';
import { expect, test } from 'vitest';
import { chooseSuggestions } from './choose-suggestions.ts';

const NAME: DateReason = { kind: 'name' };
const ALBUM: DateReason = { kind: 'album-name', albumName: 'Italy 1974' };
const photo = (photoId: string, ...dates: [string, DateReason][]): SuggestedDates[number] => ({
  photoId,
  candidates: dates.map(([date, reason]) => ({ date, reasons: [reason] })),
});

test('photos of one date and one reason are one suggestion, the largest first', () => {
  const { shared, each, disputedCount } = chooseSuggestions([
    photo('a', ['1975', NAME]),
    photo('b', ['1974', ALBUM]),
    photo('c', ['1974', ALBUM]),
  ]);
  expect(shared).toEqual([
    { date: '1974', reasons: [ALBUM], photoIds: ['b', 'c'] },
    { date: '1975', reasons: [NAME], photoIds: ['a'] },
  ]);
  expect(each.map(({ date, photoIds }) => [date, photoIds])).toEqual([
    ['1974', ['b', 'c']],
    ['1975', ['a']],
  ]);
  expect(disputedCount).toBe(0);
});

test('photos of one date have no date each, whatever the reasons', () => {
  const { shared, each } = chooseSuggestions([photo('a', ['1974', NAME]), photo('b', ['1974', ALBUM])]);
  expect(shared).toHaveLength(2);
  expect(each).toEqual([]);
});

test('contradictions are offered, and none is chosen beforehand', () => {
  const { shared, each, disputedCount } = chooseSuggestions([
    photo('a', ['1974', NAME], ['1975', ALBUM]),
    photo('b', ['1975', ALBUM]),
    photo('c', ['1976', NAME]),
  ]);
  expect(shared[0]).toEqual({ date: '1975', reasons: [ALBUM], photoIds: ['a', 'b'] });
  expect(each.map(({ photoIds }) => photoIds)).toEqual([['b'], ['c']]);
  expect(disputedCount).toBe(1);
});

test('of many dates three are offered, and nothing of none', () => {
  const many = chooseSuggestions(['1971', '1972', '1973', '1974'].map((date) => photo(date, [date, NAME])));
  expect(many.shared).toHaveLength(3);
  expect(many.each).toHaveLength(4);
  expect(chooseSuggestions([])).toEqual({ shared: [], each: [], disputedCount: 0 });
});
