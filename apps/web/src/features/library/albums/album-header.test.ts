import { dateFormat } from '@keepsake/contracts/platform/formats';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { createdText, formatPeriod } from './album-header.tsx';

const t = ((key: string, values?: { date?: string }) =>
  `${key}${values?.date ? ` ${values.date}` : ''}`) as unknown as TFunction;
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
const now = new Date(2026, 2, 1, 0, 30);
const here = dateFormat('en-GB').resolvedOptions().timeZone;
const text = (created: string, timeZone = here) =>
  createdText(created, { now, locale: 'en-GB', timeZone, t });

test('an album created since midnight was created today, even by a clock that is ahead [ALD-05]', () => {
  expect(text(at(2026, 2, 1, 0, 0))).toBe('album.createdToday');
  expect(text(at(2026, 2, 1, 9, 0))).toBe('album.createdToday');
});

test('one created an hour ago, before midnight, was created yesterday [ALD-06]', () => {
  expect(text(at(2026, 1, 28, 23, 30))).toBe('album.createdYesterday');
  expect(text(at(2026, 1, 28, 0, 0))).toBe('album.createdYesterday');
});

test('an earlier one shows its date [ALD-07]', () => {
  expect(text(at(2026, 1, 27, 23, 59))).toBe('albums.created 27 Feb 2026');
});

test('that date is the one on the channel’s clocks [ALD-07]', () => {
  expect(text('2026-01-15T23:30:00Z', 'Europe/London')).toBe('albums.created 15 Jan 2026');
  expect(text('2026-01-15T23:30:00Z', 'Europe/Vienna')).toBe('albums.created 16 Jan 2026');
});

test.each([
  ['one day', '2026-05-12', '2026-05-12', 'en-GB', '12 May 2026'],
  ['days of one month', '2026-05-12', '2026-05-14', 'en-GB', '12–14 May 2026'],
  ['months of one year', '2026-05-31', '2026-07-01', 'en-GB', 'May – July 2026'],
  ['years', '1968-07-20', '2024-05-31', 'en-GB', 'July 1968 – May 2024'],
  ['German', '2026-05-31', '2026-07-01', 'de-AT', 'Mai – Juli 2026'],
  ['French', '2026-05-31', '2026-07-01', 'fr-FR', 'Mai – juillet 2026'],
  ['French, from the first of a month', '2026-05-01', '2026-05-03', 'fr-FR', '1er–3 mai 2026'],
  ['Dutch', '2026-05-12', '2026-05-14', 'nl-NL', '12–14 mei 2026'],
  ['Swedish', '2026-05-31', '2026-07-01', 'sv-SE', 'Maj – juli 2026'],
])('a period of %s', (_, from, to, locale, text) => {
  const plain = (written: string) =>
    written.replaceAll(/[\u2009\u202f\u00a0 ]/g, ' ').replaceAll(/ ?– ?/g, '–');
  expect(plain(formatPeriod({ from, to }, locale))).toBe(plain(text));
});
