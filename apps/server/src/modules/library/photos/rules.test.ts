import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../platform/problem.ts';
import { decodeCursor, encodeCursor, fitBox, nextMonth, wallTimeIn } from './rules.ts';

const id = '01900000-0000-7000-8000-000000000001';

describe('the cursor', () => {
  it('brings back the very position, to the millisecond, for every date a photo may have', () => {
    const dates = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9998-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, (date) => {
        const order = date.toISOString().slice(0, 23).replace('T', ' ');
        const position = decodeCursor('dateTaken', 'desc', encodeCursor('dateTaken', 'desc', { order, id }));
        expect(position).toEqual({ order, id });
      }),
    );
  });

  it('is refused when it was tampered with or belongs to another sort', () => {
    const cursor = encodeCursor('dateTaken', 'desc', { order: '2020-01-01 00:00:00', id });
    const bad = [
      '',
      'x',
      `${cursor}x`,
      cursor.replace('dd', 'dx'),
      "dd_1_' or 1=1",
      `dd_99999999999999999_${id}`,
      `dd_-999999999999999_${id}`,
    ];
    for (const tampered of bad)
      expect(() => decodeCursor('dateTaken', 'desc', tampered), tampered).toThrow(Problem);
    expect(() => decodeCursor('created', 'desc', cursor)).toThrow(Problem);
    expect(() => decodeCursor('dateTaken', 'asc', cursor)).toThrow(Problem);
  });
});

describe('months', () => {
  it('go over the end of a year', () => {
    expect(nextMonth('2025-12-01')).toBe('2026-01-01');
    expect(nextMonth('2026-01-01')).toBe('2026-02-01');
  });

  it('[TL-42] of an upload follow the clock of the channel', () => {
    const newYear = new Date('2025-12-31T23:30:00Z');
    expect(wallTimeIn('Europe/London', newYear)).toBe('2025-12-31 23:30:00.000');
    expect(wallTimeIn('Europe/Vienna', newYear)).toBe('2026-01-01 00:30:00.000');
  });
});

describe('a thumbnail', () => {
  it('fits its box by the long edge and is never enlarged', () => {
    expect(fitBox(4000, 3000, 300)).toEqual({ width: 300, height: 225 });
    expect(fitBox(3000, 4000, 800)).toEqual({ width: 600, height: 800 });
    expect(fitBox(200, 100, 300)).toEqual({ width: 200, height: 100 });
    expect(fitBox(60_000, 1, 1300)).toEqual({ width: 1300, height: 1 });
  });
});
