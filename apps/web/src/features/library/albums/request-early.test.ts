// @vitest-environment happy-dom
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectApi } from '#/shared/api/call.ts';
import { forgetEarlyAnswers } from '#/shared/api/early-answers.ts';
import { albumsSort } from './albums-grid.tsx';
import { gridAlbumsQuery } from './queries.ts';
import { requestAlbumsEarly } from './request-early.ts';
import { parseAlbumSort } from './saved-album-sort.ts';

const fetched = vi.fn<(url: string) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => Response.json({ albums: [], cursor: null }));
  vi.stubGlobal('fetch', fetched);
  albumsSort.set({ sortKey: 'created', sortOrder: 'desc' });
  window.location.href = 'http://localhost:3000/my-photos/albums';
  connectApi({ services: SERVICE_PATHS, accessToken: async () => 'token', renewAccess: async () => false });
});
afterEach(() => {
  forgetEarlyAnswers();
  vi.unstubAllGlobals();
});

const requestEarly = () => requestAlbumsEarly(SERVICE_PATHS.photoManagement, 'token');
const show = () => new QueryClient().prefetchInfiniteQuery(gridAlbumsQuery(albumsSort.get()));
const requested = () => fetched.mock.calls.map(([url]) => url);

describe('the albums that are asked for before their code has arrived', () => {
  test('are those that their page shows', async () => {
    requestEarly();
    expect(requested()).toHaveLength(1);
    await show();
    expect(requested()).toHaveLength(1);
  });

  test('are sorted as was chosen', async () => {
    albumsSort.set({ sortKey: 'name', sortOrder: 'asc' });
    requestEarly();
    await show();
    expect(requested()).toEqual([expect.stringContaining('sortKey=name&sortOrder=asc')]);
  });

  test('are not asked for on other pages', () => {
    window.location.href = 'http://localhost:3000/my-photos/photos';
    requestEarly();
    expect(requested()).toEqual([]);
  });
});

test.each([null, '', 'name', 'size asc', 'name up'])(
  'a saved sort that is none is the newest first: %s',
  (saved) => {
    expect(parseAlbumSort(saved)).toEqual({ sortKey: 'created', sortOrder: 'desc' });
  },
);
