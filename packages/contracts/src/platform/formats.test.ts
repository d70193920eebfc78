import { afterEach, expect, test, vi } from 'vitest';
import { dateFormat, numberFormat } from './formats.ts';

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
