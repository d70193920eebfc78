import { randomBytes, randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAllowances } from '../../../platform/allowances.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { addPhoto } from './add-photo.ts';
import { deleteLibraryTask } from './delete-library.ts';
import { findContents } from './find-contents.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';
import { seedLibrary } from './seed-library.fixture.ts';

/** For a busy machine. */
const SOON = { timeout: 10_000 };

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
});
afterAll(() => api.stop());

const requestAll = (customer: CustomerId) => api.call(customer, 'DELETE', '/photos/all');
const work = (customer: CustomerId) => api.run('delete-library', { customerId: customer });
const userOf = async (customer: CustomerId) => (await api.get(customer, '/users')).body;
const waiting = async (customer: CustomerId) =>
  (await api.pool.query('select from graphile_worker.jobs where key = $1', [`delete-library:${customer}`]))
    .rowCount;

test('deletes all photos of the customer in the background and nobody else’s [DEL-16]', async () => {
  const [customer, other] = [newCustomerId(), newCustomerId()];
  await seedLibrary(api, { customerId: customer, photos: 2_300 });
  await seedLibrary(api, { customerId: other, photos: 2 });
  const { status, body } = await requestAll(customer);
  const requested = api.clock.now.toISOString();
  const deletion = { requested, total: 2_300, deleted: 0, removalId: expect.any(String) };
  expect({ status, body }).toEqual({ status: 200, body: deletion });
  expect(await userOf(customer)).toEqual({ photosCount: 2_300, deletion });
  expect((await api.get(customer, '/users/timeline/start')).body.deletion).toEqual(deletion);
  expect(await waiting(customer)).toBe(1);
  const received = await api.listen(customer);
  await work(customer);
  expect(await userOf(customer)).toEqual({ photosCount: 0 });
  expect((await api.get(customer, '/users/timeline')).body).toEqual({});
  await expect.poll(() => received.length, SOON).toBe(4);
  for (const message of received)
    expect(message).toMatchObject({ data: { change: 'deleted', photoIds: [] } });
  expect(await userOf(other)).toEqual({ photosCount: 2 });
});

test('requested again in the meantime it is the same deletion, with its progress', async () => {
  const customer = newCustomerId();
  await seedLibrary(api, { customerId: customer, photos: 5 });
  const first = (await requestAll(customer)).body;
  await api.db.updateTable('photo_deletions').set({ deleted: 3 }).where('user_id', '=', customer).execute();
  api.clock.now = new Date(api.clock.now.getTime() + 60_000);
  expect((await requestAll(customer)).body).toEqual({ ...first, deleted: 3 });
  expect(await waiting(customer)).toBe(1);
  await work(customer);
  await work(customer);
  expect(await userOf(customer)).toEqual({ photosCount: 0 });
});

test('of an empty library is over at once', async () => {
  const customer = newCustomerId();
  expect((await requestAll(customer)).body).toMatchObject({ total: 0, deleted: 0 });
  await work(customer);
  expect(await userOf(customer)).toEqual({ photosCount: 0 });
});

test('keeps what is uploaded after the request, including the same content', async () => {
  const customer = newCustomerId();
  const content = randomBytes(100);
  const { photoId: old } = await api.add(customer, { content });
  const [sha256] = await hashesOf(old);
  await requestAll(customer);
  api.clock.now = new Date(api.clock.now.getTime() + 1_000);
  expect(
    await findContents({ ...api, clock: () => api.clock.now, reading: createAllowances() }, customer, [
      sha256,
    ]),
  ).toEqual(new Map());
  const repeated = await api.add(customer, { content });
  const fresh = await api.add(customer, {});
  expect(repeated.isDuplicate).toBe(false);
  expect(
    await findContents({ ...api, clock: () => api.clock.now, reading: createAllowances() }, customer, [
      sha256,
    ]),
  ).toEqual(new Map([[sha256.toString('hex'), repeated.photoId]]));
  await work(customer);
  const { images } = (await api.get(customer, '/photos')).body;
  expect(images.map(({ imageId }) => imageId).toSorted()).toEqual(
    [repeated.photoId, fresh.photoId].toSorted(),
  );
  expect((await userOf(customer)).photosCount).toBe(2);
});

test('deletes what was added before the request and committed during it', async () => {
  const customer = newCustomerId();
  await seedLibrary(api, { customerId: customer, photos: 1_100 });
  const id = '00000000-0000-7000-8000-000000000001';
  const { promise: started, resolve: begin } = Promise.withResolvers<void>();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const late = api.db.transaction().execute(async (trx) => {
    const { photoId } = await addPhoto(
      trx,
      { ...rowOf(customer), createdAt: api.clock.now },
      { restoreContent: async () => false },
    );
    await trx.updateTable('photos').set({ id }).where('id', '=', photoId).execute();
    begin();
    await mayCommit;
  });
  await started;
  await requestAll(customer);
  const task = deleteLibraryTask({
    db: api.db,
    objects: api.objects,
    clock: () => api.clock.now,
    log: pino({ level: 'silent' }),
    async removeFromAlbums() {
      commit();
      await late;
    },
    removeFromProjects: async () => undefined,
    restorableDays: async () => 0,
  });
  await task.handle({ customerId: customer }, { attempt: 1, maxAttempts: 1 });
  expect(await userOf(customer)).toEqual({ photosCount: 0 });
});

test('whose job was lost is resumed by the housekeeping', async () => {
  const customer = newCustomerId();
  await seedLibrary(api, { customerId: customer, photos: 3 });
  await requestAll(customer);
  await api.pool.query('delete from graphile_worker._private_jobs where key = $1', [
    `delete-library:${customer}`,
  ]);
  await api.run('check-deletions');
  expect(await waiting(customer)).toBe(1);
});

function rowOf(customerId: CustomerId) {
  const file = { fileName: 'a.jpg', format: 'jpeg' as const, bytes: 1, crc32: 1, sha256: randomBytes(32) };
  const dates = { takenAt: null, takenOffsetMinutes: null, timeZone: 'UTC' };
  return {
    customerId,
    uploadId: randomUUID(),
    objectKey: `photos/${customerId}/${randomUUID()}`,
    ...file,
    ...dates,
  };
}

async function hashesOf(...ids: string[]): Promise<[Buffer]> {
  const rows = await api.db.selectFrom('photos').select('sha256').where('id', 'in', ids).execute();
  return rows.map(({ sha256 }) => sha256) as [Buffer];
}
