// @vitest-environment happy-dom
import type { Photo } from '@keepsake/contracts/library/photos';
import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeLayout, makePhoto } from '#/features/library/photos/photo.fixture.ts';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { createPhotoStore } from './photo-store.ts';
import { hasFailed, UNINITIALIZED } from './section-pages.ts';
import { isExpired, useFreshAddresses, useFreshPhotos, useRetryFailed } from './use-fresh-photos.ts';

const TODAY = Date.parse('2026-06-15T10:00:00Z');
const section = { key: '2026/6', count: 1 };
const addressOf = (expiry: string) => `/media/${expiry}/${'s'.repeat(32)}/owner/photo/300`;
const signedAt = (time: number) => addressOf((Math.floor(time / DAY_MS) + 2).toString(36));

beforeEach(() => void vi.useFakeTimers({ now: TODAY, toFake: ['Date'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** A store with one page, whose addresses are signed at the time of the request, and a page that shows its picture. */
async function open() {
  let requested = 0;
  const photo = (): Photo => ({ ...makePhoto(1), url: signedAt(Date.now()) });
  const store = createPhotoStore({
    key: 'timeline',
    grouping: 'all',
    action: 'LOAD_TIMELINE_MONTH',
    pageSize: 24,
    async loadPage() {
      requested += 1;
      return { cursor: null, images: [photo()] };
    },
    loadLayout: async () => makeLayout([photo()]),
  });
  const want = async () => {
    store.want([{ section, firstPhoto: 0, endPhoto: 1, isOpen: false }]);
    await vi.waitFor(() => expect(store.getState()[section.key]?.pages[0]).toBe('fulfilled'));
  };
  await want();
  renderHook(() => useFreshAddresses(store));
  const shown = () => store.getState()[section.key]?.items[0]?.url ?? '';
  return { shown, want, requested: () => requested, fail: () => failPicture(shown()) };
}

function failPicture(src: string): void {
  const picture = document.createElement('img');
  picture.src = src;
  document.body.append(picture);
  picture.dispatchEvent(new Event('error'));
}

test('reads the last day of an address', () => {
  expect(isExpired(signedAt(TODAY), TODAY)).toBe(false);
  expect(isExpired(signedAt(TODAY), TODAY + 2 * DAY_MS)).toBe(true);
  expect(isExpired('/logo.svg', TODAY)).toBe(false);
  expect(isExpired('blob:http://localhost/1', TODAY)).toBe(false);
});

test('fetches photos again when a picture with an expired address fails', async () => {
  const { shown, want, requested, fail } = await open();
  const before = shown();
  vi.setSystemTime(TODAY + 3 * DAY_MS);
  fail();
  await want();
  expect(requested()).toBe(2);
  expect(shown()).not.toBe(before);
});

test('fetches nothing when a picture fails for another reason, nor repeatedly', async () => {
  const { want, requested, fail, shown } = await open();
  fail();
  await want();
  expect(requested()).toBe(1);
  const old = shown();
  vi.setSystemTime(TODAY + 3 * DAY_MS);
  failPicture(old);
  await want();
  failPicture(old);
  await want();
  expect(requested()).toBe(2);
});

const problem = { code: 'down', url: '/', correlationId: 'c', endpoint: 'getPhotos' };

/** Two sections, one of which fails with this status until `repair`. */
function openFailing(status: number) {
  const other = { key: '2026/5', count: 1 };
  const requested: string[] = [];
  let isRepaired = false;
  const store = createPhotoStore({
    key: 'timeline',
    grouping: 'all',
    action: 'LOAD_TIMELINE_MONTH',
    pageSize: 24,
    async loadPage({ section: { key } }) {
      requested.push(key);
      if (!isRepaired && key === section.key) throw new ApiProblem({ ...problem, status });
      return { cursor: null, images: [makePhoto(1)] };
    },
    loadLayout: async () => makeLayout([]),
  });
  const want = () =>
    store.want([section, other].map((one) => ({ section: one, firstPhoto: 0, endPhoto: 1, isOpen: false })));
  store.subscribe(want);
  const { unmount } = renderHook(() => useRetryFailed(store));
  const loaded = () => store.getState()[section.key] ?? UNINITIALIZED;
  const repair = () => {
    isRepaired = true;
  };
  return { store, want, requested, other, loaded, repair, unmount };
}

test('reloads what failed, and nothing else, when the network returns', async () => {
  vi.useFakeTimers({ now: TODAY });
  const { want, requested, other, loaded, repair } = openFailing(0);
  want();
  await vi.advanceTimersByTimeAsync(3_100);
  expect(requested.toSorted()).toEqual([other.key, section.key, section.key, section.key]);
  expect(hasFailed(loaded())).toBe(true);
  repair();
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(hasFailed(loaded())).toBe(false);
  expect(requested).toHaveLength(5);
});

test('a page that is opened after the network came back reloads what failed before', async () => {
  vi.useFakeTimers({ now: TODAY });
  const { store, want, loaded, repair, unmount } = openFailing(0);
  want();
  await vi.advanceTimersByTimeAsync(3_100);
  unmount();
  repair();
  window.dispatchEvent(new Event('online'));
  expect(hasFailed(loaded())).toBe(true);
  renderHook(() => useRetryFailed(store));
  await vi.advanceTimersByTimeAsync(0);
  expect(hasFailed(loaded())).toBe(false);
  expect(loaded().pages[0]).toBe('fulfilled');
});

test('without a word from the browser what failed is retried after a growing delay, and stays on display until it is loaded', async () => {
  vi.useFakeTimers({ now: TODAY });
  const { store, want, requested, loaded, repair } = openFailing(503);
  const shown: boolean[] = [];
  want();
  await vi.advanceTimersByTimeAsync(3_100);
  const stop = store.subscribe(() => shown.push(hasFailed(loaded())));
  await vi.advanceTimersByTimeAsync(4_100);
  expect(requested.length).toBeGreaterThan(4);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requested.length).toBeLessThan(20);
  expect(shown).not.toContain(false);
  stop();
  repair();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loaded().pages[0]).toBe('fulfilled');
  expect(hasFailed(loaded())).toBe(false);
});

test('a page out of sight retries nothing, and makes up for it once it is visible', async () => {
  vi.useFakeTimers({ now: TODAY });
  const { want, requested, loaded, repair } = openFailing(503);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  want();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(requested).toHaveLength(4);
  repair();
  visibility.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(4_100);
  expect(hasFailed(loaded())).toBe(false);
});

test('what would fail again is left to the customer', async () => {
  vi.useFakeTimers({ now: TODAY });
  const { want, requested, loaded } = openFailing(404);
  want();
  await vi.advanceTimersByTimeAsync(300_000);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(300_000);
  expect(requested).toHaveLength(2);
  expect(hasFailed(loaded())).toBe(true);
});

test('a photo without thumbnails is soon reloaded along with the months, because it may belong to another one', async () => {
  vi.useFakeTimers({ now: TODAY });
  const photo: Photo = { ...makePhoto(1), thumbnailState: 'loading', thumbnails: [] };
  const store = createPhotoStore({
    key: 'timeline',
    grouping: 'all',
    action: 'LOAD_TIMELINE_MONTH',
    pageSize: 24,
    loadPage: async () => ({ cursor: null, images: [photo] }),
    loadLayout: async () => makeLayout([photo]),
  });
  store.fill(section, { cursor: null, images: [photo] }, 0);
  const client = new QueryClient();
  client.setQueryData(['TimeLine', 'months'], {});
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  renderHook(() => useFreshPhotos(store), { wrapper });
  const isFresh = () => [
    store.getState()[section.key]?.pages[0],
    client.getQueryState(['TimeLine', 'months'])?.isInvalidated,
  ];
  expect(isFresh()).toEqual(['fulfilled', false]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(isFresh()).toEqual([undefined, true]);
});
