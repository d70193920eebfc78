import { randomBytes, randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { auditStorage } from '../storage-audit/audit-storage.ts';
import { deletePhotos } from './delete-photos.ts';
import type { RemovePhotos } from './deps.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';
import { seedLibrary } from './seed-library.fixture.ts';

/** For a busy machine. */
const SOON = { timeout: 10_000 };

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
});
afterAll(() => api.stop());

const remove = (customer: CustomerId, photoIds: string[]) =>
  api.call(customer, 'DELETE', '/photos', { photoIds });
const idsOf = async (customer: CustomerId) =>
  (await api.get(customer, '/photos?limit=1000')).body.images.map(({ imageId }) => imageId);
const countOf = async (customer: CustomerId) => (await api.get(customer, '/users')).body.photosCount;

async function addSome(customer: CustomerId, count: number) {
  const dates = Array.from({ length: count }, (_, n) => `2024-0${1 + (n % 9)}-01T10:00:00`);
  return Promise.all(dates.map(async (takenAt) => (await api.add(customer, { takenAt })).photoId));
}

describe('DELETE /photos', () => {
  test('deletes the photos, answers an empty list, and updates counts [DEL-15]', async () => {
    const customer = newCustomerId();
    const [stored = '', ...gone] = await addSome(customer, 4);
    expect(await remove(customer, [...gone, ...gone])).toEqual({ status: 200, body: { failed: [] } });
    expect(await idsOf(customer)).toEqual([stored]);
    expect(await countOf(customer)).toBe(1);
    expect((await api.get(customer, '/users/timeline')).body).toEqual({ 2024: { 1: 1 } });
    for (const id of gone) expect((await api.get(customer, `/photos/${id}`)).status).toBe(404);
  });

  test('repeated, or with unknown or others’ ids, does not fail and changes nothing [DEL-19]', async () => {
    const [customer, other] = [newCustomerId(), newCustomerId()];
    const [mine = ''] = await addSome(customer, 1);
    const [foreign = ''] = await addSome(other, 1);
    for (let time = 0; time < 2; time++) {
      const answer = await remove(customer, [mine, foreign, randomUUID()]);
      expect(answer).toEqual({ status: 200, body: { failed: [] } });
    }
    expect(await idsOf(other)).toEqual([foreign]);
    expect(await countOf(other)).toBe(1);
  });

  test('accepts 1 to 10,000 ids', async () => {
    const customer = newCustomerId();
    expect((await remove(customer, [])).status).toBe(400);
    const many = Array.from({ length: 10_001 }, () => randomUUID());
    expect((await remove(customer, many)).status).toBe(400);
    expect((await remove(customer, many.slice(1))).status).toBe(200);
    expect((await remove(customer, ['1; drop table photos'])).status).toBe(400);
  });

  test('pushes to every screen which, or that they are many if more than 100', async () => {
    const customer = newCustomerId();
    const few = await addSome(customer, 2);
    const many = await seedLibrary(api, { customerId: customer, photos: 101 });
    const received = await api.listen(customer);
    await remove(customer, few);
    await remove(customer, many);
    await remove(customer, many);
    await expect.poll(() => received.length, SOON).toBe(2);
    expect(received[0]).toMatchObject({ type: 'photos-changed', data: { change: 'deleted' } });
    const named = received.map((message) => (message as { data: { photoIds: string[] } }).data.photoIds);
    expect(named.map((ids) => ids.length)).toEqual([2, 0]);
    expect(named[0]?.toSorted()).toEqual(few.toSorted());
  });

  test('frees the content once it is final: the same file is a new photo with its own object', async () => {
    const customer = newCustomerId();
    const content = randomBytes(200);
    const { photoId } = await api.add(customer, { content });
    await remove(customer, [photoId]);
    await api.call(customer, 'DELETE', '/photos/deleted', { photoIds: [photoId] });
    const repeated = await api.add(customer, { content });
    expect(repeated.isDuplicate).toBe(false);
    await api.run('purge-photos', { customerId: customer });
    const { body } = await api.get(customer, `/photos/${repeated.photoId}`);
    expect(await (await fetch(api.address + body.untouchedUrl)).bytes()).toHaveLength(200);
  });
});

describe('concurrent deletions', () => {
  test('of overlapping photos delete each once, and counts stay exact', async () => {
    const customer = newCustomerId();
    const ids = await seedLibrary(api, { customerId: customer, photos: 600 });
    const parts = [
      ids.slice(0, 400),
      ids.slice(200).reverse(),
      ids.slice(100, 500),
      ids.slice(0, 400).reverse(),
    ];
    const answers = await Promise.all(parts.map((part) => remove(customer, part)));
    expect(answers.map(({ body }) => body.failed)).toEqual([[], [], [], []]);
    expect(await countOf(customer)).toBe(0);
    const { images } = (await api.get(customer, '/photos/deleted?limit=1000')).body;
    expect(images.map(({ imageId }) => imageId).toSorted()).toEqual(ids.toSorted());
  });

  test('with uploads of the same content leave each upload with an existing photo', async () => {
    const customer = newCustomerId();
    const content = randomBytes(300);
    let { photoId: current } = await api.add(customer, { content });
    for (let round = 0; round < 15; round++) {
      const [added] = await Promise.all([api.add(customer, { content }), remove(customer, [current])]);
      const there = await idsOf(customer);
      // Either the upload came first and got the id of the photo that was then deleted, or it is the new photo.
      if (there.length === 0) expect(added).toMatchObject({ photoId: current, isDuplicate: true });
      else expect(there).toEqual([added.photoId]);
      current = (await api.add(customer, { content })).photoId;
    }
    expect(await countOf(customer)).toBe(1);
  });

  test('with conflicting changes are retried, and remaining photos are reported', async () => {
    const customer = newCustomerId();
    const ids = await addSome(customer, 3);
    const unknown = randomUUID();
    const log = pino({ level: 'silent' });
    const rest = { removeFromProjects: async () => undefined, restorableDays: async () => 0 };
    const deps = { db: api.db, clock: () => api.clock.now, log, ...rest };
    let times = 0;
    const inTheWay =
      (until: number): RemovePhotos =>
      async (trx) => {
        times++;
        if (times < until)
          await sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(trx);
      };
    const always = { ...deps, removeFromAlbums: inTheWay(Number.POSITIVE_INFINITY) };
    expect((await deletePhotos(always, customer, [...ids, unknown])).toSorted()).toEqual(ids.toSorted());
    expect(await countOf(customer)).toBe(3);
    times = 0;
    expect(await deletePhotos({ ...deps, removeFromAlbums: inTheWay(3) }, customer, ids)).toEqual([]);
    expect(times).toBe(3);
    expect(await countOf(customer)).toBe(0);
  });
});

test('after all of this the audit finds nothing', async () => {
  const owners = await api.db.selectFrom('deleted_batches').select('user_id').distinct().execute();
  for (const { user_id } of owners) await api.run('purge-photos', { customerId: user_id });
  const audit = await auditStorage({ databaseUrl: api.databaseUrl, objects: api.objects });
  // The objects that `add` stored for duplicates come from the test itself.
  const findings = audit.findings.filter(({ what }) => what !== 'objects that belong to nothing');
  expect(findings).toEqual([]);
  expect(audit.deletedPhotos).toBe(0);
});
