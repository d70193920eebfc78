import { nameZone } from '@keepsake/contracts/platform/zone-names';
import { afterEach, expect, test, vi } from 'vitest';
import {
  createMomentInSentence,
  formatDate,
  formatDateInSentence,
  formatDay,
  formatDayInSentence,
  formatMonth,
  formatMonthInSentence,
  formatMonthShort,
} from '#/shared/format.ts';
import { formatNearDay } from '#/shared/near-days.ts';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['en-GB', '05 Sep 2026'],
  ['de-AT', '05. Sep 2026'],
  ['nl-NL', '05 sep 2026'],
  ['fr-FR', '05 sept 2026'],
  ['sv-SE', '05 sep 2026'],
])('a date is dd MMM yyyy in %s [LAY-06]', (locale, text) => {
  expect(formatDay('2026-09-05', locale)).toBe(text);
});

test.each([
  ['da-DK', '29. nov. 2028', 'Nov. 2028'],
  ['pl-PL', '29 lis 2028', 'Lis 2028'],
  ['de-DE', '29. Nov 2028', 'Nov 2028'],
])('in the added language %s a short date has the form of the language', (locale, day, month) => {
  expect(formatDay('2028-11-29', locale)).toBe(day);
  expect(formatMonthShort(2028, 11, locale)).toBe(month);
});

test('a calendar day is shown unchanged, whatever the browser’s zone', () => {
  expect(formatDay('2024-12-31', 'en-GB')).toBe('31 Dec 2024');
  expect(formatDay('2024-01-01', 'en-GB')).toBe('01 Jan 2024');
});

test.each([
  ['Europe/London', '31 Dec 2026', '31 December 2026'],
  ['Europe/Vienna', '01 Jan 2027', '1 January 2027'],
  ['America/New_York', '31 Dec 2026', '31 December 2026'],
  ['Pacific/Auckland', '01 Jan 2027', '1 January 2027'],
])('the day of an instant is that of %s if the channel’s clocks are there', (timeZone, short, long) => {
  expect(formatDate('2026-12-31T23:30:00Z', 'en-GB', timeZone)).toBe(short);
  expect(formatDateInSentence('2026-12-31T23:30:00Z', 'en-GB', timeZone)).toBe(long);
});

test('a month heading starts with a capital in every locale', () => {
  expect(formatMonth(2024, 7, 'fr-FR')).toBe('Juillet 2024');
  expect(formatMonth(2024, 7, 'sv-SE')).toBe('Juli 2024');
  expect(formatMonth(812, 7, 'en-GB')).toBe('July 812');
});

test.each([
  ['en-GB', '1 March 2027', 'March 2027'],
  ['de-AT', '1. März 2027', 'März 2027'],
  ['nl-NL', '1 maart 2027', 'maart 2027'],
  ['fr-FR', '1er mars 2027', 'mars 2027'],
  ['sv-SE', '1 mars 2027', 'mars 2027'],
])('dates and months are written in full inside sentences in %s', (locale, date, month) => {
  expect(formatDayInSentence('2027-03-01', locale)).toBe(date);
  expect(formatMonthInSentence(2027, 3, locale)).toBe(month);
});

test.each([
  ['en-GB', 'Tuesday 1 December', 'Tue 1 Dec', 'Friday 1 January 2027'],
  ['de-AT', 'Dienstag, 1. Dezember', 'Di., 1. Dez.', 'Freitag, 1. Jänner 2027'],
  ['nl-NL', 'dinsdag 1 december', 'di 1 dec', 'vrijdag 1 januari 2027'],
  ['fr-FR', 'mardi 1er décembre', 'mar. 1er déc.', 'vendredi 1er janvier 2027'],
  ['sv-SE', 'tisdag 1 december', 'tis 1 dec.', 'fredag 1 januari 2027'],
])('a near day has its weekday, and its year if that is another one, in %s', (locale, long, short, next) => {
  vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z'), toFake: ['Date'] });
  expect(formatNearDay('2026-12-01', locale)).toBe(long);
  expect(formatNearDay('2026-12-01', locale, 'short')).toBe(short);
  expect(formatNearDay('2027-01-01', locale)).toBe(next);
});

test('the first of a month is an ordinal in French, with a time, too', () => {
  const moment = createMomentInSentence('fr-FR')(new Date('2027-03-01T01:11:00Z'));
  expect(moment).toBe('1er mars 2027 à 01:11');
});

test.each([
  ['en-GB', 'Europe/London', 'GMT'],
  ['de-AT', 'Europe/Vienna', 'MEZ'],
  ['nl-NL', 'Europe/Amsterdam', 'CET'],
  ['fr-FR', 'Europe/Paris', 'heure d’Europe centrale'],
  ['sv-SE', 'Europe/Stockholm', 'CET'],
  ['de-AT', 'Europe/London', 'Mittlere Greenwich-Zeit'],
  ['fr-FR', 'Europe/London', 'heure moyenne de Greenwich'],
])('readers of %s see the time of %s as %s, never as a number', (locale, timeZone, name) => {
  expect(nameZone({ at: new Date('2026-12-14T11:00:00Z'), locale, timeZone })).toBe(name);
});
