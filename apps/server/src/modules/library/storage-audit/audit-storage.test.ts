import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { addThumbnailJob } from '../photos/photo-jobs.ts';
import { startPhotos, type TestPhotos } from '../photos/photos.fixture.ts';
import { seedLibrary } from '../photos/seed-library.fixture.ts';
import { auditStorage } from './audit-storage.ts';

let api: TestPhotos;
beforeEach(async () => {
  api = await startPhotos({ deletedDays: 0 });
  api.clock.now = new Date();
});
afterEach(() => api.stop());

const customer = newCustomerId();
async function audit() {
  const { findings, ...compared } = await auditStorage({
    databaseUrl: api.databaseUrl,
    objects: api.objects,
  });
  return { ...compared, findings: findings.map(({ what, count, examples }) => ({ what, count, examples })) };
}
/** A consistent library with two deleted photos and an upload in progress. */
async function seed(photos: number): Promise<void> {
  const ids = await seedLibrary(api, { customerId: customer, photos });
  await api.call(customer, 'DELETE', '/photos', { photoIds: ids.slice(0, 2) });
  const upload = {
    user_id: customer,
    id: randomUUID(),
    file_name: 'a.jpg',
    bytes: 9,
    issued_keys: ['photos/x/y'],
  };
  await api.db
    .insertInto('uploads')
    .values({ ...upload, created_at: new Date(), expires_at: new Date(Date.now() + 1e6) })
    .execute();
  await api.objects.putBytes('photos/x/y', Buffer.from('a piece'));
}
const keyOf = (id: string) => `photos/${customer}/${id}`;

describe('the audit', () => {
  test('finds nothing in a consistent library, with deleted photos and an upload in progress', async () => {
    expect(await audit()).toEqual({ photos: 0, deletedPhotos: 0, objects: 0, findings: [] });
    await seed(1_200);
    expect(await audit()).toEqual({ photos: 1_198, deletedPhotos: 2, objects: 1_201, findings: [] });
  });

  test('finds what is missing, truncated, orphaned or counted wrongly', async () => {
    await seed(10);
    const [lost = '', cut = '', shown = ''] = (await api.get(customer, '/photos')).body.images.map(
      ({ imageId }) => imageId,
    );
    await api.objects.remove([keyOf(lost)]);
    await api.objects.putBytes(keyOf(cut), Buffer.from('cut'));
    await api.db.updateTable('photos').set({ thumbnail_state: 'success' }).where('id', '=', shown).execute();
    await api.objects.putBytes(`${keyOf(shown)}.300.jpg`, Buffer.from('small'));
    await api.objects.putBytes(keyOf(randomUUID()), Buffer.from('nobody’s'));
    await api.pool.query(
      `update photo_month_counts set photos = photos + 1 where user_id = $1 and sort_key = 'created'`,
      [customer],
    );
    await api.db
      .updateTable('photo_month_counts')
      .set({ bytes: 1 })
      .where('user_id', '=', customer)
      .where('sort_key', '=', 'dateTaken')
      .execute();
    await api.db.updateTable('photos').set({ is_ordered: true }).where('id', '=', shown).execute();
    await api.db
      .updateTable('deleted_batches')
      .set({ deleted_at: new Date(0) })
      .execute();
    const { findings } = await audit();
    expect(findings.map(({ what, count }) => [what, count])).toEqual([
      ['photos whose original is missing or has another size', 2],
      ['thumbnails that are missing', 2],
      ['objects that belong to nothing', 1],
      ['month counts that differ from the number or the size of the photos', 2],
      ['photos whose mark is wrong about being used in an order', 1],
      ['deleted photos whose objects have not been removed for a day', 2],
    ]);
    expect(findings[0]?.examples.join()).toContain(keyOf(lost));
    expect(findings[1]?.examples.join()).toContain(`${keyOf(shown)}.800.jpg`);
  });

  test('finds deleted photos that could not come back, because their original is missing', async () => {
    await api.stop();
    api = await startPhotos();
    api.clock.now = new Date();
    const [lost = '', stored = ''] = await seedLibrary(api, { customerId: customer, photos: 2 });
    await api.call(customer, 'DELETE', '/photos', { photoIds: [lost, stored] });
    expect((await audit()).findings).toEqual([]);
    await api.objects.remove([keyOf(lost)]);
    expect((await audit()).findings).toEqual([
      {
        what: 'recently deleted photos whose original is missing or has another size',
        count: 1,
        examples: [expect.stringContaining(`photo ${lost} of ${customer}`)],
      },
    ]);
  });

  test('names photos without thumbnails that no job makes', async () => {
    await seed(10);
    const [late = '', made = ''] = (await api.get(customer, '/photos')).body.images.map(
      ({ imageId }) => imageId,
    );
    await api.db
      .updateTable('photos')
      .set({ created_at: new Date(0), thumbnail_state: 'loading' })
      .where('id', 'in', [late, made])
      .execute();
    await addThumbnailJob(api.db, { customerId: customer, photoId: made });
    const { findings } = await audit();
    expect(findings.map(({ what, count }) => [what, count])).toEqual([
      ['photos without thumbnails whose job is missing', 1],
    ]);
    expect(findings[0]?.examples).toEqual([`${late} of ${customer}`]);
  });

  test('reads the list of a large deletion once, not for every object', async () => {
    const keys = Array.from({ length: 10_000 }, () => keyOf(randomUUID()));
    const batch = { user_id: customer, id: randomUUID(), deleted_at: new Date(), object_keys: keys };
    await api.db
      .insertInto('deleted_batches')
      .values({ ...batch, photo_ids: keys.map(() => randomUUID()) })
      .execute();
    await api.pool.query('analyze deleted_batches');
    const objects = {
      ...api.objects,
      async *list() {
        for (const key of keys)
          for (const end of ['', '.300.jpg', '.800.jpg', '.1300.jpg'])
            yield { key: key + end, bytes: 4, changedAt: new Date() };
      },
    };
    const audited = await auditStorage({ databaseUrl: api.databaseUrl, objects });
    expect(audited).toMatchObject({ deletedPhotos: 10_000, objects: 40_000, findings: [] });
  }, 15_000);

  test('is not misled by photos added and deleted during it', async () => {
    await seed(10);
    await api.objects.putBytes(keyOf(randomUUID()), Buffer.from('nobody’s'));
    const coming = newCustomerId();
    let isListed = false;
    const objects = {
      ...api.objects,
      async *list(prefix: string) {
        yield* api.objects.list(prefix);
        if (isListed) return;
        isListed = true;
        await api.add(coming, {});
        const [gone = ''] = (await api.get(customer, '/photos?sortKey=created')).body.images.map(
          ({ imageId }) => imageId,
        );
        await api.call(customer, 'DELETE', '/photos', { photoIds: [gone] });
        await api.run('purge-photos', { customerId: customer });
      },
    };
    const { findings } = await auditStorage({ databaseUrl: api.databaseUrl, objects });
    expect(findings.map(({ what, count }) => [what, count])).toEqual([['objects that belong to nothing', 1]]);
  });
});
