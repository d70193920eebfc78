import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Exif } from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createImageProcessor } from '../../../platform/images/image-processor.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { refuseRows } from '../../../testing/refuse-rows.ts';
import { describePhotosTask, readDatesAgain } from './describe-photos.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';

const fixtures = path.join(import.meta.dirname, '../../../platform/images/fixtures');
const TAGS = {
  IFD0: { Make: 'Halden', Model: 'Halden M5' },
  IFD2: { ExposureTime: '1/250', FNumber: '28/10', ISOSpeedRatings: '200', FocalLength: '35/1' },
};
/** A unique picture whose camera is known. */
const pictureOf = (exif: Exif = TAGS) => {
  const IFD0 = { ...exif.IFD0, ImageDescription: randomUUID() };
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#506070' } });
  return picture.withExif({ ...exif, IFD0 });
};
const DESCRIBED = {
  camera_make: 'Halden',
  camera_model: 'Halden M5',
  lens: null,
  focal_length: 35,
  f_number: 2.8,
  exposure_time: 0.004,
  iso: 200,
  written_date: null,
  is_described: true,
};
const UNREAD = { camera_make: null, is_described: false };
const GIVEN_UP = { camera_make: null, is_described: true };

describe.each(['files', 'S3'] as const)('photos from before their cameras were stored, in %s', (kind) => {
  let api: TestPhotos;
  beforeAll(async () => {
    api = await startPhotos({ kind });
  });
  afterAll(() => api.stop());
  afterEach(() => api.db.updateTable('photos').set({ is_described: true }).execute());

  /** A photo that an earlier version has shown. */
  async function addOld(
    content: Buffer,
    format: 'jpeg' | 'png' | 'heic' = 'jpeg',
    customerId = newCustomerId(),
  ) {
    const added = await api.add(customerId, { content, format });
    await api.db
      .updateTable('photos')
      .set({ thumbnail_state: 'success' })
      .where('id', '=', added.photoId)
      .execute();
    return added;
  }
  const rowOf = ({ photoId }: { photoId: string }) =>
    api.db.selectFrom('photos').selectAll().where('id', '=', photoId).executeTakeFirstOrThrow();
  const waiting = async () =>
    (await api.pool.query(`select run_at from graphile_worker.jobs where key = 'describe-photos'`)).rows;
  const run = () => api.run('describe-photos');
  /** On a busy machine one run may be too short for all of them. */
  const runAll = async () => {
    const left = () =>
      api.pool.query(`select from photos where not is_described and thumbnail_state <> 'loading'`);
    while ((await left()).rows.length > 0) await run();
  };
  /** The job with some of its dependencies replaced. */
  const runWith = (replaced: Partial<Parameters<typeof describePhotosTask>[0]>) =>
    describePhotosTask({
      ...api,
      updateInAlbums: async () => undefined,
      clock: () => api.clock.now,
      ...replaced,
    }).handle({}, { attempt: 1, maxAttempts: 8 });

  test('are described from their files, in every format and for every customer', async () => {
    const photos = [
      await addOld(await pictureOf().jpeg().toBuffer()),
      await addOld(await pictureOf().png().toBuffer(), 'png'),
      await addOld(await pictureOf().jpeg().toBuffer()),
    ];
    const heic = await addOld(await readFile(path.join(fixtures, 'grid-rotated-p3.heic')), 'heic');
    await runAll();
    for (const photo of photos) expect(await rowOf(photo)).toMatchObject(DESCRIBED);
    expect(await rowOf(heic)).toMatchObject({ is_described: true });
  });

  test('are read once with pauses: finished ones are not repeated, and the job ends at the end', async () => {
    const before = (await waiting()).length;
    await run();
    expect(await waiting()).toHaveLength(before);
    const photo = await addOld(await pictureOf().jpeg().toBuffer());
    await run();
    const [next] = await waiting();
    expect(next?.run_at.getTime()).toBeGreaterThanOrEqual(api.clock.now.getTime() + 1_000);
    await api.db.updateTable('photos').set({ camera_make: 'kept' }).where('id', '=', photo.photoId).execute();
    await run();
    expect(await rowOf(photo)).toMatchObject({ camera_make: 'kept' });
  });

  test('continue where an unreachable store stopped them', async () => {
    const photos = [];
    for (let count = 0; count < 3; count++) photos.push(await addOld(await pictureOf().jpeg().toBuffer()));
    let opened = 0;
    const away: typeof api.objects.open = async (...requested) => {
      if (++opened > 2) throw new Error('away');
      return api.objects.open(...requested);
    };
    const objects = { ...api.objects, open: away, check: async () => 'away' };
    await expect(runWith({ objects })).rejects.toThrow('away');
    const rows = await Promise.all(photos.map(rowOf));
    expect(rows.filter(({ is_described }) => is_described)).toHaveLength(2);
    await run();
    for (const photo of photos) expect(await rowOf(photo)).toMatchObject(DESCRIBED);
  });

  test('whose date was not known are read again on request, and move to their month', async () => {
    const customerId = newCustomerId();
    const exif = { ...TAGS, IFD2: { ...TAGS.IFD2, DateTimeOriginal: '1993:08:  :  :' } };
    const [scan, undated] = [
      await addOld(await pictureOf(exif).jpeg().toBuffer(), 'jpeg', customerId),
      await addOld(await pictureOf().jpeg().toBuffer(), 'jpeg', customerId),
    ];
    await api.db
      .updateTable('photos')
      .set({ is_described: true })
      .where('user_id', '=', customerId)
      .execute();
    expect(await rowOf(scan)).toMatchObject({ taken_at: null });
    expect(await readDatesAgain(api.db)).toBeGreaterThanOrEqual(2);
    expect(await readDatesAgain(api.db)).toBe(0);
    await runAll();
    expect(await rowOf(scan)).toMatchObject({ taken_at: '1993-08-01 00:00:00', is_described: true });
    expect(await rowOf(undated)).toMatchObject({ taken_at: null, is_described: true });
    const { body } = await api.get(customerId, '/users/timeline?sortKey=dateTaken');
    expect(body).toEqual({ 1970: { 1: 1 }, 1993: { 8: 1 } });
  });

  test('that are lost, empty or no pictures do not block others', async () => {
    const lost = await addOld(await pictureOf().jpeg().toBuffer());
    await api.objects.remove([lost.objectKey]);
    const empty = await addOld(Buffer.from('x'));
    await api.objects.putBytes(empty.objectKey, new Uint8Array());
    const broken = [await addOld(Buffer.from('x'), 'png'), await addOld(Buffer.from('x'), 'heic')];
    const good = await addOld(await pictureOf().jpeg().toBuffer());
    await runAll();
    for (const photo of [lost, empty, ...broken]) expect(await rowOf(photo)).toMatchObject(GIVEN_UP);
    expect(await rowOf(good)).toMatchObject(DESCRIBED);
  });

  test('whose description the database refuses do not block others', async () => {
    const strange = await addOld(await pictureOf().jpeg().toBuffer());
    const good = await addOld(await pictureOf().jpeg().toBuffer());
    await using _refused = await refuseRows(api.db, {
      table: 'photos',
      when: 'update',
      condition: `new.id = '${strange.photoId}' and new.camera_make is not null`,
    });
    await runAll();
    expect(await rowOf(strange)).toMatchObject(GIVEN_UP);
    expect(await rowOf(good)).toMatchObject(DESCRIBED);
  });

  test('wait for broken decoders, instead of failing', async () => {
    const photo = await addOld(await pictureOf().png().toBuffer(), 'png');
    const images = createImageProcessor({
      workers: 1,
      timeoutMs: 1,
      memoryLimitMb: 700,
      log: { warn: () => undefined },
      clock: () => api.clock.now,
    });
    await expect(runWith({ images })).rejects.toMatchObject({ code: 'TIMED_OUT' });
    await images.close();
    expect(await rowOf(photo)).toMatchObject(UNREAD);
  });

  test('new photos are described by the decode that makes their thumbnails', async () => {
    const customerId = newCustomerId();
    const { photoId } = await api.add(customerId, { content: await pictureOf().jpeg().toBuffer() });
    await run();
    expect(await rowOf({ photoId })).toMatchObject(UNREAD);
    await api.run('make-thumbnails', { customerId, photoId });
    expect(await rowOf({ photoId })).toMatchObject(DESCRIBED);
  });
});
