import { describe, expect, test } from 'vitest';
import { decodeLayout } from '#/features/library/photo-store/decode-layout.ts';
import {
  type PagesAction,
  type PagesState,
  reducePages,
} from '#/features/library/photo-store/section-pages.ts';
import { idOf, makeLayout, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { isGoneFrom } from './section-view.ts';

const key = '2024/3';
const requested = { photoId: idOf(123), lastKnown: { section: 0, index: 23 }, sectionKey: key };
const page = (from: number): PagesAction => {
  const result = { cursor: 'more', images: makePhotos(from, 24) };
  return { type: 'fulfil', key, page: 0, pageSize: 24, requestedAt: 0, result };
};
const layout = (from: number, count: number): PagesAction => {
  const columns = decodeLayout(makeLayout(makePhotos(from, count)));
  return { type: 'fulfil', page: 'layout', key, result: columns, pageSize: 24, requestedAt: 0 };
};
const listAfter = (actions: PagesAction[], sections = [{ key, count: 30 }]) => ({
  sections,
  pages: actions.reduce(reducePages, {} as PagesState),
  pageSize: 24,
  hidden: new Map(),
});

describe('whether a photo is gone from its list', () => {
  test('is unknown from a page if photos were added before it', () => {
    const moved = [page(100), { type: 'outdate', keys: [key] } as const, page(97)];
    expect(isGoneFrom(listAfter([page(100)]), requested)).toBe(false);
    expect(isGoneFrom(listAfter(moved), requested)).toBeUndefined();
    expect(isGoneFrom(listAfter([...moved, layout(97, 33)]), requested)).toBe(false);
  });

  test('is known from a layout without it, or a list without its section', () => {
    expect(isGoneFrom(listAfter([page(130), layout(130, 24)]), requested)).toBe(true);
    expect(isGoneFrom(listAfter([page(100)], []), requested)).toBe(true);
  });

  test('is false for a photo never seen in it, or when its layout cannot be loaded', () => {
    expect(isGoneFrom(listAfter([page(130)]), { ...requested, lastKnown: undefined })).toBe(false);
    const refused = [page(130), { type: 'reject', page: 'layout', key, isTemporary: false } as const];
    expect(isGoneFrom(listAfter(refused), requested)).toBe(false);
  });
});
