import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, daysBetween, monthsBetween } from './retention.ts';

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const months = fc.integer({ min: -60, max: 60 });

/** Month of a day, counted from the year 0. */
const monthOf = (of: string) => Number(of.slice(0, 4)) * 12 + Number(of.slice(5, 7)) - 1;
const dayOfMonth = (of: string) => Number(of.slice(8));
const lastDayOf = (of: string) => new Date(Date.UTC(+of.slice(0, 4), +of.slice(5, 7), 0)).getUTCDate();

describe('the calendar of storage', () => {
  test.each([
    ['2024-08-31', 18, '2026-02-28'],
    ['2022-08-31', 18, '2024-02-29'],
    ['2024-02-29', 18, '2025-08-29'],
    ['2025-06-15', 18, '2026-12-15'],
    ['2025-12-31', 18, '2027-06-30'],
    ['2026-05-31', -3, '2026-02-28'],
  ])('%s and %s months are %s [RET-01, RET-02]', (from, by, to) => expect(addMonths(from, by)).toBe(to));

  test('adding months leads to the same day of the target month, or its last [RET-01]', () => {
    fc.assert(
      fc.property(day, months, (from, by) => {
        const to = addMonths(from, by);
        expect(monthOf(to)).toBe(monthOf(from) + by);
        expect(dayOfMonth(to)).toBe(Math.min(dayOfMonth(from), lastDayOf(to)));
      }),
    );
  });

  test('a later day never leads to an earlier one [RET-03]', () => {
    fc.assert(
      fc.property(day, day, months, (a, b, by) => {
        const [first, second] = a <= b ? [a, b] : [b, a];
        expect(addMonths(first, by) <= addMonths(second, by)).toBe(true);
      }),
    );
  });

  test('days can be added and subtracted back', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -2_000, max: 2_000 }), (from, by) => {
        expect(daysBetween(from, addDays(from, by))).toBe(by);
      }),
    );
  });

  test('the months between two days are the most that can be subtracted from the second [RET-14, RET-15]', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 900 }), (from, days) => {
        const to = addDays(from, days);
        const between = monthsBetween(from, to);
        expect(addMonths(to, -between) >= from).toBe(true);
        expect(addMonths(to, -between - 1) < from).toBe(true);
      }),
    );
  });

  test('no months are left on the day itself and after it', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 900 }), (to, days) => {
        expect(monthsBetween(addDays(to, days), to)).toBe(0);
      }),
    );
  });
});
