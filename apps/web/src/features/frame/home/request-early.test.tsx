// @vitest-environment happy-dom
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectApi } from '#/shared/api/call.ts';
import { forgetEarlyAnswers } from '#/shared/api/early-answers.ts';
import { listParts, prepareParts } from './overview.tsx';
import { requestOverviewEarly } from './request-early.ts';

const fetched = vi.fn<(url: string) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => Response.json({}));
  vi.stubGlobal('fetch', fetched);
  window.location.href = 'http://localhost:3000/';
  connectApi({ services: SERVICE_PATHS, accessToken: async () => 'token', renewAccess: async () => false });
});
afterEach(() => {
  forgetEarlyAnswers();
  vi.unstubAllGlobals();
});

const requestEarly = () => requestOverviewEarly(SERVICE_PATHS.overview, 'token');
const requested = () => fetched.mock.calls.map(([url]) => url);
const described = { failed: '', render: () => null };
/** In an order of their own: that in which they are asked for may change. */
const parts = listParts({
  orders: { ...described, tag: 'Orders' },
  storage: { ...described, tag: 'Storage' },
  photos: { ...described, tag: 'LatestUploadedPhotos' },
  onThisDay: { ...described, tag: 'LatestUploadedPhotos' },
  projects: { ...described, tag: 'Projects' },
  vouchers: { ...described, tag: 'Vouchers' },
}).toReversed();

test('the overview that is asked for before its code has arrived is the one that its page shows [RTE-17]', async () => {
  requestEarly();
  expect(requested()).toHaveLength(1);
  await prepareParts(new QueryClient(), parts);
  expect(requested()).toHaveLength(1);
});

test('the overview is not asked for on other pages', () => {
  window.location.href = 'http://localhost:3000/orders';
  requestEarly();
  expect(requested()).toEqual([]);
});
