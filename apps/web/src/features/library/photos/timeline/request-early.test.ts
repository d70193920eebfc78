// @vitest-environment happy-dom
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectApi } from '#/shared/api/call.ts';
import { forgetEarlyAnswers } from '#/shared/api/early-answers.ts';
import { sortStorageKey } from '../saved-sort.ts';
import { requestTimelineEarly } from './request-early.ts';
import { prepareTimeline } from './start-query.ts';

const counts = { photosCount: 0, albumsCount: 0 };
const start = { counts, timeline: {}, layout: {}, months: [] };
const fetched = vi.fn<(url: string) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => Response.json(start));
  vi.stubGlobal('fetch', fetched);
  window.localStorage.clear();
  window.location.href = 'http://localhost:3000/my-photos/photos';
  connectApi({ services: SERVICE_PATHS, accessToken: async () => 'token', renewAccess: async () => false });
});
afterEach(() => {
  forgetEarlyAnswers();
  vi.unstubAllGlobals();
});

const requestEarly = () => requestTimelineEarly(SERVICE_PATHS.photoManagement, 'token');
const prepare = (search = {}) => prepareTimeline(new QueryClient(), search);
const requested = () => fetched.mock.calls.map(([url]) => url);

describe('the timeline requested before its code has arrived', () => {
  test.each([
    ['as it is', '', null],
    ['filtered', '?filter=notPrinted', null],
    ['with a filter that is none', '?filter=x', null],
    ['[SRT-01] in the sort that was chosen', '', '{"sortKey":"created","sortOrder":"asc"}'],
    ['[SRT-08] with a sort that is none', '', '{"sortKey":1}'],
  ])('is the one shown by its page: %s', async (_how, query, sort) => {
    window.location.href = `http://localhost:3000/my-photos/photos${query}`;
    if (sort) window.localStorage.setItem(sortStorageKey('photos'), sort);
    requestEarly();
    expect(requested()).toHaveLength(1);
    await prepare(Object.fromEntries(new URLSearchParams(query)));
    expect(requested()).toHaveLength(1);
  });

  test('is requested again if it failed', async () => {
    fetched.mockResolvedValueOnce(Response.json({}, { status: 500 }));
    requestEarly();
    await prepare();
    expect(requested()).toHaveLength(2);
  });

  test('is used once: later requests are sent again', async () => {
    requestEarly();
    await prepare();
    await prepare();
    expect(requested()).toHaveLength(2);
  });

  test('is not kept for a later page', async () => {
    requestEarly();
    forgetEarlyAnswers();
    await prepare();
    expect(requested()).toHaveLength(2);
  });

  test('is not requested on other pages', () => {
    window.location.href = 'http://localhost:3000/my-photos/albums';
    requestEarly();
    expect(requested()).toEqual([]);
  });
});
