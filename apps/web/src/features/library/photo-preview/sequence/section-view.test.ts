import { describe, expect, test } from 'vitest';
import { decodeLayout } from '#/features/library/photo-store/decode-layout.ts';
import {
  type PagesAction,
  type PagesState,
  reducePages,
} from '#/features/library/photo-store/section-pages.ts';
import { idOf, makeLayout, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { viewSections } from './section-view.ts';
import type { Sections } from './section-walk.ts';

const march = { key: '2024/3', count: 30 };
const april = { key: '2024/4', count: 2 };
const may = { key: '2024/5', count: 1 };
const photos = {
  [march.key]: makePhotos(100, 30),
  [april.key]: makePhotos(200, 2),
  [may.key]: makePhotos(300, 1),
};

const page = (key: string, number: number): PagesAction => {
  const images = photos[key]?.slice(number * 24, (number + 1) * 24) ?? [];
  return {
    type: 'fulfil',
    key,
    page: number,
    pageSize: 24,
    requestedAt: 0,
    result: { cursor: null, images },
  };
};
const list = (actions: PagesAction[], hidden: string[] = []): Sections => ({
  sections: [may, april, march],
  pages: actions.reduce(reducePages, {} as PagesState),
  pageSize: 24,
  hidden: new Map(hidden.map((id) => [id, { pending: 1, doneAt: 0 }])),
});
const whole = [page(may.key, 0), page(april.key, 0), page(march.key, 0), page(march.key, 1)];
const at = (sections: Sections, n: number, more = {}) =>
  viewSections(sections, {
    photoId: idOf(n),
    lastKnown: undefined,
    sectionKey: undefined,
    early: undefined,
    reach: 3,
    ...more,
  });
const idsAround = (sections: Sections, n: number, more = {}) => {
  const { previous, photo, next } = at(sections, n, more);
  return [previous, photo, next].map((one) => (one ? one.imageId : one));
};

describe('a list in months', () => {
  test('continues across months, and ends at both ends [PRV-01]', () => {
    expect(idsAround(list(whole), 201)).toEqual([idOf(200), idOf(201), idOf(100)]);
    expect(idsAround(list(whole), 300)).toEqual([null, idOf(300), idOf(200)]);
    expect(idsAround(list(whole), 129)).toEqual([idOf(128), idOf(129), null]);
    expect(at(list(whole), 201).position).toEqual({ at: 3, total: 33 });
  });

  test('wants the next month, or the next page, at the edge of what is loaded [PRV-02]', () => {
    const edge = at(list([page(april.key, 0)]), 201);
    expect([edge.next, edge.previous?.imageId]).toEqual([undefined, idOf(200)]);
    expect(edge.wanted).toContainEqual({ section: march, firstPhoto: 0, endPhoto: 1, isOpen: false });
    const within = at(list([page(march.key, 0)]), 123);
    expect(within.next).toBeUndefined();
    expect(within.wanted).toContainEqual({ section: march, firstPhoto: 24, endPhoto: 25, isOpen: false });
  });

  test('contains the photos around the current one, across months and with gaps for those not loaded', () => {
    const existing = list([page(may.key, 0), page(april.key, 0)], [idOf(201)]);
    const strip = at(existing, 200);
    expect(strip.nearby.map(({ steps, photo }) => [steps, photo?.imageId])).toEqual([
      [-1, idOf(300)],
      [0, idOf(200)],
      [1, undefined],
      [2, undefined],
      [3, undefined],
    ]);
    expect(new Set(strip.nearby.map(({ key }) => key)).size).toBe(5);
    expect(strip.wanted).toContainEqual({ section: march, firstPhoto: 2, endPhoto: 3, isOpen: false });
    expect(at(existing, 200, { reach: 0 }).nearby.map(({ steps }) => steps)).toEqual([0]);
  });

  test('finds a photo opened by its address through the layout of its month', () => {
    expect(at(list([]), 110, { sectionKey: march.key }).wanted).toEqual([
      { section: march, firstPhoto: 0, endPhoto: 0, isOpen: true },
    ]);
    const layout = decodeLayout(makeLayout(photos[march.key] ?? []));
    const existing = list([
      { type: 'fulfil', page: 'layout', key: march.key, result: layout, pageSize: 24, requestedAt: 0 },
    ]);
    expect(at(existing, 110).wanted[0]).toMatchObject({ firstPhoto: 10, endPhoto: 11 });
    expect(at(existing, 999, { sectionKey: march.key }).status).toBe('missing');
  });

  test('shows the neighbour of a photo hidden by a deletion, and the photo again if that fails [PRV-06]', () => {
    expect(idsAround(list(whole, [idOf(201)]), 201)).toEqual([idOf(200), idOf(100), idOf(101)]);
    expect(idsAround(list(whole, [idOf(129)]), 129)).toEqual([idOf(127), idOf(128), null]);
    expect(at(list(whole), 201).photo?.imageId).toBe(idOf(201));
  });

  test('shows the photo that replaced a deleted one [PRV-06]', () => {
    const later = list(
      whole.concat({
        ...page(april.key, 0),
        result: { cursor: null, images: makePhotos(201, 1) },
      } as PagesAction),
    );
    later.sections = [may, { ...april, count: 1 }, march];
    expect(idsAround(later, 200, { lastKnown: { section: 1, index: 0 } })[1]).toBe(idOf(201));
  });

  test('is empty without months, or once its last photo is hidden [PRV-23]', () => {
    expect(at({ ...list([]), sections: [] }, 1).status).toBe('empty');
    const one = { ...list([page(may.key, 0)], [idOf(300)]), sections: [may] };
    expect(at(one, 300).status).toBe('empty');
  });

  test('reports that the page of the photo cannot be loaded', () => {
    const layout = decodeLayout(makeLayout(photos[march.key] ?? []));
    const failed = list([
      { type: 'fulfil', page: 'layout', key: march.key, result: layout, pageSize: 24, requestedAt: 0 },
      { type: 'reject', key: march.key, page: 0, isTemporary: false },
    ]);
    expect(at(failed, 110).status).toBe('failed');
  });
});
