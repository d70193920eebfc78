import { expect, test } from 'vitest';
import { formatSize, unitOf } from './export-size.ts';

const KB = 1024;
test.each([
  [1, '1.00 Bytes'],
  [1_023, '1,023.00 Bytes'],
  [KB, '1.00 KB'],
  [1_536, '1.50 KB'],
  [KB ** 2 - 1, '1,024.00 KB'],
  [KB ** 2, '1.00 MB'],
  [3_456_789, '3.30 MB'],
  [KB ** 3, '1.00 GB'],
  [2 * KB ** 3 - 9_000, '2.00 GB'],
  [5_000 * KB ** 3, '5,000.00 GB'],
])('%i bytes are %s [EXP-23]', (bytes, text) => {
  const unit = unitOf(bytes);
  expect(`${formatSize(bytes, unit, 'en-GB')} ${unit}`).toBe(text);
});

test('decimals follow the language [EXP-23]', () => {
  expect(formatSize(1_536, 'KB', 'de-AT')).toBe('1,50');
  expect(formatSize(1_536, 'KB', 'fr-FR')).toBe('1,50');
});

test.each(['TB', 'kb', '', 'length', 'constructor'])('%j is not a unit [EXP-24]', (unit) => {
  expect(() => formatSize(1, unit, 'en-GB')).toThrow(new Error('Invalid unit size!'));
});
