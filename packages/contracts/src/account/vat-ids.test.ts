import { expect, it } from 'vitest';
import { isInVies, isVatId, normaliseVatId } from './vat-ids.ts';

it.each([
  ['atu 123 456 75', 'ATU12345675'],
  ['BE 0123.456.789', 'BE0123456789'],
  ['de-123456789', 'DE123456789'],
  ['GR123456789', 'EL123456789'],
  ['ＦＲ AB 123456789', 'FRAB123456789'],
  ['gb 123 4567 89', 'GB123456789'],
  ['IE 1+23456A', 'IE1+23456A'],
  ['IE1234567FA', 'IE1234567FA'],
  ['NL123456789B01', 'NL123456789B01'],
  ['SE123456789001', 'SE123456789001'],
  ['XI123456789', 'XI123456789'],
])('%s is the VAT id %s', (typed, expected) => {
  expect(normaliseVatId(typed)).toBe(expected);
  expect(isVatId(expected)).toBe(true);
});

it.each([
  '',
  '12345675',
  'AT12345675',
  'ATU1234567',
  'DE12345678',
  'US123456789',
  'FRIO123456789',
  'SE123456789002',
  'constructor',
  'NL123456789A01',
])('%s is none', (typed) => expect(isVatId(normaliseVatId(typed))).toBe(false));

it('Great Britain’s are not in VIES, Northern Ireland’s are', () => {
  expect(['GB123456789', 'XI123456789', 'ATU12345675'].map(isInVies)).toEqual([false, true, true]);
});
