import { expect, test } from 'vitest';
import { isLakeDay, listDemoAlbums } from './demo-albums.ts';
import { listDemoPhotos } from './photos/plan.ts';

test.each([2026, 2027, 2028, 2029])('the demo of %i has albums of all sizes', (year) => {
  const now = new Date(`${year}-11-21T12:00:00Z`);
  const photos = listDemoPhotos({ now });
  const sizes = new Map(
    listDemoAlbums(now).map(({ name, contains }) => [name, photos.filter(contains).length]),
  );
  expect(sizes.get('Three weeks in Italy')).toBeGreaterThan(100);
  expect(sizes.get('For the kitchen wall')).toBe(0);
  const others = [...sizes].filter(([name]) => !/Italy|kitchen/.test(name));
  expect(others.filter(([, photos]) => photos < 3)).toEqual([]);
  expect(photos.filter(isLakeDay).length).toBeGreaterThan(10);
  for (const { created } of listDemoAlbums(now)) expect(Date.parse(created)).toBeLessThan(now.getTime());
});
