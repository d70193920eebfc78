import { expect, test } from 'vitest';
import { formatDate, formatMonth } from '#/shared/format.ts';

test.each([
  ['en-GB', '05 Sep 2026'],
  ['de-AT', '05 Sep 2026'],
  ['nl-NL', '05 sep 2026'],
  ['fr-FR', '05 sept 2026'],
  ['sv-SE', '05 sep 2026'],
])('[LAY-06] a date is dd MMM yyyy in %s', (locale, text) => {
  expect(formatDate('2026-09-05T23:30:00', locale)).toBe(text);
});

test('a wall time stays what the camera said, whatever the zone of the browser', () => {
  expect(formatDate('2024-12-31T23:59:59', 'en-GB')).toBe('31 Dec 2024');
  expect(formatDate('2024-01-01T00:00:00', 'en-GB')).toBe('01 Jan 2024');
});

test('a month heading starts with a capital in every locale', () => {
  expect(formatMonth(2024, 7, 'fr-FR')).toBe('Juillet 2024');
  expect(formatMonth(2024, 7, 'sv-SE')).toBe('Juli 2024');
  expect(formatMonth(812, 7, 'en-GB')).toBe('July 812');
});
