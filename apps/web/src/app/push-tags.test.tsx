// @vitest-environment happy-dom
import { pushMessage } from '@keepsake/contracts/push';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import {
  ALBUM,
  ALL_ON,
  API,
  albumsPage,
  answersOf,
  makeAlbum,
} from '#/features/library/albums/albums.fixture.ts';
import { fakePush } from '#/shared/push.fixture.ts';
import { onlyIf, type PushKind } from '#/shared/push.ts';
import { invalidateOnPush, staleAfter } from './push-tags.ts';
import { fakeSession, showApp } from './screens.fixture.tsx';

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Shape = { anyOf?: Shape[]; oneOf?: Shape[]; properties?: { type?: { const: PushKind } } };

/** The kinds of the contract; an archive event has a key instead of a type. */
function kindsIn({ anyOf, oneOf, properties }: Shape): PushKind[] {
  const parts = anyOf ?? oneOf;
  return parts ? parts.flatMap(kindsIn) : [properties?.type?.const ?? 'archive'];
}
const KINDS = kindsIn(z.toJSONSchema(pushMessage, { unrepresentable: 'any' }) as Shape);

function watch() {
  const client = new QueryClient();
  const push = fakePush();
  const stop = invalidateOnPush(push, client);
  const isStale = (key: readonly [never, ...unknown[]]) => client.getQueryState(key)?.isInvalidated;
  return { client, push, stop, isStale };
}
const messageOf = (kind: PushKind) =>
  (kind === 'archive' ? { key: 'archive-finished', message: {} } : { type: kind, data: {} }) as never;

test('a message makes the tag of its name stale, or what is listed for it', () => {
  expect(KINDS.length).toBeGreaterThan(15);
  const stale = Object.fromEntries(KINDS.map((kind) => [kind, staleAfter(kind)]));
  expect(stale).toMatchObject({
    'account-changed': ['Account'],
    'invoices-changed': ['Invoices'],
    'my-data-changed': ['MyData'],
    'order-lists-changed': ['OrderLists'],
    'products-changed': ['OnlineProducts', ['Orders', 'order']],
    archive: ['Downloads'],
  });
});

/** Nothing is cached of what these are about. */
const WITHOUT_ANSWERS: readonly PushKind[] = ['phone-transfer-changed'];

test.each(KINDS)('%s makes cached answers stale that no page shows', (kind) => {
  vi.useFakeTimers();
  const { client, push, isStale } = watch();
  const keys = staleAfter(kind).map((key) => [key, 'part'].flat() as [never]);
  for (const key of keys) client.setQueryData(key, 1);
  client.setQueryData(['Merchandise', 'x'], 1);
  push.send(messageOf(kind));
  vi.advanceTimersByTime(1_000);
  expect(keys.length === 0).toBe(WITHOUT_ANSWERS.includes(kind));
  for (const key of keys) expect(isStale(key), key.join(' ')).toBe(true);
  expect(isStale(['Merchandise', 'x'] as never)).toBe(false);
});

test('messages about many photos in a row reload once, and what concerns only some photos for those alone', () => {
  vi.useFakeTimers();
  const { client, push, isStale } = watch();
  const concernsPhoto = (photoId: string) => ({
    concerns: onlyIf('photos-changed', ({ data }) => data.photoIds.includes(photoId)),
  });
  const add = (photoId: string) => {
    const query = { queryKey: ['Albums', 'details', photoId] as const, meta: concernsPhoto(photoId) };
    client.getQueryCache().build(client, query).setData(1);
  };
  for (const photoId of ['a', 'b', 'c']) add(photoId);
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  for (const photoId of ['a', 'b']) push.say('photos-changed', { change: 'ready', photoIds: [photoId] });
  expect(invalidate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  const times = invalidate.mock.calls.filter(([filters]) => filters?.queryKey?.[0] === 'TimeLine');
  expect(times).toHaveLength(1);
  expect(['a', 'b', 'c'].map((photoId) => isStale(['Albums', 'details', photoId] as never))).toEqual([
    true,
    true,
    false,
  ]);
});

test('after its end nothing is made stale', () => {
  const { client, push, stop, isStale } = watch();
  client.setQueryData(['Invoices'], 1);
  stop();
  push.say('invoices-changed', {});
  expect(isStale(['Invoices'] as never)).toBe(false);
});

test('a page that was left shows what has changed meanwhile when it is opened again', async () => {
  const push = fakePush();
  const answers = answersOf([]);
  const { router } = await showApp({ path: '/my-photos/albums', answers, flags: ALL_ON, push });
  await screen.findByText('Sea');
  await act(() => router.navigate({ to: '/help/$topic', params: { topic: 'faq' } }));
  await waitFor(() => expect(screen.queryByText('Sea')).toBeNull());
  answers[`${API}/albums`] = albumsPage([makeAlbum(0, { albumName: 'Lake' })]);
  act(() => push.say('albums-changed', { albumIds: [ALBUM] }));
  await act(() => router.navigate({ to: '/my-photos/albums' }));
  expect(await screen.findByText('Lake')).toBeTruthy();
});

test('the push channel stays open from page to page, until nobody is signed in', async () => {
  const push = fakePush();
  const session = fakeSession('signed-in');
  await showApp({ path: '/help/faq', answers: answersOf([]), push, session });
  await screen.findByRole('heading', { level: 1 });
  expect(push.countListeners()).toBeGreaterThan(0);
  act(() => session.set('signed-out'));
  await waitFor(() => expect(push.countListeners()).toBe(0));
});
