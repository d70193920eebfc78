import { randomUUID } from 'node:crypto';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImageProcessor } from '../../../platform/images/image-processor.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { makePurgesDue } from '../../../testing/deleted-photos.ts';
import { newJpeg } from '../../../testing/photos.ts';
import { makeThumbnailsTask } from './make-thumbnails.ts';
import { thumbnailKeys } from './originals.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';

/** For a busy machine. */
const SOON = { timeout: 10_000 };

const picture = () => newJpeg(900, 600);

describe.each(['files', 'S3'] as const)('the purge of %s', (kind) => {
  let api: TestPhotos;
  beforeAll(async () => {
    api = await startPhotos({ kind, deletedDays: 0 });
  });
  afterAll(() => api.stop());

  const remove = (customer: CustomerId, ...photoIds: string[]) =>
    api.call(customer, 'DELETE', '/photos', { photoIds });
  const purge = (customerId: CustomerId) => api.run('purge-photos', { customerId });
  const thumbnail = (customerId: CustomerId, photoId: string) =>
    api.run('make-thumbnails', { customerId, photoId });
  const keysOf = async (customer: CustomerId) => (await api.stored()).filter((key) => key.includes(customer));
  const rowsOf = (customer: CustomerId) =>
    api.db.selectFrom('deleted_photos').selectAll().where('user_id', '=', customer).execute();
  const jobsOf = async (photoId: string) =>
    (
      await api.pool.query('select locked_at from graphile_worker.jobs where key = $1', [
        `thumbnails:${photoId}`,
      ])
    ).rows;

  test('removes the original and all thumbnails, then the row; URLs open nothing from the deletion on', async () => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, { content: await picture() });
    await thumbnail(customer, photoId);
    const { untouchedUrl, thumbnails } = (await api.get(customer, `/photos/${photoId}`)).body as Photo;
    const urls = [untouchedUrl, ...thumbnails.map(({ url }) => url)].map((url) => api.address + url);
    for (const url of urls) expect((await fetch(url)).status).toBe(200);
    expect(await keysOf(customer)).toHaveLength(4);
    await remove(customer, photoId);
    for (const url of urls) await expect.poll(async () => (await fetch(url)).status, SOON).toBe(404);
    await purge(customer);
    expect(await keysOf(customer)).toEqual([]);
    expect(await rowsOf(customer)).toEqual([]);
  });

  test('of objects that are already gone does not fail', async () => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, { objectKey: `photos/${customer}/${randomUUID()}` });
    await remove(customer, photoId);
    await purge(customer);
    expect(await rowsOf(customer)).toEqual([]);
  });

  test('cancels thumbnail jobs that have not begun; one that begins all the same writes nothing', async () => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, { content: await picture() });
    await remove(customer, photoId);
    await thumbnail(customer, photoId);
    expect(await keysOf(customer)).toHaveLength(1);
    await purge(customer);
    expect(await jobsOf(photoId)).toEqual([]);
    expect(await keysOf(customer)).toEqual([]);
  });

  test('returns for what a thumbnail job writes after its photo was deleted', async () => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, {});
    const [objectKey = ''] = await keysOf(customer);
    const setJob = (change: string) =>
      api.pool.query(`update graphile_worker._private_jobs set ${change} where key = $1`, [
        `thumbnails:${photoId}`,
      ]);
    await setJob(`locked_at = now(), locked_by = 'somebody'`);
    await remove(customer, photoId);
    await purge(customer);
    for (const key of thumbnailKeys(objectKey)) await api.objects.putBytes(key, Buffer.from('late'));
    expect(await rowsOf(customer)).toHaveLength(1);
    await setJob('locked_at = null, locked_by = null');
    await makePurgesDue(api.db);
    await purge(customer);
    expect(await keysOf(customer)).toEqual([]);
    expect(await rowsOf(customer)).toEqual([]);
  });

  test('leaves nothing of a thumbnail job that finds its photo deleted at its end', async () => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, { content: await picture() });
    const received = await api.listen(customer);
    const images: ImageProcessor = {
      ...api.images,
      async process(picture) {
        const processed = await api.images.process(picture);
        await remove(customer, photoId);
        return processed;
      },
    };
    const deps = {
      db: api.db,
      objects: api.objects,
      dataDir: api.dataDir,
      images,
      clock: () => api.clock.now,
    };
    const task = makeThumbnailsTask({
      ...deps,
      log: pino({ level: 'silent' }),
      updateInAlbums: async () => undefined,
      saveMeasures: async () => undefined,
    });
    await task.handle({ customerId: customer, photoId }, { attempt: 1, maxAttempts: 8 });
    expect(await keysOf(customer)).toHaveLength(1);
    await expect
      .poll(() => received, SOON)
      .toMatchObject([{ data: { change: 'deleted', photoIds: [photoId] } }]);
  });

  test('whose job was lost is resumed by the housekeeping', async () => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, {});
    await remove(customer, photoId);
    await api.pool.query('delete from graphile_worker._private_jobs where key = $1', [`purge:${customer}`]);
    await api.run('check-deletions');
    const job = () =>
      api.pool.query('select from graphile_worker.jobs where key = $1', [`purge:${customer}`]);
    expect((await job()).rowCount).toBe(0);
    await makePurgesDue(api.db);
    await api.run('check-deletions');
    expect((await job()).rowCount).toBe(1);
  });
});
