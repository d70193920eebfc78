import { describe, expect, test } from 'vitest';
import { makeLayout, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { decodeLayout } from './decode-layout.ts';
import { UNINITIALIZED } from './section-pages.ts';
import { runsOf, visibleIndexes } from './visible-indexes.ts';

const photos = makePhotos(0, 60);
const layout = decodeLayout(makeLayout(photos));
const section = { key: '2024/3', count: 60 };
const hide = (...places: number[]) => hideAs({ pending: 1, doneAt: 0 }, ...places);
const hideAs = (hiding: { pending: number; doneAt: number }, ...places: number[]) =>
  new Map(places.map((place) => [photos[place]?.imageId ?? '', hiding]));
const fresh = { ...UNINITIALIZED, items: photos.slice(0, 24), pages: { 0: 'fulfilled' as const } };

describe('visibleIndexes', () => {
  test('is null when nothing is hidden', () => {
    expect(visibleIndexes(section, fresh, new Map())).toBeNull();
    expect(visibleIndexes(section, fresh, hide(40))).toBeNull();
  });

  test('leaves out hidden photos among the loaded ones [DEL-13]', () => {
    const places = visibleIndexes(section, fresh, hide(1, 3));
    expect(places).toHaveLength(58);
    expect([...(places ?? [])].slice(0, 4)).toEqual([0, 2, 4, 5]);
  });

  test('finds photos that are not loaded by the layout', () => {
    const places = visibleIndexes(section, { ...UNINITIALIZED, layout }, hide(0, 59));
    expect([...(places ?? [])]).toEqual(Array.from({ length: 58 }, (_, index) => index + 1));
  });

  test('does not subtract a deleted photo twice while the list is older than the count', () => {
    const outdated = { ...fresh, pages: {} };
    expect(visibleIndexes({ ...section, count: 59 }, outdated, hide(1))).toHaveLength(59);
    expect(visibleIndexes({ ...section, count: 59 }, { ...UNINITIALIZED, layout }, hide(1))).toHaveLength(59);
  });

  test('leaves room for a photo that was added after all others had been removed [CPY-08, ALD-28]', () => {
    const one = decodeLayout(makeLayout(photos.slice(0, 1)));
    const outdated = { ...UNINITIALIZED, items: photos.slice(0, 1), layout: one };
    const removed = hideAs({ pending: 0, doneAt: 1 }, 0);
    expect([...(visibleIndexes({ ...section, count: 1 }, outdated, removed) ?? [])]).toEqual([1]);
    expect(visibleIndexes({ ...section, count: 1 }, outdated, hide(0))).toHaveLength(0);
  });

  test('hides a removed photo in lists requested before the removal, not in later ones [ALD-28]', () => {
    const taken = hideAs({ pending: 0, doneAt: 3 }, 1);
    expect(visibleIndexes(section, { ...fresh, requestedAt: 2 }, taken)).toHaveLength(59);
    expect(visibleIndexes(section, { ...fresh, requestedAt: 3 }, taken)).toBeNull();
    const takenAgain = hideAs({ pending: 1, doneAt: 3 }, 1);
    expect(visibleIndexes(section, { ...fresh, requestedAt: 3 }, takenAgain)).toHaveLength(59);
  });

  test('ignores a layout that is older than the list', () => {
    const listed = { ...fresh, items: photos.slice(3, 27), layout };
    expect(visibleIndexes({ ...section, count: 57 }, listed, hide(0, 1, 2))).toBeNull();
  });

  test.each(['pending', 'rejected'] as const)(
    'nor while its list is loading or has failed: %s [DEL-13]',
    (status) => {
      const four = { ...UNINITIALIZED, items: photos.slice(0, 4), pages: { 0: status } };
      expect([...(visibleIndexes({ ...section, count: 2 }, four, hide(0, 2)) ?? [])]).toEqual([1, 3]);
    },
  );
});

describe('runsOf', () => {
  test('spans a gap of hidden photos', () => {
    const places = Int32Array.from([0, 1, 3, 200, 201]);
    expect(runsOf(places, { first: 0, end: 5 }, 24)).toEqual([
      { first: 0, end: 4 },
      { first: 200, end: 202 },
    ]);
    expect(runsOf(null, { first: 2, end: 9 }, 24)).toEqual([{ first: 2, end: 9 }]);
  });
});
