import { expect, test } from 'vitest';
import { makePhoto } from '../photo.fixture.ts';
import { nextTile } from './scroll-to-day.tsx';

const DAY = '2023-11-20';
const monthOf = (days: readonly (number | null)[], count = days.length) => ({
  photos: days.map((day, index) =>
    day === null ? undefined : { ...makePhoto(index), dateTaken: `2023-11-${day}T12:00:00` },
  ),
  count,
});

test.each<[string, (number | null)[], ReturnType<typeof nextTile>]>([
  ['the first photo of the day', [25, 21, 20, 20, 12], { tile: 2, isFirst: true }],
  ['the first of all photos', [20, 20], { tile: 0, isFirst: true }],
  ['the middle of a month that is not loaded', [null, null, null, null], { tile: 2, isFirst: false }],
  ['half way to the next loaded photo', [25, 24, null, null, null, 12], { tile: 3, isFirst: false }],
  [
    'half way to a photo of the day that may not be its first',
    [25, null, null, 20],
    { tile: 2, isFirst: false },
  ],
  ['half way to the end', [25, 24, null, null], { tile: 3, isFirst: false }],
  ['nothing in a month without photos of the day', [25, 24, 12, 11], undefined],
  ['nothing in a month that ends before', [25, 24], undefined],
])('newest first, the way to a day leads to %s', (_, days, expected) => {
  expect(nextTile(monthOf(days), DAY, 'desc')).toEqual(expected);
});

test('oldest first, the way leads on past earlier days', () => {
  expect(nextTile(monthOf([12, null, null, 25]), DAY, 'asc')).toEqual({ tile: 2, isFirst: false });
  expect(nextTile(monthOf([12, 19, 20, 25]), DAY, 'asc')).toEqual({ tile: 2, isFirst: true });
});

test('the way leads into a month of which no or only the first photos are loaded', () => {
  expect(nextTile(monthOf([], 40), DAY, 'desc')).toEqual({ tile: 20, isFirst: false });
  expect(nextTile(monthOf([25, 24], 40), DAY, 'desc')).toEqual({ tile: 21, isFirst: false });
});
