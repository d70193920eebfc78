import { describe, expect, test } from 'vitest';
import { makeLayout, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { decodeLayout } from './decode-layout.ts';
import { type PagesAction, type PagesState, reducePages, UNINITIALIZED } from './section-pages.ts';

const key = '2024/3';
const after = (actions: PagesAction[], from: PagesState = {}) => actions.reduce(reducePages, from);
const fulfil = (page: number, count = 24, cursor: string | null = 'next', requestedAt = 0): PagesAction => {
  return {
    type: 'fulfil',
    key,
    page,
    pageSize: 24,
    requestedAt,
    result: { cursor, images: makePhotos(page * 24, count) },
  };
};
const idsOf = (state: PagesState) => state[key]?.items.map((photo) => photo?.imageId);

describe('pages of a month', () => {
  test('starts as uninitialized, without cursor or items [TL-32]', () => {
    expect(UNINITIALIZED).toMatchObject({ cursor: null, items: [], status: 'uninitialized' });
  });

  test('becomes pending on fetch, under the key year/month [TL-31][TL-33]', () => {
    expect(after([{ type: 'fetch', key, page: 0 }])).toMatchObject({ '2024/3': { status: 'pending' } });
  });

  test('appends pages and becomes fulfilled [TL-34]', () => {
    const state = after([
      { type: 'fetch', key, page: 0 },
      fulfil(0),
      { type: 'fetch', key, page: 1 },
      fulfil(1, 6, null),
    ]);
    expect(state[key]).toMatchObject({ status: 'fulfilled', cursor: null });
    expect(idsOf(state)).toEqual(makePhotos(0, 30).map((photo) => photo.imageId));
  });

  test('keeps the cursor of the furthest page [TL-32]', () => {
    expect(after([fulfil(0, 24, 'after 24')])[key]?.cursor).toBe('after 24');
    expect(after([fulfil(2, 24, 'after 72'), fulfil(0, 24, 'after 24')])[key]?.cursor).toBe('after 72');
  });

  test('becomes rejected on a failed fetch and keeps what it has [TL-35]', () => {
    const state = after([
      fulfil(0),
      { type: 'fetch', key, page: 1 },
      { type: 'reject', key, page: 1, isTemporary: false },
    ]);
    expect(state[key]).toMatchObject({ status: 'rejected', pages: { 0: 'fulfilled', 1: 'rejected' } });
    expect(state[key]?.items).toHaveLength(24);
  });

  test('resets all months to uninitialized [TL-36]', () => {
    expect(after([fulfil(0), { type: 'reset' }])).toEqual({});
  });

  test('inserts a page where it belongs after a jump', () => {
    const items = after([fulfil(2, 10, null)])[key]?.items ?? [];
    expect(items).toHaveLength(58);
    expect(items.slice(0, 48).every((photo) => photo === undefined)).toBe(true);
    expect(items[48]?.imageId).toBe(makePhotos(48, 1)[0]?.imageId);
  });

  test('repeats what failed, and only that', () => {
    const state = after([
      fulfil(0),
      { type: 'reject', key, page: 1, isTemporary: false },
      { type: 'retry', key },
    ]);
    expect(state[key]?.pages).toEqual({ 0: 'fulfilled' });
  });

  test('shows outdated photos until their pages are fetched again', () => {
    const state = after([fulfil(0), { type: 'outdate', keys: [key, 'unknown'] }]);
    expect(state[key]).toMatchObject({ status: 'uninitialized', pages: {} });
    expect(idsOf(state)).toHaveLength(24);
    expect(Object.keys(state)).toEqual([key]);
  });

  test('reorders known photos to match a new layout and refetches pages with holes', () => {
    const [newest, ...rest] = makePhotos(99, 1).concat(makePhotos(0, 48));
    const layout = decodeLayout(makeLayout([newest, ...rest].filter((photo) => photo !== undefined)));
    const state = after([
      fulfil(0),
      fulfil(1),
      { type: 'fulfil', page: 'layout', key, result: layout, pageSize: 24, requestedAt: 0 },
    ]);
    expect(idsOf(state)).toEqual([undefined, ...makePhotos(0, 48).map((photo) => photo.imageId)]);
    expect(state[key]).toMatchObject({
      layoutStatus: 'fulfilled',
      pages: { 0: 'uninitialized', 1: 'fulfilled' },
    });
  });

  test('keeps photos that a new layout does not move, and leaves holes for new ones', () => {
    const layout = decodeLayout(makeLayout(makePhotos(0, 60)));
    const pages = after([fulfil(0)]);
    const state = after(
      [{ type: 'fulfil', page: 'layout', key, result: layout, pageSize: 24, requestedAt: 0 }],
      pages,
    );
    expect(state[key]?.items).toEqual([...(pages[key]?.items ?? []), ...Array(36).fill(undefined)]);
    expect(state[key]?.pages).toEqual({ 0: 'fulfilled' });
  });

  test('is as old as its oldest part, until a layout replaces its list', () => {
    const layout = decodeLayout(makeLayout(makePhotos(0, 48)));
    const pages = after([fulfil(0, 24, 'next', 4), fulfil(1, 24, 'next', 5)]);
    expect(pages[key]?.requestedAt).toBe(4);
    const outdated = after([{ type: 'outdate', keys: [key] }, fulfil(0, 24, 'next', 7)], pages);
    expect(outdated[key]?.requestedAt).toBe(4);
    const anew = after(
      [{ type: 'fulfil', page: 'layout', key, result: layout, pageSize: 24, requestedAt: 7 }],
      outdated,
    );
    expect(anew[key]?.requestedAt).toBe(7);
  });

  test('keeps the identity of other months', () => {
    const state = after([fulfil(0)]);
    const next = reducePages(state, { type: 'fetch', key: '2024/4', page: 0 });
    expect(next[key]).toBe(state[key]);
  });
});
