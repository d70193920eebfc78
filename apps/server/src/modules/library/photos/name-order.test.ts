import { expect, test } from 'vitest';
import { nameOrder } from './name-order.ts';

const inOrder = (names: readonly string[]) =>
  names.toSorted((a, b) => Buffer.compare(Buffer.from(nameOrder(a)), Buffer.from(nameOrder(b))));

test.each([
  ['WhatsApp days', ['IMG-20200501-WA0000.jpg', 'IMG-20200501-WA0007.jpg', 'IMG-20200501-WA0010.jpg']],
  ['scans', ['Scan.jpg', 'Scan 2.jpg', 'Scan 9.jpg', 'Scan 10.jpg']],
  ['bursts', ['IMG_20200501_101010.jpg', 'IMG_20200501_101010_1.jpg', 'IMG_20200501_101010_12.jpg']],
  ['copies', ['DSC_0001.JPG', 'dsc_0001 (1).jpg', 'DSC_0001 (2).JPG', 'dsc_0002.jpg']],
  ['names in letters', ['Anna.jpg', 'a\u0308rger.jpg', 'Ärger 2.jpg', 'bert.jpg', 'Zoe.jpg']],
])('%s are in the order of their names', (_, names) => {
  expect(inOrder(names)).toEqual(names);
  expect(inOrder(names.toReversed())).toEqual(names);
});

test('any name gives a key that the database stores and a cursor holds', () => {
  for (const name of ['', '\u0000', '\u{1f600}'.repeat(250), 'a1'.repeat(127), 'ﷺ'.repeat(80), '.jpg']) {
    const key = nameOrder(name);
    expect(key).not.toBe('');
    expect(key).not.toContain('\u0000');
    expect(key.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(key)).toBeLessThanOrEqual(1_200);
  }
});
