// @vitest-environment happy-dom
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { photoQuery } from '#/features/library/photos/queries.ts';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { toastStore } from '#/shared/ui/toasts.tsx';
import { createQueryClient } from './query-client.ts';

const reported = vi.hoisted(() => vi.fn());
vi.mock('#/shared/error-reports.ts', () => ({ reportFailure: reported }));

beforeEach(() => reported.mockClear());
afterEach(() => {
  onlineManager.setOnline(true);
  toastStore.setState({ toasts: [] });
});
const problem = (status: number) =>
  new ApiProblem({ status, url: '/x', code: 'x', correlationId: 'c', endpoint: 'x' });

test('a failed query is reported by its action, else by its tag [ERR-02]', async () => {
  const client = createQueryClient();
  const fail = () => Promise.reject(problem(400));
  await client.fetchQuery({ queryKey: ['LatestUploadedPhotos'], queryFn: fail }).catch(() => {});
  await client
    .fetchQuery({ queryKey: ['User'], queryFn: fail, meta: { action: 'LOAD_COUNTS' } })
    .catch(() => {});
  expect(reported.mock.calls.map(([action]) => action)).toEqual([
    'LOAD_LATEST_UPLOADED_PHOTOS',
    'LOAD_COUNTS',
  ]);
});

test('a photo that no longer exists at its address is not reported, but a failure to load it is [ERR-02]', async () => {
  const client = createQueryClient();
  const load = (status: number) => {
    const queryFn = () => Promise.reject(problem(status));
    return client.fetchQuery({ ...photoQuery('photo-1', undefined), queryFn }).catch(() => {});
  };
  await load(404);
  expect(reported).not.toHaveBeenCalled();
  await load(400);
  expect(reported).toHaveBeenCalledWith('LOAD_PHOTO', expect.any(ApiProblem));
});

test('a failed change is reported, and every change makes its tags stale [ERR-02]', async () => {
  const client = createQueryClient();
  client.setQueryData(['TimeLine', 'dateTaken'], 1);
  client.setQueryData(['Albums'], 1);
  const change = new MutationObserver(client, {
    mutationFn: () => Promise.reject(problem(500)),
    meta: { action: 'DELETE_PHOTOS', invalidates: ['TimeLine'] },
  });
  await change.mutate().catch(() => {});
  expect(reported).toHaveBeenCalledWith('DELETE_PHOTOS', expect.any(ApiProblem));
  expect(client.getQueryState(['TimeLine', 'dateTaken'])?.isInvalidated).toBe(true);
  expect(client.getQueryState(['Albums'])?.isInvalidated).toBe(false);
});

test.each([
  ['succeeded', ['changed', undefined]],
  ['failed', ['before', 'before']],
])('an answer is kept, and what is gone removed, by a change that %s', async (end, expected) => {
  const client = createQueryClient();
  const keys = [['Widgets', 'one'] as const, ['Albums', 'album'] as const];
  for (const key of keys) client.setQueryData(key, 'before');
  const change = new MutationObserver(client, {
    mutationFn: () => (end === 'failed' ? Promise.reject(problem(500)) : Promise.resolve('changed')),
    meta: { action: 'CHANGE', answers: ['Widgets', 'one'], removes: ['Albums'], invalidates: [] },
    // What follows, such as leaving the page, still finds what is gone.
    onSuccess: () => expect(client.getQueryData(['Albums', 'album'])).toBe('before'),
  });
  await change.mutate().catch(() => {});
  expect(keys.map((key) => client.getQueryData(key))).toEqual(expected);
});

const unreached = new ApiProblem({
  status: 0,
  url: '/x',
  code: 'network',
  correlationId: 'c',
  endpoint: 'x',
});

test.each([
  ['itself', unreached],
  ['of its first part', new Error('Failed', { cause: unreached })],
])('a change pressed offline fails at once by the failure %s and is not sent later', async (_, failure) => {
  onlineManager.setOnline(false);
  const mutationFn = vi.fn(() => Promise.reject(failure));
  const change = new MutationObserver(createQueryClient(), { mutationFn });
  await expect(change.mutate()).rejects.toBe(failure);
  await expect(change.mutate()).rejects.toBe(failure);
  expect(toastStore.getState().toasts).toHaveLength(1);
  onlineManager.setOnline(true);
  await Promise.resolve();
  expect(mutationFn).toHaveBeenCalledTimes(2);
});

test('while the browser is offline one toast says so, whatever is pressed, and goes once it is online', async () => {
  const client = createQueryClient();
  onlineManager.setOnline(false);
  const [first] = toastStore.getState().toasts;
  expect(first?.durationMs).toBe(Number.POSITIVE_INFINITY);
  expect(document.documentElement.hasAttribute('data-offline')).toBe(true);
  const change = new MutationObserver(client, { mutationFn: () => Promise.reject(unreached) });
  await change.mutate().catch(() => {});
  expect(toastStore.getState().toasts).toEqual([{ ...first, id: expect.any(Number) }]);
  onlineManager.setOnline(true);
  expect(toastStore.getState().toasts).toEqual([]);
  expect(document.documentElement.hasAttribute('data-offline')).toBe(false);
});

test('a change that the server refused says nothing about the connection', async () => {
  const change = new MutationObserver(createQueryClient(), {
    mutationFn: () => Promise.reject(problem(500)),
  });
  await change.mutate().catch(() => {});
  expect(toastStore.getState().toasts).toEqual([]);
});

test('a session that ended is offered again instead of reported', async () => {
  const client = createQueryClient();
  await client
    .fetchQuery({ queryKey: ['User'], queryFn: () => Promise.reject(problem(401)) })
    .catch(() => {});
  expect(reported).not.toHaveBeenCalled();
});

test('a change during the first load of a list triggers another load', async () => {
  const client = createQueryClient();
  const loads = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const queryFn = vi.fn(() => loads[queryFn.mock.calls.length - 1]?.promise ?? Promise.reject());
  const cards = new QueryObserver(client, { queryKey: ['PaymentMethods'], queryFn });
  const stop = cards.subscribe(() => {});
  const change = new MutationObserver(client, {
    mutationFn: () => Promise.resolve(),
    meta: { action: 'ADD_CARD', invalidates: ['PaymentMethods'] },
  });
  const changed = change.mutate();
  await vi.waitFor(() => expect(client.getQueryState(['PaymentMethods'])?.isInvalidated).toBe(true));
  expect(queryFn).toHaveBeenCalledTimes(1);
  loads[0]?.resolve('without the card');
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  loads[1]?.resolve('with the card');
  await changed;
  await vi.waitFor(() => expect(cards.getCurrentResult().data).toBe('with the card'));
  expect(queryFn).toHaveBeenCalledTimes(2);
  stop();
});
