// @vitest-environment happy-dom
import { ID_BATCH_SIZE } from '@keepsake/contracts/platform/limits';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { removeFromAlbum } from '#/features/library/albums/queries.ts';
import { connectApi } from '#/shared/api/call.ts';
import { countDoneRemovals, hideAndRemove, isRemovedIn, usePendingRemovals } from './pending-removals.ts';

type Scope = Parameters<typeof usePendingRemovals>[0];

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A removal that ends when the test says so. */
function start(scope: Scope, photoIds: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let report: (removed: readonly string[]) => void = () => undefined;
  const remove = (onRemoved: typeof report) => {
    report = onRemoved;
    return promise;
  };
  act(() => void hideAndRemove(scope, photoIds, remove).catch(() => undefined));
  const finish = (removed: readonly string[], end: () => void) =>
    act(async () => {
      report(removed);
      end();
    });
  return {
    succeed: () => finish(photoIds, resolve),
    fail: (removed: readonly string[] = []) => finish(removed, () => reject(new Error('It failed'))),
  };
}

/** The photos hidden in lists requested now. */
function watch(scope: Scope) {
  const { result } = renderHook(() => usePendingRemovals(scope));
  const requestedAt = countDoneRemovals();
  return (photoIds: readonly string[], at = requestedAt) =>
    photoIds.filter((photoId) => isRemovedIn(result.current, photoId, at));
}

test('of two overlapping removals a failed one shows only its own photos again [DEL-13, DEL-14]', async () => {
  const photoIds = ['a', 'b', 'c'];
  const hidden = watch('album overlapping');
  const first = start('album overlapping', ['a', 'b']);
  const second = start('album overlapping', ['b', 'c']);
  expect(hidden(photoIds)).toEqual(photoIds);
  await first.fail();
  expect(hidden(photoIds)).toEqual(['b', 'c']);
  await second.succeed();
  expect(hidden(photoIds)).toEqual(['b', 'c']);
  expect(hidden(photoIds, countDoneRemovals())).toEqual([]);
});

test('a photo is hidden as long as one of two removals is pending, whichever ends first [DEL-13]', async () => {
  const hidden = watch('album twice');
  const [first, second] = [start('album twice', ['a']), start('album twice', ['a'])];
  await second.succeed();
  expect(hidden(['a'], countDoneRemovals())).toEqual(['a']);
  await first.fail();
  expect(hidden(['a'])).toEqual(['a']);
  expect(hidden(['a'], countDoneRemovals())).toEqual([]);
});

test('a deleted photo stays hidden in every list, also if others could not be deleted [DEL-13, DEL-14]', async () => {
  const photoIds = ['gone', 'refused'];
  const hidden = watch('library');
  const removal = start('library', photoIds);
  expect(hidden(photoIds)).toEqual(photoIds);
  await removal.fail(['gone']);
  expect(hidden(photoIds)).toEqual(['gone']);
  expect(hidden(photoIds, countDoneRemovals() + 1)).toEqual(['gone']);
});

test('a later batch that fails shows its own photos of an album again, not those removed before [ALD-28, ALD-29]', async () => {
  const photoIds = Array.from({ length: ID_BATCH_SIZE + 1 }, () => crypto.randomUUID());
  const answers = [new Response(null, { status: 204 }), new Response('{"code":"x"}', { status: 400 })];
  vi.stubGlobal('fetch', async () => answers.shift());
  const services = { photoManagement: 'https://api.example/photos/' };
  const renewAccess = async () => true;
  connectApi({ services, accessToken: async () => 'token', renewAccess, expire: () => undefined });
  const hidden = watch('album batches');
  await act(() => expect(removeFromAlbum('batches', photoIds)).rejects.toMatchObject({ status: 400 }));
  expect(hidden(photoIds)).toEqual(photoIds.slice(0, -1));
});
