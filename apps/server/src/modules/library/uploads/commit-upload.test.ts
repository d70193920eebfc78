import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transactElsewhere } from '../../../platform/testing/transact-elsewhere.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { jpegOf } from '../../../testing/photos.ts';
import { clientOf, FILES } from '../../../testing/upload-client.ts';
import { forgetUploadsTask } from './jobs.ts';
import { MAX_OPEN_BYTES, MAX_OPEN_UPLOADS } from './rules.ts';
import { sha256, startUploads, type TestUploads } from './uploads.fixture.ts';

describe.each(['files', 'S3'] as const)('uploads in %s', (kind) => {
  let world: TestUploads;
  beforeAll(async () => {
    world = await startUploads({ kind, nodes: 2 });
  });
  afterAll(() => world.stop());

  test('become a photo whose original is the bytes that were sent', async () => {
    const client = clientOf(world.address);
    const bytes = jpegOf(3_600_000);
    const url = await client.send(bytes, 'IMG_20190704_153012.jpg');
    const { status, photo, duplicate } = await client.commit(url);
    expect([status, duplicate]).toEqual([200, false]);
    expect(photo).toMatchObject({
      localFileName: 'IMG_20190704_153012.jpg',
      bytes: bytes.length,
      thumbnailState: 'loading',
    });
    expect(photo.dateTaken).toBe('2019-07-04T15:30:12');
    const [row] = await world.photosOf(client.customerId);
    expect(row?.sha256.toString('hex')).toBe(sha256(bytes));
    expect(await world.storedHash(row?.object_key ?? '')).toBe(sha256(bytes));
    expect(row?.object_key).toMatch(new RegExp(`^photos/${client.customerId}/[0-9a-f-]+$`));
    expect(await world.spooled()).toEqual([]);
  });

  test('give the same answer when committed again, also simultaneously', async () => {
    const client = clientOf(world.address);
    const url = await client.send(jpegOf(1_000));
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.commit(url)));
    answers.push(await client.commit(url));
    expect(
      new Set(answers.map(({ status, photo, duplicate }) => `${status} ${photo.imageId} ${duplicate}`)).size,
    ).toBe(1);
    expect(await world.photosOf(client.customerId)).toHaveLength(1);
  });

  test('of the same content, 50 at once, become one photo with one object and 50 successful answers', async () => {
    const clients = world.nodes.map((node) => node.address);
    const customerId = newCustomerId();
    const bytes = jpegOf(20_000);
    const before = (await world.stored()).length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const client = clientOf(clients[index % 2] ?? '', customerId);
        return await client.commit(await client.send(bytes));
      }),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200));
    expect(answers.filter((answer) => !answer.duplicate)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.photo.imageId)).size).toBe(1);
    expect(await world.photosOf(customerId)).toHaveLength(1);
    expect((await world.stored()).length).toBe(before + 1);
  });

  test('of the same content by two customers become a photo of each', async () => {
    const bytes = jpegOf(2_000);
    for (const client of [clientOf(world.address), clientOf(world.address)]) {
      expect((await client.commit(await client.send(bytes))).duplicate).toBe(false);
    }
  });

  test('sent in parts through two nodes become one complete object', async () => {
    const bytes = jpegOf(300_000);
    const [first, second] = world.nodes.map((node) => node.address) as [string, string];
    const client = clientOf(first);
    const other = clientOf(second, client.customerId);
    const url = await client.create(bytes.length);
    expect((await client.patch(url, 0, bytes.subarray(0, 100_000))).status).toBe(204);
    expect(await other.offsetOf(url)).toBe(100_000);
    expect((await other.patch(url, 100_000, bytes.subarray(100_000, 250_000))).status).toBe(204);
    expect((await client.patch(url, 250_000, bytes.subarray(250_000))).headers.get('upload-offset')).toBe(
      '300000',
    );
    expect((await other.commit(url)).status).toBe(200);
    const [row] = await world.photosOf(client.customerId);
    expect(await world.storedHash(row?.object_key ?? '')).toBe(sha256(bytes));
    const keys = (await world.stored())
      .map(({ key }) => key)
      .filter((key) => key.includes(client.customerId));
    expect(keys).toEqual([row?.object_key]);
  });

  test('committed or given up on another node are not saved from memory by the node that received them', async () => {
    const [first, second] = world.nodes.map((node) => node.address) as [string, string];
    const client = clientOf(first);
    const other = clientOf(second, client.customerId);
    const [saved, givenUp] = [await client.send(jpegOf(1_000)), await client.send(jpegOf(2_000))];
    const { photo } = await other.commit(saved);
    expect(await client.commit(saved)).toMatchObject({ status: 200, photo: { imageId: photo.imageId } });
    expect((await other.call('DELETE', givenUp)).status).toBe(204);
    expect(await client.commit(givenUp)).toMatchObject({ status: 404 });
    expect(await world.photosOf(client.customerId)).toHaveLength(1);
  });

  test('of more than 250 megapixels are refused with that reason, however often they are committed [IMP-02]', async () => {
    const client = clientOf(world.address);
    const size = Buffer.from([0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20]);
    const header = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
    const url = await client.send(Buffer.concat([header, size, Buffer.alloc(900, 1)]), 'poster.png');
    expect(await client.commit(url)).toMatchObject({ status: 422, code: 'too-many-pixels' });
    expect(await client.commit(url)).toMatchObject({ status: 422, code: 'too-many-pixels' });
    expect(await world.photosOf(client.customerId)).toEqual([]);
  });

  test('that are no photos are refused, and their space is freed [IMP-02]', async () => {
    const client = clientOf(world.address);
    const page = Buffer.from('<html><body>not a picture</body></html>');
    const url = await client.send(page, 'picture.jpg');
    expect(await client.commit(url)).toMatchObject({ status: 422, code: 'not-a-photo' });
    expect(await client.commit(url)).toMatchObject({ status: 422, code: 'not-a-photo' });
    const empty = await client.create(0);
    expect(await client.commit(empty)).toMatchObject({ status: 422, code: 'not-a-photo' });
    expect((await world.stored()).filter(({ key }) => key.includes(client.customerId))).toEqual([]);
    expect(await world.photosOf(client.customerId)).toEqual([]);
  });

  test('say which contents the library already has', async () => {
    const client = clientOf(world.address);
    const bytes = jpegOf(500);
    const { photo } = await client.commit(await client.send(bytes));
    const body = JSON.stringify({ sha256: [sha256(bytes), sha256(Buffer.from('unknown'))] });
    const headers = { 'content-type': 'application/json' };
    const ask = async (asker: typeof client) =>
      (await asker.call('POST', '/api/uploads/known-contents', headers, body)).json();
    expect(await ask(client)).toEqual({ known: [{ sha256: sha256(bytes), imageId: photo.imageId }] });
    expect(await ask(clientOf(world.address))).toEqual({ known: [] });
  });
});

describe('an upload', () => {
  let world: TestUploads;
  beforeAll(async () => {
    world = await startUploads();
  });
  afterAll(() => world.stop());

  test('that is incomplete is no photo yet', async () => {
    const client = clientOf(world.address);
    const url = await client.create(10);
    await client.patch(url, 0, jpegOf(4));
    expect(await client.commit(url)).toMatchObject({ status: 409, code: 'upload-incomplete' });
  });

  test('that somebody else works on is committed once they are done', async () => {
    const client = clientOf(world.address);
    const url = await client.send(jpegOf(1_000));
    const leased = sql<Date>`clock_timestamp() + interval '1 second'`;
    const { lock_until } = await world.db
      .updateTable('uploads')
      .set({ lock_token: randomUUID(), lock_until: leased })
      .where('user_id', '=', client.customerId)
      .returning('lock_until')
      .executeTakeFirstOrThrow();
    expect((await client.commit(url)).status).toBe(200);
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(world.db);
    expect(Number(rows[0]?.now)).toBeGreaterThanOrEqual(Number(lock_until));
  });

  test('of another customer is answered like a nonexistent one', async () => {
    const owner = clientOf(world.address);
    const url = await owner.send(jpegOf(100));
    const stranger = clientOf(world.address);
    const unknown = `${FILES}/${randomUUID()}`;
    for (const method of ['HEAD', 'PATCH', 'DELETE', 'GET']) {
      const headers =
        method === 'PATCH'
          ? { 'content-type': 'application/offset+octet-stream', 'upload-offset': '100' }
          : undefined;
      const answers = await Promise.all([url, unknown].map((at) => stranger.call(method, at, headers)));
      expect(answers.map((answer) => answer.status)).toEqual([404, 404]);
      const [foreign, random] = await Promise.all(answers.map((answer) => answer.text()));
      const withoutId = (text = '') => text.replace(/"correlationId":"[^"]*"/, '');
      expect(withoutId(foreign)).toBe(withoutId(random));
    }
    expect((await stranger.commit(url)).status).toBe(404);
    expect((await owner.commit(url)).status).toBe(200);
  });

  test('expires a day after its last byte; it is then purged and leaves saved photos alone', async () => {
    const client = clientOf(world.address);
    const saved = await client.send(jpegOf(1_000));
    await client.commit(saved);
    const abandoned = await client.create(1_000);
    await client.patch(abandoned, 0, jpegOf(400));
    const done = await client.send(jpegOf(700));
    world.clock.now = new Date(Date.now() + 25 * 3_600_000);
    expect((await client.call('HEAD', abandoned)).status).toBe(410);
    expect((await client.patch(abandoned, 400, jpegOf(600))).status).toBe(410);
    expect(await client.commit(done)).toMatchObject({ status: 410, code: 'upload-gone' });
    await world.forgetUploads();
    expect((await client.call('HEAD', abandoned)).status).toBe(410);
    world.clock.now = new Date(Date.now() + 27 * 3_600_000);
    await world.forgetUploads();
    const [photo] = await world.photosOf(client.customerId);
    const keys = (await world.stored())
      .map(({ key }) => key)
      .filter((key) => key.includes(client.customerId));
    expect(keys).toEqual([photo?.object_key]);
    world.clock.now = new Date(Date.now() + 9 * 24 * 3_600_000);
    await world.forgetUploads();
    expect(await world.uploadsOf(client.customerId)).toEqual([]);
    expect(await world.storedHash(photo?.object_key ?? '')).toHaveLength(64);
    world.clock.now = null;
  });

  test('keeps its bytes while the database lacks what came after its backup', async () => {
    const client = clientOf(world.address);
    const url = await client.send(jpegOf(700));
    const held = { ...world.objects, mayRemove: async () => false };
    const clock = () => new Date(Date.now() + 25 * 3_600_000);
    const log = pino({ level: 'silent' });
    const { handle } = forgetUploadsTask({ db: world.db, objects: held, clock, log });
    await handle({}, { attempt: 1, maxAttempts: 1 });
    expect((await client.commit(url)).status).toBe(200);
  });

  test('that its customer cancels is deleted with its bytes; a saved one stays', async () => {
    const client = clientOf(world.address);
    const url = await client.create(1_000);
    await client.patch(url, 0, jpegOf(400));
    expect((await client.call('DELETE', url)).status).toBe(204);
    expect((await client.call('HEAD', url)).status).toBe(404);
    expect((await client.call('DELETE', url)).status).toBe(404);
    expect((await world.stored()).filter(({ key }) => key.includes(client.customerId))).toEqual([]);
    const saved = await client.send(jpegOf(100));
    await client.commit(saved);
    expect((await client.call('DELETE', saved)).status).toBe(409);
    expect((await client.commit(saved)).status).toBe(200);
  });

  /** Open uploads of a customer, with this many bytes each. */
  const addOpen = (customerId: CustomerId, count: number, bytes: number) =>
    sql`insert into uploads (user_id, id, file_name, bytes, created_at, expires_at)
      select ${customerId}, gen_random_uuid(), 'x', ${bytes}, now(), now() + interval '1 hour'
      from generate_series(1, ${count})`.execute(world.db);

  test('is limited to 2,000 open ones', async () => {
    const client = clientOf(world.address);
    await addOpen(client.customerId, MAX_OPEN_UPLOADS - 1, 1);
    const url = await client.create(100);
    await expect(client.create(100)).rejects.toThrow('429');
    await client.call('DELETE', url);
    expect(await client.create(100)).toContain(FILES);
  });

  /** Begins uploads such that each has counted the others, or is waiting to, before any is inserted. */
  async function beginAtOnce(begin: () => Promise<unknown>[]) {
    const { db } = world;
    await sql`create function delay() returns trigger language plpgsql
      as 'begin perform pg_advisory_xact_lock_shared(7); return new; end'`.execute(db);
    await sql`create trigger delay before insert on uploads for each row execute function delay()`.execute(
      db,
    );
    const waiting = async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(
        db,
      );
      return rows.length;
    };
    const started = await transactElsewhere(db, async (trx) => {
      await sql`select pg_advisory_xact_lock(7)`.execute(trx);
      const all = Promise.allSettled(begin());
      await expect.poll(waiting).toBeGreaterThan(8);
      return { all };
    });
    const outcomes = await started.all;
    await sql`drop function delay cascade`.execute(db);
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  }

  test.each([
    ['in number', MAX_OPEN_UPLOADS - 3, 1],
    ['in bytes', 1, MAX_OPEN_BYTES - 3 * 100],
  ])('is limited %s, also if many begin on two nodes simultaneously', async (_what, count, bytes) => {
    const client = clientOf(world.address);
    await addOpen(client.customerId, count, bytes);
    const there = clientOf(world.nodes[1]?.address ?? '', client.customerId);
    const beginTwo = () => [client.create(100), there.create(100)];
    expect(await beginAtOnce(() => Array.from({ length: 10 }, beginTwo).flat())).toBe(3);
  });

  test('added by the server itself goes the same way', async () => {
    const customerId = newCustomerId();
    const content = jpegOf(5_000);
    const first = await world.uploads.addFile({ customerId, fileName: 'a/b.jpg', content, isBulk: true });
    expect(await world.uploads.addFile({ customerId, fileName: 'c.jpg', content })).toEqual({
      photoId: first.photoId,
      isDuplicate: true,
      isRestored: false,
    });
    expect(await world.photosOf(customerId)).toMatchObject([{ id: first.photoId, file_name: 'b.jpg' }]);
  });
});
