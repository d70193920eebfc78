import { describe, expect, test } from 'vitest';
import { certainPartOf, placeDate } from './plan-dates.ts';

const NOW = new Date('2026-03-10T09:00:00Z');

describe('a date that a customer sets', () => {
  test.each([
    ['1974', '1974-07-01T12:00:00', 'year'],
    ['1826', '1826-07-01T12:00:00', 'year'],
    ['2026', '2026-03-10T12:00:00', 'year'],
    ['1974-07', '1974-07-01T12:00:00', 'month'],
    ['1970-01', '1970-01-01T12:00:00', 'month'],
    ['2026-03', '2026-03-01T12:00:00', 'month'],
    ['2024-02-29', '2024-02-29T12:00:00', 'day'],
    ['2026-03-11', '2026-03-11T12:00:00', 'day'],
    ['1974-07-04T15:30:00', '1974-07-04T15:30:00', 'second'],
    ['2026-03-11T09:00:00', '2026-03-11T09:00:00', 'second'],
  ])('%s has the place %s [TL-07]', (date, place, precision) => {
    expect(placeDate(date, NOW)).toEqual({ place, precision });
  });

  test.each(['1825', '0001', '2027', '2026-04', '2026-03-12', '2026-03-11T09:00:01', '1825-12-31T23:59:59'])(
    '%s is none that a photo can have',
    (date) => {
      expect(placeDate(date, NOW)).toBeNull();
    },
  );

  test('is shown as far as it is certain', () => {
    const place = '1974-07-01 12:00:00.003';
    expect(certainPartOf(place, 'year')).toBe('1974');
    expect(certainPartOf(place, 'month')).toBe('1974-07');
    expect(certainPartOf(place, 'day')).toBe('1974-07-01');
    expect(certainPartOf(place, 'second')).toBe('1974-07-01T12:00:00.003');
    expect(certainPartOf(place, null)).toBe('1974-07-01T12:00:00.003');
  });
});
