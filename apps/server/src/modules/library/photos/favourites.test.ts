import { randomBytes, randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { PHOTO_FILTERS } from '@keepsake/contracts/platform/start-of-page';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { markOrdered } from './photo-uses.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';
import { seedLibrary } from './seed-library.fixture.ts';

const SOON = { timeout: 10_000 };

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
  api.clock.now = new Date();
});
afterAll(() => api.stop());

const mark = (customerId: CustomerId, photoIds: readonly string[], isFavourite = true) =>
  api.call(customerId, 'PUT', '/photos/favourites', { photoIds, isFavourite });
const remove = (customerId: CustomerId, photoIds: readonly string[]) =>
  api.call(customerId, 'DELETE', '/photos', { photoIds });
const restore = (customerId: CustomerId, photoIds: readonly string[]) =>
  api.call(customerId, 'POST', '/photos/deleted/restore', { photoIds });
const order = (customerId: CustomerId, photoIds: string[]) =>
  api.db.transaction().execute((trx) => markOrdered(trx, { customerId, photoIds, now: api.clock.now }));
const mapOf = async (customerId: CustomerId, filter: string) =>
  (await api.get(customerId, `/users/timeline?filter=${filter}`)).body as unknown;

/** All ids of a list, read in pages of two. */
async function idsOf(customer: CustomerId, url: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await api.get(customer, `${url}&limit=2${cursor ? `&cursor=${cursor}` : ''}`);
    ids.push(...body.images.map(({ imageId }) => imageId));
    cursor = body.cursor;
  } while (cursor);
  return ids;
}

/** Adds photos taken on these days of May 2023, the earliest first. */
async function addInMay(customer: CustomerId, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let day = 10; day < 10 + count; day++)
    ids.push((await api.add(customer, { takenAt: `2023-05-${day}T08:00:00` })).photoId);
  return ids;
}

describe('favourites', () => {
  test('are marked on every page, and no others, and the mark is taken away again', async () => {
    const customer = newCustomerId();
    const [first = '', second = '', third = ''] = await addInMay(customer, 3);
    expect((await api.get(customer, '/users/counts')).body).not.toHaveProperty('hasFavourites');
    expect(await mark(customer, [second, third, second])).toMatchObject({
      status: 200,
      body: { photosCount: 2 },
    });
    expect((await mark(customer, [second])).body).toEqual({ photosCount: 1 });
    const marks = async (url: string) =>
      (await api.get(customer, url)).body.images.map(({ isFavourite }) => isFavourite);
    expect(await marks('/photos/timeline/2023/5')).toEqual([true, true, undefined]);
    expect(await marks('/photos?sortKey=dateTaken&sortOrder=asc')).toEqual([undefined, true, true]);
    expect((await api.get(customer, `/photos/${second}`)).body.isFavourite).toBe(true);
    expect((await api.get(customer, '/users/counts')).body).toMatchObject({ hasFavourites: true });
    await mark(customer, [third, first], false);
    expect(await marks('/photos/timeline/2023/5')).toEqual([undefined, true, undefined]);
  });

  test('of others are refused, and the rest of the list is marked all the same', async () => {
    const [customer, other] = [newCustomerId(), newCustomerId()];
    const [mine = ''] = await addInMay(customer, 1);
    const [theirs = ''] = await addInMay(other, 1);
    expect((await mark(customer, [theirs, mine, randomUUID()])).body).toEqual({ photosCount: 1 });
    expect((await api.get(customer, `/photos/${mine}`)).body.isFavourite).toBe(true);
    expect((await api.get(other, `/photos/${theirs}`)).body.isFavourite).toBeUndefined();
    await mark(other, [theirs]);
    expect((await mark(customer, [theirs], false)).status).toBe(404);
    expect((await api.get(other, `/photos/${theirs}`)).body.isFavourite).toBe(true);
  });

  test.each([
    [{ photoIds: [], isFavourite: true }],
    [{ photoIds: ['one'], isFavourite: true }],
    [{ photoIds: [randomUUID()] }],
    [{ photoIds: [randomUUID()], isFavourite: 'yes' }],
  ])('are not marked by %j', async (body) => {
    expect((await api.call(newCustomerId(), 'PUT', '/photos/favourites', body)).status).toBe(400);
  });

  test('are pushed to every screen once, by name or as many, and nothing is where nothing changed', async () => {
    const customer = newCustomerId();
    const [one = '', ...others] = await seedLibrary(api, { customerId: customer, photos: 102 });
    const messages = await api.listen<{ type: string; data: unknown }>(customer);
    await mark(customer, [one]);
    await mark(customer, [one, randomUUID()]);
    await mark(customer, [one], false);
    await mark(customer, others);
    await expect.poll(() => messages.length, SOON).toBe(3);
    expect(messages.map(({ data }) => data)).toEqual([
      { change: 'favourite', photoIds: [one] },
      { change: 'unfavourite', photoIds: [one] },
      { change: 'favourite', photoIds: [] },
    ]);
  });

  test.each([
    ['dateTaken', '2023/5'],
    ['created', `${new Date().getUTCFullYear()}/${new Date().getUTCMonth() + 1}`],
  ])(
    'are all that the filter shows, with what is not printed of them, sorted by %s',
    async (sortKey, month) => {
      const customer = newCustomerId();
      const all = await addInMay(customer, 7);
      const [favourites, printed] = [
        [0, 2, 3, 6],
        [2, 4],
      ];
      await mark(
        customer,
        favourites.map((index) => all[index] ?? ''),
      );
      await order(
        customer,
        printed.map((index) => all[index] ?? ''),
      );
      const [year = '', of = ''] = month.split('/');
      const shown = { notPrinted: [0, 1, 3, 5, 6], favourites, favouritesNotPrinted: [0, 3, 6] };
      for (const filter of PHOTO_FILTERS) {
        const expected = shown[filter].map((index) => all[index] ?? '');
        const query = `sortKey=${sortKey}&filter=${filter}&sortOrder=asc`;
        const count = { [year]: { [of]: expected.length } };
        expect((await api.get(customer, `/users/timeline?sortKey=${sortKey}&filter=${filter}`)).body).toEqual(
          count,
        );
        const start = (await api.get(customer, `/users/timeline/start?${query}`)).body;
        expect(start.timeline).toEqual(count);
        expect(start.months[0]?.images.map(({ imageId }) => imageId)).toEqual(expected);
        expect(Buffer.from(start.layout[year]?.[of] ?? '', 'base64')).toHaveLength(2 * expected.length);
        expect(await idsOf(customer, `/photos/timeline/${month}?${query}`)).toEqual(expected);
        expect(await idsOf(customer, `/photos?${query}`)).toEqual(expected);
        const layout = (await api.get(customer, `/photos/timeline/${month}/layout?${query}`)).body;
        expect(layout.count).toBe(expected.length);
        expect(Buffer.from(layout.ids, 'base64').toString('hex')).toBe(expected.join('').replaceAll('-', ''));
      }
    },
  );

  test('are counted exactly while they come and go', async () => {
    const customer = newCustomerId();
    const [may = '', alsoMay = ''] = await addInMay(customer, 2);
    const { photoId: july } = await api.add(customer, { takenAt: '2023-07-01T08:00:00' });
    await mark(customer, [may, alsoMay, july]);
    expect(await mapOf(customer, 'favourites')).toEqual({ 2023: { 5: 2, 7: 1 } });
    await remove(customer, [may, july]);
    expect(await mapOf(customer, 'favourites')).toEqual({ 2023: { 5: 1 } });
    await restore(customer, [may, july]);
    expect(await mapOf(customer, 'favourites')).toEqual({ 2023: { 5: 2, 7: 1 } });
    await mark(customer, [may, alsoMay], false);
    expect(await mapOf(customer, 'favourites')).toEqual({ 2023: { 7: 1 } });
  });

  test('are found by an index of their own, however large the library is', async () => {
    const customer = newCustomerId();
    const ids = await seedLibrary(api, { customerId: customer, photos: 3_000 });
    await mark(customer, [ids[5] ?? '', ids[2_900] ?? '']);
    await sql`analyze photos`.execute(api.db);
    for (const order of ['taken_order', 'created_order']) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from photos
        where user_id = ${customer} and is_favourite and not is_ordered
        order by ${sql.ref(order)} desc, name_order desc, id desc limit 25`.execute(api.db);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('photos_favourites_');
    }
  });

  test('agree with two calls at once and with a deletion that takes the same photos', async () => {
    const customer = newCustomerId();
    const ids = await seedLibrary(api, { customerId: customer, photos: 60 });
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all([
        mark(customer, ids),
        mark(customer, ids.toReversed()),
        remove(customer, ids.slice(20, 40).toReversed()),
        mark(customer, ids.slice(0, 30), false),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await restore(customer, ids);
    }
    await mark(customer, ids);
    expect(await mapOf(customer, 'favourites')).toEqual(
      (await api.get(customer, '/users/timeline')).body as unknown,
    );
  });
});

describe('a favourite that was deleted', () => {
  test('comes back as one, and while it is away it cannot be marked', async () => {
    const customer = newCustomerId();
    const [one = '', other = ''] = await addInMay(customer, 2);
    await mark(customer, [one]);
    await remove(customer, [one, other]);
    expect((await mark(customer, [other])).status).toBe(404);
    await restore(customer, [one, other]);
    expect(await idsOf(customer, '/photos?filter=favourites')).toEqual([one]);
  });

  test('comes back as one by adding its file again', async () => {
    const customer = newCustomerId();
    const content = randomBytes(80);
    const { photoId } = await api.add(customer, { content });
    await mark(customer, [photoId]);
    await remove(customer, [photoId]);
    await api.add(customer, { content, restoreContent: api.photos.restoreContent });
    expect((await api.get(customer, `/photos/${photoId}`)).body.isFavourite).toBe(true);
  });

  test('passes the mark to the photo that stays in its place', async () => {
    const customer = newCustomerId();
    const [content, plain] = [randomBytes(80), randomBytes(80)];
    const [marked, unmarked] = [
      await api.add(customer, { content }),
      await api.add(customer, { content: plain }),
    ];
    await mark(customer, [marked.photoId]);
    await remove(customer, [marked.photoId, unmarked.photoId]);
    const [heir, other] = [await api.add(customer, { content }), await api.add(customer, { content: plain })];
    await restore(customer, [marked.photoId, unmarked.photoId]);
    expect(await idsOf(customer, '/photos?filter=favourites')).toEqual([heir.photoId]);
    expect((await api.get(customer, `/photos/${other.photoId}`)).body.isFavourite).toBeUndefined();
  });
});

test('a column without a rule lets a node that knows no favourites add and delete photos', async () => {
  const customer = newCustomerId();
  const [marked = ''] = await addInMay(customer, 1);
  await mark(customer, [marked]);
  // As a node of 0.2.0 does, which names no column that it does not know.
  await sql`insert into photos (user_id, id, upload_id, file_name, format, bytes, sha256, crc32, object_key, created_at, created_order,
      upload_end)
    values (${customer}, ${randomUUID()}, ${randomUUID()}, 'b.jpg', 'jpeg', 4, ${randomBytes(32)}, 1, ${randomUUID()}, now(), now(),
      now())`.execute(api.db);
  expect(await idsOf(customer, '/photos?filter=favourites')).toEqual([marked]);
  await sql`delete from photos where id = ${marked}`.execute(api.db);
  expect(await mapOf(customer, 'favourites')).toEqual({});
});
