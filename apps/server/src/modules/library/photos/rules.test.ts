import { describe, expect, test } from 'vitest';
import { fitBox, nextMonth, wallTimeIn } from './rules.ts';

describe('months', () => {
  test('cross the end of a year', () => {
    expect(nextMonth('2025-12-01')).toBe('2026-01-01');
    expect(nextMonth('2026-01-01')).toBe('2026-02-01');
  });

  test('of an upload follow the channel’s time zone [TL-42]', () => {
    const newYear = new Date('2025-12-31T23:30:00Z');
    expect(wallTimeIn('Europe/London', newYear)).toBe('2025-12-31 23:30:00.000');
    expect(wallTimeIn('Europe/Vienna', newYear)).toBe('2026-01-01 00:30:00.000');
  });
});

describe('a thumbnail', () => {
  test('fits its box by the long edge and is never enlarged', () => {
    expect(fitBox(4000, 3000, 300)).toEqual({ width: 300, height: 225 });
    expect(fitBox(3000, 4000, 800)).toEqual({ width: 600, height: 800 });
    expect(fitBox(200, 100, 300)).toEqual({ width: 200, height: 100 });
    expect(fitBox(60_000, 1, 1300)).toEqual({ width: 1300, height: 1 });
  });
});
