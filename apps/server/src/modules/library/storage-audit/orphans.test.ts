import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { jpegOf } from '../../../testing/photos.ts';
import { clientOf } from '../../../testing/upload-client.ts';
import { startUploads, type TestUploads } from '../uploads/uploads.fixture.ts';
import { removeOrphans } from './orphans.ts';

const DAY = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY);

describe.each(['files', 'S3'] as const)('orphaned objects, in %s', (kind) => {
  let world: TestUploads;
  beforeAll(async () => {
    world = await startUploads({ kind });
  });
  afterAll(() => world.stop());

  const sweep = (now: Date, objects = world.objects) =>
    removeOrphans({
      db: world.db,
      databaseUrl: world.databaseUrl,
      objects,
      now,
      maxOrphans: (stored) => stored,
    });
  afterEach(async () => world.objects.remove(await keys()));

  const keys = async () => (await world.stored()).map(({ key }) => key).sort();
  async function orphan(key = `photos/${randomUUID()}/${randomUUID()}-0a`) {
    await world.objects.putBytes(key, Buffer.from('left behind'));
    return key;
  }

  test('are removed when old, and stay while young', async () => {
    const key = await orphan();
    const thumbnail = await orphan(`${key}.300.jpg`);
    expect(await sweep(inDays(6))).toMatchObject({ stored: 2, orphans: 0, removed: 0 });
    expect(await keys()).toEqual([key, thumbnail].sort());
    const swept = await sweep(inDays(8));
    expect(swept).toMatchObject({ stored: 2, orphans: 2, removed: 2 });
    expect([...swept.examples].sort()).toEqual([key, thumbnail].sort());
    expect(await keys()).toEqual([]);
    expect(await sweep(inDays(8))).toEqual({
      stored: 0,
      orphans: 0,
      removed: 0,
      most: 0,
      spared: 0,
      isHeld: false,
      examples: [],
    });
  });

  test('are not those of photos, deleted ones, uploads in progress, legacy uploads, or others', async () => {
    const client = clientOf(world.address);
    await client.commit(await client.send(jpegOf(1_000)));
    const bytes = jpegOf(9_000);
    const url = await client.create(bytes.length);
    await client.patch(url, 0, bytes.subarray(0, 4_000), { 'content-length': '4000' });
    const [photo] = await world.photosOf(client.customerId);
    const [, paused] = await world.uploadsOf(client.customerId);
    expect(paused?.pieces).toHaveLength(1);
    await orphan(`${photo?.object_key}.300.jpg`);
    const [deleted, waiting] = [await orphan(), await orphan('legacy-uploads/a-1')];
    await orphan('somebody/elses');
    const picture = `project-pictures/${client.customerId}/${randomUUID()}`;
    await orphan(`${picture}.300.jpg`);
    const { user_id = client.customerId, id = '' } = photo ?? {};
    await world.db
      .insertInto('deleted_photos')
      .values({ user_id, id: randomUUID(), object_key: deleted, deleted_at: new Date() })
      .execute();
    await world.db
      .insertInto('legacy_uploads')
      .values({ user_id, id, file_name: 'a.jpg', bytes: 1, uploaded_at: new Date(), object_key: waiting })
      .execute();
    await world.db
      .insertInto('projects')
      .values({
        user_id,
        id,
        service: 'editor',
        code: 'P',
        version: 1,
        content_hash: Buffer.alloc(32),
        channel: 'pennyfern',
        continue_url: '/',
        changed_at: new Date(),
        picture_key: picture,
      })
      .execute();
    const before = await keys();
    expect(before).toHaveLength(7);
    expect(await sweep(inDays(400))).toMatchObject({ stored: 7, orphans: 0, removed: 0 });
    expect(await keys()).toEqual(before);
    await client.patch(url, 4_000, bytes.subarray(4_000));
    expect((await client.commit(url)).status).toBe(200);
  });

  test('are not those that get a photo during the sweep', async () => {
    const client = clientOf(world.address);
    const [lost, named] = [await orphan(), await orphan()];
    const objects = {
      ...world.objects,
      async *list(prefix: string) {
        yield* world.objects.list(prefix);
        await world.db
          .insertInto('deleted_photos')
          .values({ user_id: client.customerId, id: randomUUID(), object_key: named, deleted_at: new Date() })
          .execute();
      },
    };
    expect(await sweep(inDays(8), objects)).toMatchObject({ orphans: 1, removed: 1 });
    expect(await keys()).toContain(named);
    expect(await keys()).not.toContain(lost);
  });

  test('are removed the next time after an interruption', async () => {
    const before = await keys();
    await Promise.all(Array.from({ length: 90 }, () => orphan()));
    const objects = {
      ...world.objects,
      async remove(removed: readonly string[]) {
        await world.objects.remove(removed.slice(0, 40));
        throw new Error('the store is away');
      },
    };
    await expect(sweep(inDays(8), objects)).rejects.toThrow('the store is away');
    expect(await keys()).toHaveLength(before.length + 50);
    expect(await sweep(inDays(8))).toMatchObject({ orphans: 50, removed: 50 });
    expect(await keys()).toEqual(before);
  });

  test('wait when the server stops', async () => {
    const key = await orphan();
    const { db, databaseUrl, objects } = world;
    const stopping = new AbortController();
    const stopsWhenListed = {
      ...objects,
      async *list(prefix: string) {
        yield* objects.list(prefix);
        stopping.abort();
      },
    };
    const swept = removeOrphans({
      db,
      databaseUrl,
      objects: stopsWhenListed,
      now: inDays(8),
      maxOrphans: (stored) => stored,
      signal: stopping.signal,
    });
    await expect(swept).rejects.toThrow(/abort/);
    expect(await keys()).toContain(key);
  });
});
