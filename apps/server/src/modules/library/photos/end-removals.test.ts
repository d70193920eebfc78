import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/clock.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { auditStorage } from '../storage-audit/audit-storage.ts';
import { beginLibraryDeletion } from './delete-library.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';
import { purgePhotosTask } from './purge-photos.ts';
import { seedLibrary } from './seed-library.fixture.ts';

/** For a busy machine. */
const SOON = { timeout: 10_000 };

const remove = (api: TestPhotos, customerId: CustomerId, photoIds: readonly string[]) =>
  api.call(customerId, 'DELETE', '/photos', { photoIds });
const restore = (api: TestPhotos, customerId: CustomerId, photoIds: readonly string[]) =>
  api.call(customerId, 'POST', '/photos/deleted/restore', { photoIds });
const deletedOf = async (api: TestPhotos, customerId: CustomerId) =>
  (await api.get(customerId, '/photos/deleted')).body.images.map(({ imageId }) => imageId).sort();
const audit = async (api: TestPhotos) =>
  (await auditStorage({ databaseUrl: api.databaseUrl, objects: api.objects })).findings;

describe.each([
  ['photos', { photos: 5, bytes: null }],
  ['bytes', { photos: null, bytes: 20 }],
] as const)('a quota of %s', (_, quota) => {
  let api: TestPhotos;
  beforeAll(async () => {
    api = await startPhotos({ quota });
    api.clock.now = new Date();
  });
  afterAll(() => api.stop());

  test('is what recently deleted photos hold at most: the oldest go first', async () => {
    const customer = newCustomerId();
    // Four bytes each.
    const ids = await seedLibrary(api, { customerId: customer, photos: 8 });
    await remove(api, customer, ids.slice(0, 4));
    await remove(api, customer, ids.slice(4, 7));
    await api.run('purge-photos', { customerId: customer });
    expect(await deletedOf(api, customer)).toEqual(ids.slice(2, 7).sort());
    expect((await api.stored()).filter((key) => key.includes(customer))).toHaveLength(6);
    expect(await audit(api)).toEqual([]);
  });

  test('is not needed for coming back, and does not count what is on its way', async () => {
    const customer = newCustomerId();
    const ids = await seedLibrary(api, { customerId: customer, photos: 5 });
    await remove(api, customer, ids);
    const more = await seedLibrary(api, { customerId: customer, photos: 5 });
    expect((await restore(api, customer, ids)).body).toMatchObject({ photoIds: { length: 5 } });
    expect((await api.get(customer, '/users')).body.photosCount).toBe(10);
    await remove(api, customer, ids);
    await api.call(customer, 'POST', '/photos/deleted/restore-all', {});
    await remove(api, customer, more);
    await api.run('purge-photos', { customerId: customer });
    await api.run('restore-removals', { customerId: customer });
    expect((await api.get(customer, '/users')).body.photosCount).toBe(5);
    expect(await deletedOf(api, customer)).toEqual(more.sort());
  });
});

describe('after a restore', () => {
  let api: TestPhotos;
  beforeAll(async () => {
    api = await startPhotos();
    api.clock.now = new Date();
  });
  afterAll(() => api.stop());

  test('nothing ends until database and store are together, and what could come back has all its days', async () => {
    const customer = newCustomerId();
    const ids = await seedLibrary(api, { customerId: customer, photos: 3 });
    await remove(api, customer, ids);
    const before = api.clock.now;
    api.clock.now = new Date(before.getTime() + 31 * DAY_MS);
    const held = purgePhotosTask({
      db: api.db,
      clock: () => api.clock.now,
      quota: { photos: null, bytes: null },
      forgetMeasures: async () => undefined,
      forgetInAlbums: async () => undefined,
      objects: { ...api.objects, mayRemove: async () => false, remove: async () => false },
    });
    await held.handle({ customerId: customer }, { attempt: 1, maxAttempts: 1 });
    await api.photos.renewDeleted(before);
    await api.run('purge-photos', { customerId: customer });
    expect(await deletedOf(api, customer)).toEqual(ids.toSorted());
    await api.photos.renewDeleted(new Date(api.clock.now.getTime() + 31 * DAY_MS));
    expect((await restore(api, customer, ids)).body).toMatchObject({ photoIds: { length: 3 } });
    api.clock.now = before;
  });

  test('photos whose files are gone are dropped', async () => {
    const customer = newCustomerId();
    const ids = await seedLibrary(api, { customerId: customer, photos: 2 });
    await remove(api, customer, ids);
    await api.photos.endDeleted(customer, ids.slice(0, 1));
    expect(await deletedOf(api, customer)).toEqual(ids.slice(1));
  });
});

describe('the last day of a deleted photo', () => {
  let api: TestPhotos;
  beforeAll(async () => {
    api = await startPhotos();
    api.clock.now = new Date();
  });
  afterAll(() => api.stop());

  const lastDays = async (customerId: CustomerId) => {
    const { images } = (await api.get(customerId, '/photos/deleted')).body;
    return (images as { restorableUntil?: string }[]).map(({ restorableUntil }) => restorableUntil);
  };

  test('is that of its storage if it comes first', async () => {
    const customer = newCustomerId();
    await remove(api, customer, await seedLibrary(api, { customerId: customer, photos: 1 }));
    const ofDays = new Date(api.clock.now.getTime() + 30 * DAY_MS);
    const daysToComeBack = async () => (await api.get(customer, '/users/counts')).body.deletedDays;
    for (const [end, last] of [
      [10, 10],
      [29, 29],
      [31, 30],
    ] as const) {
      api.storageEnds.set(customer, new Date(api.clock.now.getTime() + end * DAY_MS));
      const expected = new Date(ofDays.getTime() - (30 - last) * DAY_MS).toISOString();
      expect(await lastDays(customer)).toEqual([expected]);
      expect(await daysToComeBack()).toBe(last);
    }
    api.storageEnds.set(customer, new Date(api.clock.now.getTime() + DAY_MS / 2));
    expect(await daysToComeBack()).toBe(1);
    api.storageEnds.delete(customer);
    expect(await daysToComeBack()).toBe(30);
  });

  test('is over with the library that ends', async () => {
    const customer = newCustomerId();
    const ids = await seedLibrary(api, { customerId: customer, photos: 3 });
    await remove(api, customer, ids.slice(0, 1));
    const { now } = api.clock;
    await api.db
      .transaction()
      .execute((trx) => beginLibraryDeletion(trx, customer, now, { reason: 'retention', isFinal: true }));
    await api.run('delete-library', { customerId: customer });
    expect(await deletedOf(api, customer)).toEqual([]);
    expect((await restore(api, customer, ids)).body).toEqual({ photoIds: [] });
    await api.run('purge-photos', { customerId: customer });
    expect((await api.stored()).filter((key) => key.includes(customer))).toEqual([]);
    expect(await audit(api)).toEqual([]);
  });
});

test('screens learn of photos that are gone for good', async () => {
  await using stack = new AsyncDisposableStack();
  const api = stack.adopt(await startPhotos(), (started) => started.stop());
  api.clock.now = new Date();
  const customer = newCustomerId();
  const ids = await seedLibrary(api, { customerId: customer, photos: 4 });
  await remove(api, customer, ids);
  const received = await api.listen(customer);
  await api.call(customer, 'DELETE', '/photos/deleted', { photoIds: ids.slice(0, 1) });
  await api.call(customer, 'DELETE', '/photos/deleted/all');
  const gone = (photoIds: unknown) => ({ type: 'photos-changed', data: { change: 'deleted', photoIds } });
  await expect.poll(() => received, SOON).toMatchObject([gone(ids.slice(0, 1)), gone([])]);
  await restore(api, customer, ids);
  await api.run('purge-photos', { customerId: customer });
  await expect.poll(() => received.length, SOON).toBe(3);
  expect(received[2]).toMatchObject(gone(expect.arrayContaining(ids.slice(1))));
});
