import { randomBytes, randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/clock.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { auditStorage } from '../storage-audit/audit-storage.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';
import { seedLibrary } from './seed-library.fixture.ts';

const SOON = { timeout: 10_000 };

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
  api.clock.now = new Date();
});
afterAll(() => api.stop());

const remove = (customerId: CustomerId, photoIds: readonly string[]) =>
  api.call(customerId, 'DELETE', '/photos', { photoIds });
const restore = (customerId: CustomerId, photoIds: readonly string[]) =>
  api.call(customerId, 'POST', '/photos/deleted/restore', { photoIds });
const deletedOf = async (customerId: CustomerId) => (await api.get(customerId, '/photos/deleted')).body;
const audit = () => auditStorage({ databaseUrl: api.databaseUrl, objects: api.objects });

/** A whole row, as it is stored. */
async function rowOf(photoId: string) {
  const { rows } = await sql`select * from photos where id = ${photoId}`.execute(api.db);
  return rows[0];
}

test('every column of a photo is stored while it is deleted, and comes back', async () => {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and table_name in ('photos', 'recently_deleted_photos')`.execute(
    api.db,
  );
  const columnsOf = (table: string) =>
    rows.filter(({ table_name }) => table_name === table).map(({ column_name }) => column_name);
  expect(
    columnsOf('recently_deleted_photos')
      .filter((name) => name !== 'removal_id')
      .sort(),
  ).toEqual(columnsOf('photos').sort());
  const customer = newCustomerId();
  const { photoId } = await api.add(customer, { takenAt: '2024-01-31T23:59:59' });
  await sql`update photos set camera_make = 'Acme', iso = 200, width = 3, height = 2, thumbhash = '\\x01', made_by = 3,
    thumbnail_state = 'failure', failure = 'NOT_AN_IMAGE', written_date = 'then', lens = 'wide', exposure_time = 0.01, failed_by = 1, is_damaged = true,
    is_favourite = true, caption = 'Opa'
    where id = ${photoId}`.execute(api.db);
  const before = await rowOf(photoId);
  await remove(customer, [photoId]);
  expect(await rowOf(photoId)).toBeUndefined();
  await restore(customer, [photoId]);
  expect(await rowOf(photoId)).toEqual(before);
});

describe('a deleted photo', () => {
  test('is in no list but that of recently deleted ones, where its addresses are others', async () => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, { content: randomBytes(70) });
    const { body } = await api.get(customer, `/photos/${photoId}`);
    await remove(customer, [photoId]);
    expect((await api.get(customer, `/photos/${photoId}`)).status).toBe(404);
    expect((await fetch(api.address + body.untouchedUrl)).status).toBe(404);
    const { photosCount, images } = await deletedOf(customer);
    expect([photosCount, images[0]?.imageId]).toEqual([1, photoId]);
    const address = api.address + images[0]?.untouchedUrl;
    expect(await (await fetch(address)).bytes()).toHaveLength(70);
    await restore(customer, [photoId]);
    expect((await fetch(address)).status).toBe(404);
    expect((await fetch(api.address + body.untouchedUrl)).status).toBe(200);
  });

  test('is gone for good after its days, with its objects, and cannot be restored any more', async () => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, {});
    await remove(customer, [photoId]);
    const [{ restorableUntil = '' } = {}] = (await deletedOf(customer)).images as {
      restorableUntil?: string;
    }[];
    const before = api.clock.now;
    expect(new Date(restorableUntil).getTime() - before.getTime()).toBe(30 * DAY_MS);
    await api.run('purge-photos', { customerId: customer });
    expect((await deletedOf(customer)).photosCount).toBe(1);
    api.clock.now = new Date(restorableUntil);
    expect((await deletedOf(customer)).photosCount).toBe(0);
    expect((await restore(customer, [photoId])).body).toEqual({ photoIds: [] });
    await api.run('purge-photos', { customerId: customer });
    expect((await api.stored()).filter((key) => key.includes(customer))).toEqual([]);
    expect((await audit()).findings).toEqual([]);
    api.clock.now = before;
  });

  test('comes back when the same file is added again', async () => {
    const customer = newCustomerId();
    const content = randomBytes(200);
    const { photoId } = await api.add(customer, { content });
    await remove(customer, [photoId]);
    const added = await api.add(customer, { content, restoreContent: api.photos.restoreContent });
    expect(added).toMatchObject({ photoId, isDuplicate: true });
    await api.objects.remove([added.objectKey]);
    expect((await deletedOf(customer)).photosCount).toBe(0);
  });

  test('whose file was added again before it could come back leaves its place to that photo', async () => {
    const customer = newCustomerId();
    const content = randomBytes(200);
    const { photoId } = await api.add(customer, { content });
    await remove(customer, [photoId]);
    const { photoId: twin } = await api.add(customer, { content });
    expect(twin).not.toBe(photoId);
    expect((await restore(customer, [photoId])).body).toEqual({ photoIds: [twin] });
    await api.run('purge-photos', { customerId: customer });
    expect((await api.stored()).filter((key) => key.includes(customer))).toHaveLength(1);
    expect((await api.get(customer, '/users')).body.photosCount).toBe(1);
  });

  test('deleted for good is gone at once, and so are all of an emptied list', async () => {
    const customer = newCustomerId();
    const ids = await seedLibrary(api, { customerId: customer, photos: 5 });
    await remove(customer, ids);
    expect(
      (await api.call(customer, 'DELETE', '/photos/deleted', { photoIds: ids.slice(0, 2) })).status,
    ).toBe(204);
    expect((await restore(customer, ids.slice(0, 2))).body).toEqual({ photoIds: [] });
    expect((await deletedOf(customer)).photosCount).toBe(3);
    expect((await api.call(customer, 'DELETE', '/photos/deleted/all')).status).toBe(204);
    expect((await restore(customer, ids)).body).toEqual({ photoIds: [] });
    await api.run('purge-photos', { customerId: customer });
    expect((await api.stored()).filter((key) => key.includes(customer))).toEqual([]);
    expect((await audit()).findings).toEqual([]);
  });
});

describe('the list of deleted photos', () => {
  test('has a layout in the order of its pages, which begin at a cursor or a position', async () => {
    const customer = newCustomerId();
    const ids = await seedLibrary(api, { customerId: customer, photos: 5 });
    await remove(customer, ids.slice(0, 2));
    await remove(customer, ids.slice(2));
    const idsOf = async (query: string) =>
      (await api.get(customer, `/photos/deleted?${query}`)).body.images.map(({ imageId }) => imageId);
    const all = await idsOf('');
    expect([all.slice(0, 3).sort(), all.slice(3).sort()]).toEqual([
      ids.slice(2).sort(),
      ids.slice(0, 2).sort(),
    ]);
    const layout = (await api.get(customer, '/photos/deleted/layout')).body;
    expect(layout.count).toBe(5);
    expect(Buffer.from(layout.ids, 'base64').toString('hex')).toBe(all.join('').replaceAll('-', ''));
    expect(Buffer.from(layout.ratios, 'base64')).toHaveLength(10);
    expect(await idsOf('offset=3&limit=1')).toEqual(all.slice(3, 4));
    const { cursor } = (await api.get(customer, '/photos/deleted?limit=2')).body;
    expect(await idsOf(`cursor=${cursor}&limit=2`)).toEqual(all.slice(2, 4));
  });

  test('is followed by every screen: what is deleted for good is pushed, or that it is many', async () => {
    const customer = newCustomerId();
    const [one = '', ...others] = await seedLibrary(api, { customerId: customer, photos: 3 });
    await remove(customer, [one, ...others]);
    const messages = await api.listen<{ data: unknown }>(customer);
    await api.call(customer, 'DELETE', '/photos/deleted', { photoIds: [one, randomUUID()] });
    await api.call(customer, 'DELETE', '/photos/deleted/all');
    await expect.poll(() => messages.length, SOON).toBe(2);
    expect(messages.map(({ data }) => data)).toEqual([
      { change: 'deleted', photoIds: [one] },
      { change: 'deleted', photoIds: [] },
    ]);
  });
});

test('the counts of a library say for how many days deleted photos can come back', async () => {
  const customer = newCustomerId();
  expect((await api.get(customer, '/users/counts')).body.deletedDays).toBe(30);
  expect((await api.get(customer, '/users/timeline/start')).body.counts.deletedDays).toBe(30);
});

test('a whole library that was deleted comes back, counts included', async () => {
  const customer = newCustomerId();
  const ids = await seedLibrary(api, { customerId: customer, photos: 2_200 });
  const before = (await api.get(customer, '/users/timeline')).body;
  await api.call(customer, 'DELETE', '/photos/all');
  await api.run('delete-library', { customerId: customer });
  await api.run('purge-photos', { customerId: customer });
  expect((await api.get(customer, '/users')).body.photosCount).toBe(0);
  const { body } = await api.get(customer, '/photos/deleted?limit=1000');
  expect([body.images.length, (body as { photosCount?: number }).photosCount]).toEqual([1_000, 2_200]);
  expect((await restore(customer, ids)).body).toMatchObject({ photoIds: { length: 2_200 } });
  expect((await api.get(customer, '/users/timeline')).body).toEqual(before);
  expect((await audit()).findings).toEqual([]);
});
