import { expect, test } from 'vitest';
import { breakLines, findLeftOut } from './typeface.ts';

const words = { x: 0, y: 0, width: 200, size: 10, align: 'left', grows: 'down', colour: '#000000' } as const;
const written = (text: string) => breakLines({ ...words, text });

test.each([
  ['Kent in June', ''],
  ['Zażółć gęślą jaźń – Ελλάδα – Привет', ''],
  ['Summer 🏖️ in 東京 🏖️', '🏖️ 東 京'],
])('finds the characters missing in %s', (text, leftOut) => {
  expect(findLeftOut(text)).toBe(leftOut);
});

test('writes several alphabets in one line, one after the other, and omits missing characters', () => {
  const runs = written('Привет Wien 😀!');
  expect(runs.map(({ text }) => text).join('')).toBe('Привет Wien !');
  expect(new Set(runs.map(({ face }) => face.name)).size).toBe(2);
  expect(new Set(runs.map(({ y }) => y))).toEqual(new Set([0]));
  expect(runs.map(({ x }) => x)).toEqual(runs.map(({ x }) => x).toSorted((a, b) => a - b));
});

test('keeps lines within their box, however they are mixed', () => {
  const runs = breakLines({ ...words, text: 'Москва and Wien '.repeat(8), width: 80 });
  expect(new Set(runs.map(({ y }) => y)).size).toBeGreaterThan(3);
  expect(Math.max(...runs.map(({ x }) => x))).toBeLessThan(80);
});
