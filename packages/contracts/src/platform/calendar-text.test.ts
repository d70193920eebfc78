import { expect, test } from 'vitest';
import { compactTime, escapeText, foldedLines } from './calendar-text.ts';

test('lines are folded at 75 octets, between characters', () => {
  const line = `SUMMARY:${'ü'.repeat(60)}`;
  const folded = foldedLines([line, 'END:VEVENT']);
  expect(folded.replaceAll('\r\n ', '')).toBe(`${line}\r\nEND:VEVENT\r\n`);
  for (const part of folded.split('\r\n')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
  expect(folded.split('\r\n')).toHaveLength(4);
});

test.each([
  ['separators', 'a, b; c\\d', 'a\\, b\\; c\\\\d'],
  ['line breaks of every kind', 'one\ntwo\r\nthree\rfour', 'one\\ntwo\\nthree\\nfour'],
])('%s are escaped', (_what, text, escaped) => {
  expect(escapeText(text)).toBe(escaped);
});

test('days and instants lose their signs and fractions', () => {
  expect(compactTime('2026-04-01')).toBe('20260401');
  expect(compactTime('2026-04-01T12:30:00.123Z')).toBe('20260401T123000Z');
});
