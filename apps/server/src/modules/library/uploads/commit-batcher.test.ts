import { randomBytes } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jpegOf } from '../../../testing/photos.ts';
import { clientOf } from '../../../testing/upload-client.ts';
import { createCommitBatcher } from './commit-batcher.ts';
import { contentsOf, refOf, type UploadRow } from './store.ts';
import { startUploads, type TestUploads } from './uploads.fixture.ts';

let world: TestUploads;
beforeAll(async () => {
  world = await startUploads();
});
afterAll(() => world.stop());

/** Sends files and leaves their commits to the test. */
async function send(files: readonly Buffer[]) {
  const client = clientOf(world.address);
  for (const file of files) await client.send(file);
  const uploads = await world.uploadsOf(client.customerId);
  return { customerId: client.customerId, photos: uploads.map(photoOf) };
}

const CREATED_AT = new Date('2026-11-23T12:00:00Z');

function photoOf(upload: UploadRow) {
  const contents = contentsOf(upload);
  return {
    ...refOf(upload),
    fileName: upload.file_name,
    format: 'jpeg' as const,
    bytes: upload.bytes,
    sha256: Buffer.from(contents?.sha256 ?? '', 'hex'),
    crc32: contents?.crc32 ?? 0,
    objectKey: upload.pieces[0] ?? '',
    takenAt: null,
    takenOffsetMinutes: null,
    createdAt: CREATED_AT,
    timeZone: 'Europe/London',
  };
}

const files = (count: number) =>
  Array.from({ length: count }, () => jpegOf(1_000 + (randomBytes(1)[0] ?? 0)));

async function stateOf(customerId: CustomerId) {
  const { rows } = await sql<Record<'photos' | 'counted' | 'transactions' | 'jobs' | 'closed', number>>`select
    (select count(*)::int from photos where user_id = ${customerId}) as photos,
    (select sum(photos)::int from photo_month_counts where user_id = ${customerId} and sort_key = 'dateTaken') as counted,
    (select count(distinct xmin::text)::int from photos where user_id = ${customerId}) as transactions,
    (select count(*)::int from graphile_worker.jobs join photos on key = 'thumbnails:' || photos.id
      where user_id = ${customerId}) as jobs,
    (select count(*)::int from uploads join photos on photos.id = photo_id and photos.upload_id = uploads.id
      where uploads.user_id = ${customerId} and state = 'saved' and issued_keys = '{}') as closed`.execute(
    world.db,
  );
  return rows[0];
}

test('commits during a customer’s earlier commit share the next transaction, at most twenty at once', async () => {
  const { customerId, photos } = await send(files(22));
  const save = createCommitBatcher(world.db);
  const saved = await Promise.all(photos.map((photo) => save(customerId, photo)));
  expect(saved.map((each) => each?.row.upload_id)).toEqual(photos.map(({ uploadId }) => uploadId));
  expect(await stateOf(customerId)).toEqual({
    photos: 22,
    counted: 22,
    transactions: 3,
    jobs: 22,
    closed: 22,
  });
});

test('one that cannot be saved does not keep the others in its batch from being saved', async () => {
  const twin = jpegOf(900);
  const { customerId, photos } = await send([...files(4), twin, twin]);
  const [first, second, leased, refused, ...twins] = photos;
  if (!first || !second || !leased || !refused) throw new Error('six files were sent');
  const lease = sql<Date>`now() + interval '1 minute'`;
  const isLeased = world.db.updateTable('uploads').set({ lock_until: lease });
  await isLeased.where('user_id', '=', customerId).where('id', '=', leased.uploadId).execute();

  const save = createCommitBatcher(world.db);
  const beyondSmallint = { ...refused, takenOffsetMinutes: 99_999 };
  const given = [first, second, leased, beyondSmallint, ...twins];
  const ended = await Promise.allSettled(given.map((photo) => save(customerId, photo)));
  const outcomes = ended.map((end) => (end.status === 'rejected' ? 'refused' : end.value ? 'saved' : 'left'));
  expect(outcomes.slice(0, 4)).toEqual(['saved', 'saved', 'left', 'refused']);
  expect(outcomes.slice(4).sort()).toEqual(['left', 'saved']);
  expect(await stateOf(customerId)).toMatchObject({ photos: 3, counted: 3, jobs: 3, closed: 3 });
  expect(await save(customerId, refused)).toBeDefined();
});
