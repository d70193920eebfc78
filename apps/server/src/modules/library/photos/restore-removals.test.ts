import { randomBytes } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { auditStorage } from '../storage-audit/audit-storage.ts';
import { listErasures } from './erasures.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';
import { seedLibrary } from './seed-library.fixture.ts';

/** For a busy machine. */
const SOON = { timeout: 10_000 };

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
  api.clock.now = new Date();
});
afterAll(() => api.stop());

type Restored = { photosCount: number };
const remove = (customerId: CustomerId, photoIds: readonly string[]) =>
  api.call(customerId, 'DELETE', '/photos', { photoIds });
const removeAll = async (customerId: CustomerId) => {
  const { body } = await api.call(customerId, 'DELETE', '/photos/all');
  return body.removalId ?? '';
};
const restoreAll = async (customerId: CustomerId, removalId?: string) => {
  const { status, body } = await api.call(customerId, 'POST', '/photos/deleted/restore-all', { removalId });
  expect(status).toBe(200);
  return (body as Restored).photosCount;
};
const run = (task: string, customerId: CustomerId) => api.run(task, { customerId });
const countsOf = async (customerId: CustomerId) => [
  (await api.get(customerId, '/users')).body.photosCount,
  (await api.get(customerId, '/photos/deleted')).body.photosCount,
];
const timelineOf = async (customerId: CustomerId) => (await api.get(customerId, '/users/timeline')).body;
const findings = async () =>
  (await auditStorage({ databaseUrl: api.databaseUrl, objects: api.objects })).findings;
const waiting = async (customerId: CustomerId) =>
  (
    await api.pool.query('select from graphile_worker.jobs where key = $1', [
      `restore-removals:${customerId}`,
    ])
  ).rowCount;
const removalsOf = (customerId: CustomerId) =>
  api.db.selectFrom('photo_removals').selectAll().where('user_id', '=', customerId).execute();
const erasuresOf = async (customerId: CustomerId) =>
  (await listErasures(api.objects, new Date(0))).filter((erasure) => erasure.customerId === customerId);

describe('a whole library that was deleted', () => {
  test('comes back by one call without a list of its photos, and nothing that was deleted before it', async () => {
    const customer = newCustomerId();
    const earlier = await seedLibrary(api, { customerId: customer, photos: 3 });
    await remove(customer, earlier);
    await seedLibrary(api, { customerId: customer, photos: 2_200 });
    const before = await timelineOf(customer);
    const removalId = await removeAll(customer);
    await run('delete-library', customer);
    expect(await countsOf(customer)).toEqual([0, 2_203]);
    expect(await restoreAll(customer, removalId)).toBe(2_200);
    // They are on their way.
    expect(await countsOf(customer)).toEqual([0, 3]);
    const received = await api.listen(customer);
    await run('restore-removals', customer);
    expect(await timelineOf(customer)).toEqual(before);
    expect(await countsOf(customer)).toEqual([2_200, 3]);
    await expect.poll(() => received.length, SOON).toBe(3);
    for (const message of received)
      expect(message).toMatchObject({ type: 'photos-changed', data: { change: 'added', photoIds: [] } });
    expect(await findings()).toEqual([]);
    expect(await removalsOf(customer)).toHaveLength(1);
  });

  test('comes back while it is still being deleted, and what was not reached stays', async () => {
    const customer = newCustomerId();
    await seedLibrary(api, { customerId: customer, photos: 20 });
    const removalId = await removeAll(customer);
    const received = await api.listen(customer);
    expect(await restoreAll(customer, removalId)).toBe(0);
    await expect.poll(() => received, SOON).toMatchObject([{ data: { change: 'added', photoIds: [] } }]);
    await run('delete-library', customer);
    expect((await api.get(customer, '/users')).body).toEqual({ photosCount: 20 });
  });

  test('is not deleted once more after a restore: the record of it in the store is annulled', async () => {
    const customer = newCustomerId();
    const [first = ''] = await seedLibrary(api, { customerId: customer, photos: 4 });
    const removalId = await removeAll(customer);
    await run('delete-library', customer);
    expect(await erasuresOf(customer)).toHaveLength(1);
    await api.call(customer, 'POST', '/photos/deleted/restore', { photoIds: [first] });
    expect(await erasuresOf(customer)).toEqual([]);
    await restoreAll(customer, removalId);
    await run('restore-removals', customer);
    api.clock.now = new Date(api.clock.now.getTime() + 1_000);
    await removeAll(customer);
    await run('delete-library', customer);
    expect(await erasuresOf(customer)).toEqual([{ customerId: customer, erasedAt: api.clock.now }]);
  });

  test('keeps a file that is sent once more while it is being deleted, once, whatever comes back', async () => {
    const customer = newCustomerId();
    const [content, other] = [randomBytes(200), randomBytes(200)];
    const { photoId: deleted } = await api.add(customer, { content });
    await api.add(customer, { content: other });
    await removeAll(customer);
    await remove(customer, [deleted]);
    api.clock.now = new Date(api.clock.now.getTime() + 1_000);
    const { restoreContent } = api.photos;
    const repeated = [
      await api.add(customer, { content, restoreContent }),
      await api.add(customer, { content: other, restoreContent }),
    ];
    expect(repeated.map(({ isDuplicate }) => isDuplicate)).toEqual([false, false]);
    const idsOf = async () =>
      (await api.get(customer, '/photos')).body.images.map(({ imageId }) => imageId).sort();
    const ids = repeated.map(({ photoId }) => photoId).sort();
    await run('delete-library', customer);
    expect(await idsOf()).toEqual(ids);
    await restoreAll(customer);
    await run('restore-removals', customer);
    expect(await idsOf()).toEqual(ids);
    await run('purge-photos', customer);
    expect((await api.stored()).filter((key) => key.includes(customer))).toHaveLength(2);
    expect(await findings()).toEqual([]);
  });
});

describe('what is on its way back', () => {
  test('is everything if no deletion is named, and is brought by two workers as by one', async () => {
    const customer = newCustomerId();
    const ids = await seedLibrary(api, { customerId: customer, photos: 3_000 });
    const before = await timelineOf(customer);
    await remove(customer, ids.slice(0, 1_500));
    await remove(customer, ids.slice(1_500));
    expect(await restoreAll(customer)).toBe(3_000);
    // On a busy machine the turn of both ends before everything is back.
    while ((await removalsOf(customer)).length > 0)
      await Promise.all([run('restore-removals', customer), run('restore-removals', customer)]);
    expect(await countsOf(customer)).toEqual([3_000, 0]);
    expect(await timelineOf(customer)).toEqual(before);
    expect(await removalsOf(customer)).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test('does not end with its days, nor with the list that is emptied, but with the library', async () => {
    const customer = newCustomerId();
    const before = api.clock.now;
    const ids = await seedLibrary(api, { customerId: customer, photos: 3 });
    await remove(customer, ids);
    await restoreAll(customer);
    expect((await api.call(customer, 'DELETE', '/photos/deleted/all')).status).toBe(204);
    api.clock.now = new Date(before.getTime() + 31 * 86_400_000);
    await run('purge-photos', customer);
    await run('restore-removals', customer);
    expect(await countsOf(customer)).toEqual([3, 0]);
    await remove(customer, ids.slice(0, 2));
    await restoreAll(customer);
    await removeAll(customer);
    await run('delete-library', customer);
    await run('restore-removals', customer);
    expect(await countsOf(customer)).toEqual([0, 3]);
    api.clock.now = before;
  });

  test('is found by the housekeeping if its job was lost', async () => {
    const customer = newCustomerId();
    await remove(customer, await seedLibrary(api, { customerId: customer, photos: 2 }));
    await restoreAll(customer);
    await api.pool.query('delete from graphile_worker._private_jobs where key = $1', [
      `restore-removals:${customer}`,
    ]);
    await api.run('check-deletions');
    expect(await waiting(customer)).toBe(1);
  });

  test('is nobody else’s', async () => {
    const [customer, other] = [newCustomerId(), newCustomerId()];
    await seedLibrary(api, { customerId: customer, photos: 2 });
    const removalId = await removeAll(customer);
    await run('delete-library', customer);
    expect(await restoreAll(other, removalId)).toBe(0);
    await run('restore-removals', other);
    expect(await countsOf(customer)).toEqual([0, 2]);
  });
});
