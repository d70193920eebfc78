import { afterEach, expect, test, vi } from 'vitest';
import { dateFormat, dateInWords, numberFormat } from './formats.ts';

afterEach(() => vi.restoreAllMocks());

test('a format is made once per locale and options', () => {
  const long = () => dateFormat('de-AT', { dateStyle: 'long' });
  expect(long()).toBe(long());
  expect(long()).not.toBe(dateFormat('nl-NL', { dateStyle: 'long' }));
  expect(long()).not.toBe(dateFormat('de-AT', { dateStyle: 'full' }));
  expect(numberFormat('de-AT').format(1.5)).toBe('1,5');
});

test('and anew once the device is in another time zone', () => {
  const before = dateFormat('sv-SE', { timeStyle: 'short' });
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-540);
  expect(dateFormat('sv-SE', { timeStyle: 'short' })).not.toBe(before);
});

test.each([
  ['de-AT', { dateStyle: 'long' }, '5. März 2027'],
  ['de-AT', { dateStyle: 'long', timeStyle: 'short' }, '5. März 2027 um 14:30\u00a0Uhr'],
  ['de-DE', { timeStyle: 'long' }, '14:30:00\u00a0Uhr UTC'],
  ['nl-NL', { dateStyle: 'long', timeStyle: 'short' }, '5 maart 2027 om 14:30'],
] as const)('a time is written as people write it in %s (%o)', (locale, options, words) => {
  expect(dateInWords(new Date('2027-03-05T14:30:00Z'), locale, { ...options, timeZone: 'UTC' })).toBe(words);
});
