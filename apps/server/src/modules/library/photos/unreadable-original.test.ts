import { randomUUID } from 'node:crypto';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addExif } from '../../../platform/images/testing/add-exif.ts';
import { buildTiff, TAG } from '../../../platform/images/testing/build-tiff.ts';
import { fromStoredNames } from '../../../platform/stored-names.ts';
import { transactElsewhere } from '../../../platform/testing/transact-elsewhere.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { newJpeg } from '../../../testing/photos.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';

let api: TestPhotos;
let customer: CustomerId;
beforeAll(async () => {
  api = await startPhotos();
});
afterAll(() => api.stop());

const picture = () => newJpeg(400, 300);
const run = (name: string, payload: object, attempt = 1) =>
  api.tasks.find((task) => task.name === name)?.handle(fromStoredNames(payload), { attempt, maxAttempts: 8 });
const makeThumbnails = (photoId: string, attempt = 1, round = 0) =>
  run('make-thumbnails', { customerId: customer, photoId, round }, attempt);
const read = async (photoId: string) => (await api.get(customer, `/photos/${photoId}`)).body as Photo;
const jobOf = async (photoId: string) => {
  const { rows } = await api.pool.query(
    'select payload, run_at, attempts from graphile_worker._private_jobs where key = $1',
    [`thumbnails:${photoId}`],
  );
  return rows[0];
};
const completeJob = (photoId: string) =>
  api.pool.query('delete from graphile_worker._private_jobs where key = $1', [`thumbnails:${photoId}`]);
const keyOf = async (photoId: string) =>
  (await api.db.selectFrom('photos').select('object_key').where('id', '=', photoId).executeTakeFirstOrThrow())
    .object_key;

/** A photo whose original the store does not return while it is unreachable. */
async function addWithoutOriginal() {
  customer = newCustomerId();
  api.clock.now = new Date('2026-06-15T10:00:00Z');
  const content = await picture();
  const { photoId } = await api.add(customer, { content });
  const objectKey = await keyOf(photoId);
  await api.objects.remove([objectKey]);
  return { photoId, bringBack: () => api.objects.putBytes(objectKey, content) };
}

test('a temporarily unreachable original is retried, and the photo is shown', async () => {
  const { photoId, bringBack } = await addWithoutOriginal();
  await expect(makeThumbnails(photoId)).rejects.toThrow('There is no object');
  expect(await read(photoId)).toMatchObject({ thumbnailState: 'loading' });
  await bringBack();
  await makeThumbnails(photoId, 2);
  expect(await read(photoId)).toMatchObject({ thumbnailState: 'success' });
});

test('an original that stays unreachable is shown as missing, and retried less and less often', async () => {
  const { photoId, bringBack } = await addWithoutOriginal();
  await makeThumbnails(photoId, 8);
  expect(await read(photoId)).toMatchObject({ thumbnailState: 'failure', failure: 'ORIGINAL_MISSING' });
  expect(await jobOf(photoId)).toMatchObject({
    attempts: 0,
    run_at: new Date('2026-06-15T10:15:00Z'),
    payload: { round: 1 },
  });
  await makeThumbnails(photoId, 8, 1);
  expect(await jobOf(photoId)).toMatchObject({ run_at: new Date('2026-06-15T10:30:00Z') });
  await makeThumbnails(photoId, 8, 40);
  expect(await jobOf(photoId)).toMatchObject({ run_at: new Date('2026-06-16T10:00:00Z') });
  await bringBack();
  await makeThumbnails(photoId, 1, 41);
  const photo = await read(photoId);
  expect([photo.thumbnailState, photo.failure]).toEqual(['success', undefined]);
});

test('a truncated original in the store does not count against the picture', async () => {
  const { photoId, bringBack } = await addWithoutOriginal();
  const objectKey = await keyOf(photoId);
  await api.objects.putBytes(objectKey, Buffer.from('a few bytes'));
  await expect(makeThumbnails(photoId)).rejects.toThrow('no known signature');
  await api.objects.remove([objectKey]);
  await bringBack();
  await makeThumbnails(photoId, 2);
  expect(await read(photoId)).toMatchObject({ thumbnailState: 'success' });
});

test('failed photos without a job get one again, except bad pictures', async () => {
  const { photoId } = await addWithoutOriginal();
  await makeThumbnails(photoId, 8);
  const { photoId: bad } = await api.add(customer, { content: Buffer.from('no picture') });
  await makeThumbnails(bad);
  await Promise.all([completeJob(photoId), completeJob(bad)]);
  api.clock.now = new Date('2026-06-15T10:16:00Z');
  await run('check-thumbnails', {});
  expect(await jobOf(photoId)).toMatchObject({ attempts: 0 });
  expect(await jobOf(bad)).toBeUndefined();
});

test('thumbnails of an original that was replaced in the meantime leave nothing behind', async () => {
  const { photoId, bringBack } = await addWithoutOriginal();
  await bringBack();
  const thumbnail = `${await keyOf(photoId)}.300.jpg`;
  const making = await transactElsewhere(api.db, async (trx) => {
    await trx
      .updateTable('photos')
      .set({ object_key: `photos/${randomUUID()}` })
      .where('id', '=', photoId)
      .execute();
    const running = makeThumbnails(photoId);
    await expect.poll(() => api.objects.size(thumbnail), { timeout: 10_000 }).not.toBeNull();
    return { running };
  });
  await making.running;
  expect(await api.objects.size(thumbnail)).toBeNull();
  expect(await read(photoId)).toMatchObject({ thumbnailState: 'loading' });
});

/** A picture whose last rows are missing, with a date and a camera in its file. */
async function addDamaged() {
  customer = newCustomerId();
  api.clock.now = new Date('2026-06-15T10:00:00Z');
  const exif = buildTiff({
    main: [{ id: TAG.model, ascii: 'Halden M5' }],
    exif: [{ id: TAG.dateTimeOriginal, ascii: '2019:07:04 15:30:12' }],
  });
  const whole = addExif(await picture(), exif);
  const { photoId } = await api.add(customer, { content: whole.subarray(0, -Math.round(whole.length / 4)) });
  await makeThumbnails(photoId);
  return photoId;
}

test('a picture that cannot be shown has the date and camera of its file', async () => {
  const photoId = await addDamaged();
  expect(await read(photoId)).toMatchObject({
    thumbnailState: 'failure',
    failure: 'TRUNCATED',
    dateTaken: '2019-07-04T15:30:12',
  });
  const { body } = await api.get(customer, `/photos/${photoId}/details`);
  expect(body).toMatchObject({ camera: { model: 'Halden M5' } });
});

test('pictures that earlier decoders gave up are tried once more', async () => {
  const photoId = await addDamaged();
  await completeJob(photoId);
  api.clock.now = new Date('2026-06-15T10:16:00Z');
  await run('check-thumbnails', {});
  expect(await jobOf(photoId)).toBeUndefined();
  await api.db.updateTable('photos').set({ failed_by: null }).where('id', '=', photoId).execute();
  await run('check-thumbnails', {});
  expect(await jobOf(photoId)).toMatchObject({ attempts: 0 });
  await makeThumbnails(photoId);
  await completeJob(photoId);
  await run('check-thumbnails', {});
  expect(await jobOf(photoId)).toBeUndefined();
});

test('a picture that earlier decoders called damaged is shown', async () => {
  customer = newCustomerId();
  const { photoId } = await api.add(customer, { content: await picture() });
  await api.db
    .updateTable('photos')
    .set({ thumbnail_state: 'failure', failure: 'TRUNCATED', failed_by: null })
    .where('id', '=', photoId)
    .execute();
  await makeThumbnails(photoId);
  const photo = await read(photoId);
  expect([photo.thumbnailState, photo.failure]).toEqual(['success', undefined]);
});
