import type { PhotoPage } from '@keepsake/contracts/library/photos';
import { describe, expect, test, vi } from 'vitest';
import { makeLayout, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import type { PageRequest, PhotoSource } from './photo-source.ts';
import { createPhotoStore } from './photo-store.ts';

const section = { key: '2024/3', count: 60 };
const all = makePhotos(0, 60);

function setUp() {
  const requests: PageRequest[] = [];
  const answers: ((page: PhotoPage | Error) => void)[] = [];
  const source: PhotoSource = {
    key: 'timeline dateTaken desc',
    grouping: 'all',
    action: 'LOAD_TIMELINE_MONTH',
    pageSize: 24,
    loadPage(request) {
      requests.push(request);
      return new Promise((resolve, reject) => {
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      });
    },
    loadLayout: async () => makeLayout(all),
  };
  const store = createPhotoStore(source);
  const want = (firstPhoto: number, endPhoto: number, isOpen = false) =>
    store.want([{ section, firstPhoto, endPhoto, isOpen }]);
  const answer = async (index: number, page: PhotoPage | Error) => {
    answers[index]?.(page);
    await vi.waitFor(() =>
      expect(Object.values(store.getState()[section.key]?.pages ?? {})).not.toContain('pending'),
    );
  };
  return { store, source, requests, want, answer };
}

describe('createPhotoStore', () => {
  test('fetches the pages of 24 that are wanted, once [TL-08][TL-09]', async () => {
    const { want, requests, answer, store } = setUp();
    want(0, 24);
    want(0, 20);
    await answer(0, { cursor: 'c1', images: all.slice(0, 24) });
    want(0, 24);
    expect(requests.map(({ offset, cursor }) => ({ offset, cursor }))).toEqual([{ offset: 0, cursor: null }]);
    expect(store.getState()[section.key]?.items).toHaveLength(24);
  });

  test('fetches the next page by cursor, and a page after a jump by offset [TL-29]', async () => {
    const { want, requests, answer } = setUp();
    want(0, 24);
    await answer(0, { cursor: 'c1', images: all.slice(0, 24) });
    want(24, 25);
    expect(requests[1]).toMatchObject({ cursor: 'c1', offset: 24 });
    want(48, 60);
    expect(requests[2]).toMatchObject({ cursor: null, offset: 48 });
  });

  test('fetches pages of its source’s size [PHO-10]', async () => {
    const { store, source, requests } = setUp();
    store.use({ ...source, key: 'album', pageSize: 500 });
    store.want([{ section: { key: 'photos', count: 1_200 }, firstPhoto: 480, endPhoto: 510, isOpen: false }]);
    expect(requests.map(({ offset }) => offset)).toEqual([0, 500]);
  });

  test('fetches the layout of an opened month [TL-11]', async () => {
    const { want, store } = setUp();
    want(0, 24, true);
    await vi.waitFor(() => expect(store.getState()[section.key]?.layoutStatus).toBe('fulfilled'));
    expect(store.getState()[section.key]?.layout?.count).toBe(60);
  });

  test('aborts requests for photos scrolled past and repeats them on return', async () => {
    const { want, store, requests } = setUp();
    want(0, 24);
    store.want([]);
    expect(requests[0]?.signal.aborted).toBe(true);
    want(0, 24);
    expect(requests).toHaveLength(2);
  });

  test('does not repeat a failed request until retry is called [TL-35]', async () => {
    const { want, store, answer, requests } = setUp();
    want(0, 24);
    await answer(0, new Error('down'));
    want(0, 24);
    expect(requests).toHaveLength(1);
    store.retry(section.key);
    want(0, 24);
    expect(requests).toHaveLength(2);
  });

  test('discards everything when the sort changes, including answers under way [TL-36]', async () => {
    const { want, store, source, answer } = setUp();
    want(0, 24);
    store.use({ ...source, key: 'timeline created desc' });
    await answer(0, { cursor: null, images: all.slice(0, 24) });
    expect(store.getState()).toEqual({});
  });

  test('marks a loaded month that grew as outdated, and no others', async () => {
    const { want, store, answer, requests } = setUp();
    store.expect([section]);
    want(0, 24);
    await answer(0, { cursor: 'c1', images: all.slice(0, 24) });
    store.expect([section, { key: '2024/4', count: 1 }]);
    want(0, 24);
    expect(requests).toHaveLength(1);
    store.expect([{ ...section, count: 61 }]);
    want(0, 24);
    expect(requests).toHaveLength(2);
  });

  test('marks a list of another version as outdated, even with the same count', async () => {
    const { want, store, answer, requests } = setUp();
    store.expect([{ ...section, version: 'monday' }]);
    want(0, 24);
    await answer(0, { cursor: 'c1', images: all.slice(0, 24) });
    store.expect([{ ...section, version: 'monday' }]);
    want(0, 24);
    expect(requests).toHaveLength(1);
    store.expect([{ ...section, version: 'tuesday' }]);
    want(0, 24);
    expect(requests).toHaveLength(2);
  });
});
