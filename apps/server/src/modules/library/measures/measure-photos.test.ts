import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createImageProcessor } from '../../../platform/images/image-processor.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { makePurgesDue } from '../../../testing/deleted-photos.ts';
import { startPhotos, type TestPhotos } from '../photos/photos.fixture.ts';
import { auditStorage } from '../storage-audit/audit-storage.ts';
import type { Deps } from './deps.ts';
import { measurePhotosTask } from './measure-photos.ts';

const DELETED_DAYS = 30;
let api: TestPhotos;
beforeEach(async () => {
  api = await startPhotos({ deletedDays: DELETED_DAYS });
});
afterEach(() => api.stop());

let drawn = 0;
/** A picture unlike the others. */
function draw(): Promise<Buffer> {
  const colour = (++drawn * 0x2f_3a11).toString(16).slice(-6).padStart(6, '0');
  const svg = `<svg width="400" height="300"><rect width="${30 + 11 * drawn}" height="170" fill="#${colour}"/></svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#432' }).jpeg().toBuffer();
}

async function addShown(customerId: CustomerId) {
  const added = await api.add(customerId, { content: await draw() });
  await api.run('make-thumbnails', { customerId, photoId: added.photoId });
  return added;
}
/** As an earlier release left it. */
async function addEarlier(customerId: CustomerId) {
  const added = await addShown(customerId);
  await api.db.deleteFrom('photo_measures').where('photo_id', '=', added.photoId).execute();
  return added;
}

const task = (changed: Partial<Deps> = {}) =>
  measurePhotosTask({ ...api, clock: () => api.clock.now, ...changed });
/** One turn, from a place. */
const measure = (payload: object = {}, changed?: Partial<Deps>) =>
  task(changed).handle(payload, { attempt: 1, maxAttempts: 8 });
/** A whole round, in as many turns as this machine needs. */
async function measureAll(changed?: Partial<Deps>): Promise<void> {
  for (let payload: object | undefined = {}; payload; ) {
    await measure(payload, changed);
    const [next] = await pending();
    payload = next?.payload.after && next.payload;
  }
}
const measures = (photoId?: string) => {
  const rows = api.db.selectFrom('photo_measures').selectAll().orderBy('photo_id');
  return (photoId ? rows.where('photo_id', '=', photoId) : rows).execute();
};
const audit = () => auditStorage({ databaseUrl: api.databaseUrl, objects: api.objects });
async function pending() {
  const { rows } = await api.pool.query<{ payload: { after?: { photoId: string } }; run_at: Date }>(
    `select payload, run_at from graphile_worker._private_jobs where key = 'measure-photos'`,
  );
  return rows;
}

test('a photo is measured by the decode that makes its thumbnails, and not again', async () => {
  const { photoId } = await addShown(newCustomerId());
  const [stored] = await measures(photoId);
  expect(stored).toMatchObject({ version: 1, black: 0, white: 0 });
  expect([stored?.dhash.length, stored?.phash.length, (stored?.sharpness ?? 0) > 0]).toEqual([16, 8, true]);
  await api.db.updateTable('photo_measures').set({ black: 7 }).execute();
  await measureAll();
  expect(await measures(photoId)).toMatchObject([{ black: 7 }]);
});

test('photos of earlier releases and of earlier methods are measured from their thumbnails, of all customers', async () => {
  const photos = [
    await addShown(newCustomerId()),
    await addShown(newCustomerId()),
    await addShown(newCustomerId()),
  ];
  const before = await measures();
  await api.db
    .deleteFrom('photo_measures')
    .where('photo_id', '=', photos[0]?.photoId ?? '')
    .execute();
  await api.db
    .updateTable('photo_measures')
    .set({ version: 0, dhash: Buffer.alloc(16) })
    .where('photo_id', '=', photos[1]?.photoId ?? '')
    .execute();
  await measureAll();
  const after = await measures();
  const patternOf = (rows: typeof after) => rows.map(({ photo_id, version }) => ({ photo_id, version }));
  expect(patternOf(after)).toEqual(patternOf(before));
  for (const [at, { dhash }] of after.entries())
    expect(bitsBetween(dhash, before[at]?.dhash)).toBeLessThan(6);
});

function bitsBetween(one: Buffer, other: Buffer = Buffer.alloc(16)): number {
  const bits = BigInt(`0x${one.toString('hex')}`) ^ BigInt(`0x${other.toString('hex')}`);
  return bits.toString(2).replaceAll('0', '').length;
}

test('photos without thumbnails wait for them', async () => {
  await api.add(newCustomerId(), { content: await draw() });
  await measureAll();
  expect(await measures()).toEqual([]);
});

test('a round goes on where a turn ended, rests after it, and the next begins a day later', async () => {
  const { photoId } = await addEarlier(newCustomerId());
  await measure();
  const [next] = await pending();
  expect(next?.payload.after).toMatchObject({ photoId });
  expect(next?.run_at.getTime()).toBeGreaterThanOrEqual(api.clock.now.getTime() + 1_000);
  await measure(next?.payload);
  expect(await pending()).toEqual([
    { payload: {}, run_at: new Date(api.clock.now.getTime() + 24 * 3_600_000) },
  ]);
});

test('one that cannot be read stops no other, and is measured when it has been repaired', async () => {
  const customerId = newCustomerId();
  const [lost, broken, good] = [
    await addEarlier(customerId),
    await addEarlier(customerId),
    await addEarlier(customerId),
  ];
  await api.objects.remove([`${lost.objectKey}.300.jpg`]);
  await api.objects.putBytes(`${broken.objectKey}.300.jpg`, Buffer.from('no picture'));
  await measureAll();
  expect(await measures()).toMatchObject([{ photo_id: good.photoId }]);
  await api.objects.putBytes(`${broken.objectKey}.300.jpg`, await draw());
  await measureAll();
  expect(await measures()).toHaveLength(2);
});

test('an unreachable store stops the turn after one photo, and the job is run again', async () => {
  const customerId = newCustomerId();
  for (let count = 0; count < 3; count++) await addEarlier(customerId);
  let borrowed = 0;
  const borrowFile: typeof api.objects.borrowFile = async (key) => {
    if (++borrowed > 1) throw new Error('away');
    return api.objects.borrowFile(key);
  };
  const objects = { ...api.objects, borrowFile, check: async () => 'away' };
  await expect(measureAll({ objects })).rejects.toThrow('away');
  expect(borrowed).toBe(2);
  expect(await measures()).toHaveLength(1);
  await measureAll();
  expect(await measures()).toHaveLength(3);
});

test('broken decoders are nobody’s fault', async () => {
  await addEarlier(newCustomerId());
  const log = { warn: () => undefined };
  const clock = () => api.clock.now;
  const images = createImageProcessor({ workers: 1, timeoutMs: 1, memoryLimitMb: 700, log, clock });
  await expect(measureAll({ images })).rejects.toMatchObject({ code: 'TIMED_OUT' });
  await images.close();
});

test('two workers measure each photo, and neither fails', async () => {
  const customerId = newCustomerId();
  const photos = [];
  for (let count = 0; count < 6; count++) photos.push(await addEarlier(customerId));
  await Promise.all([measureAll(), measureAll()]);
  expect((await measures()).map(({ photo_id }) => photo_id)).toEqual(
    photos.map(({ photoId }) => photoId).toSorted(),
  );
});

test('after kill -9 the next run measures the rest', async () => {
  const customerId = newCustomerId();
  for (let count = 0; count < 4; count++) await addEarlier(customerId);
  const env = {
    ...process.env,
    DATABASE_URL: api.databaseUrl,
    DATA_DIR: api.dataDir,
    KILL_AT: '3',
    NOW: api.clock.now.toISOString(),
  };
  const script = path.join(import.meta.dirname, 'crash-worker.fixture.ts');
  const child = fork(script, { env, execArgv: [], stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(await measures()).toHaveLength(2);
  await measureAll();
  expect(await measures()).toHaveLength(4);
});

test('a recently deleted photo keeps its measures, comes back with them, and takes them along in the end', async () => {
  const customerId = newCustomerId();
  const [photo, other] = [await addShown(customerId), await addShown(customerId)];
  const stored = await measures();
  await api.call(customerId, 'DELETE', '/photos', { photoIds: [photo.photoId] });
  await api.run('purge-photos', { customerId });
  expect(await measures()).toEqual(stored);
  api.clock.now = new Date(api.clock.now.getTime() + (DELETED_DAYS + 1) * 24 * 3_600_000);
  await api.run('purge-photos', { customerId });
  await makePurgesDue(api.db);
  await api.run('purge-photos', { customerId });
  expect((await measures()).map(({ photo_id }) => photo_id)).toEqual([other.photoId]);
  expect((await audit()).findings).toEqual([]);
});

test('the audit finds measures of a photo that is gone', async () => {
  const { photoId } = await addShown(newCustomerId());
  await api.db.deleteFrom('photos').where('id', '=', photoId).execute();
  expect(JSON.stringify((await audit()).findings)).toContain('measures of photos that are gone');
});

test('a photo that is deleted while it is measured leaves nothing', async () => {
  const customerId = newCustomerId();
  const { photoId } = await addEarlier(customerId);
  const images: Deps['images'] = {
    ...api.images,
    async measure(source) {
      const found = await api.images.measure(source);
      await api.call(customerId, 'DELETE', '/photos', { photoIds: [photoId] });
      return found;
    },
  };
  await measureAll({ images });
  expect(await measures()).toEqual([]);
});

test('what nodes of an earlier release left of photos that are gone is forgotten, and of no others', async () => {
  const [customerId, erased] = [newCustomerId(), newCustomerId()];
  const [gone, deleted, shown] = [
    await addShown(customerId),
    await addShown(customerId),
    await addShown(customerId),
  ];
  const alone = await addShown(erased);
  for (const { photoId } of [gone, alone])
    await api.db.deleteFrom('photos').where('id', '=', photoId).execute();
  await api.call(customerId, 'DELETE', '/photos', { photoIds: [deleted.photoId] });
  await measureAll();
  const left = [deleted.photoId, shown.photoId].toSorted();
  expect((await measures()).map(({ photo_id }) => photo_id)).toEqual(left);
});
