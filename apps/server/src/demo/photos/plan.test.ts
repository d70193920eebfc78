import { describe, expect, test } from 'vitest';
import { listDemoPhotos } from './plan.ts';
import { sources } from './sources.ts';

const now = new Date('2026-11-21T12:00:00Z');
const photos = listDemoPhotos({ now });
const datesTaken = photos.flatMap(({ takenAt }) => takenAt ?? []);

function countBy(keyOf: (date: string) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const date of datesTaken) counts.set(keyOf(date), (counts.get(keyOf(date)) ?? 0) + 1);
  return counts;
}

describe('the demo photos', () => {
  test('are about 400 over seven years, none in the future', () => {
    expect(photos.length).toBeGreaterThan(380);
    expect(photos.length).toBeLessThan(460);
    expect(countBy((date) => date.slice(0, 4)).size).toBeGreaterThanOrEqual(7);
    expect(datesTaken.at(0)?.slice(0, 4)).toBe('2019');
    expect(datesTaken.every((date) => date < '2026-11-21T12:00:00')).toBe(true);
  });

  test.each(['2026-01-01T03:00:00Z', '2027-06-30T12:00:00Z', '2028-02-29T23:59:00Z'])(
    'keep their shape when first started on %s',
    (start) => {
      const plan = listDemoPhotos({ now: new Date(start) });
      expect(plan.length).toBeGreaterThan(380);
      expect(plan.length).toBeLessThan(460);
      expect(plan.every(({ takenAt }) => takenAt === null || takenAt < start)).toBe(true);
    },
  );

  test('have one month of more than 100 and months without any', () => {
    const months = countBy((date) => date.slice(0, 7));
    expect([...months.values()].filter((count) => count > 100)).toHaveLength(1);
    expect(months.has('2024-11')).toBe(false);
  });

  test('cross the border of the year, and two share a second', () => {
    expect(datesTaken).toContain('2023-12-31T23:30:00');
    expect(datesTaken).toContain('2024-01-01T00:30:00');
    expect(datesTaken.filter((date) => date === '2024-08-10T11:15:42')).toHaveLength(2);
  });

  test('include scans without a date, dates only in the file name, PNG, HEIC and turned pictures', () => {
    const count = (is: (photo: (typeof photos)[number]) => boolean) => photos.filter(is).length;
    expect(count(({ dateIn, takenAt }) => dateIn === 'nowhere' && takenAt === null)).toBe(15);
    expect(count(({ dateIn }) => dateIn === 'file-name')).toBe(8);
    expect(count(({ format }) => format === 'png')).toBe(6);
    expect(count(({ format }) => format === 'heic')).toBe(6);
    expect(count(({ offset }) => offset !== null)).toBeGreaterThan(30);
    for (const value of [3, 6, 8])
      expect(count(({ orientation }) => orientation === value)).toBeGreaterThan(5);
  });

  test('are planned the same every time, with unique names', () => {
    expect(listDemoPhotos({ now })).toEqual(photos);
    expect(new Set(photos.map(({ fileName }) => fileName)).size).toBe(photos.length);
  });

  test('stay inside the pictures they are cut from', () => {
    for (const { picture } of photos) {
      if ('bundledFile' in picture) continue;
      const { left, top, cropWidth, cropHeight } = picture.framing;
      const { width, height } = sources[picture.source];
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(left + cropWidth).toBeLessThanOrEqual(width);
      expect(top + cropHeight).toBeLessThanOrEqual(height);
    }
  });
});
