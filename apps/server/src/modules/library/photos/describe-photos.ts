import { buffer } from 'node:stream/consumers';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Selectable, sql } from 'kysely';
import { startStopwatch } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Photos } from '../../../platform/database/database-types.ts';
import { isDiskFull } from '../../../platform/disk-room.ts';
import { failureOf } from '../../../platform/each-item.ts';
import { NIL_ID, NOBODY } from '../../../platform/ids.ts';
import {
  type Description,
  describeJpegHead,
  JPEG_HEAD_BYTES,
} from '../../../platform/images/describe-photo.ts';
import { ImageError } from '../../../platform/images/image.ts';
import {
  addJob,
  type Cron,
  keyedTask,
  LARGE_BATCH,
  PRIORITY,
  type Task,
} from '../../../platform/jobs/jobs.ts';
import { push } from '../../../platform/push.ts';
import { makeScratchFolder } from '../../../platform/scratch.ts';
import type { Deps } from './deps.ts';
import { fileDateSql } from './plan-dates.ts';
import { recordDescription } from './record-image.ts';
import { REST_MS, REST_TIMES, SHORT_TURN_MS, TURN_PHOTOS } from './stored-photos.ts';

type DescribeDeps = Pick<Deps, 'db' | 'objects' | 'images' | 'dataDir' | 'clock' | 'log' | 'updateInAlbums'>;
type Undescribed = Pick<
  Selectable<Photos>,
  'user_id' | 'id' | 'object_key' | 'format' | 'bytes' | 'taken_at'
>;

const DESCRIBE = keyedTask('describe-photos', { foundBy: 'describe-photos' });
/** Starts the job, and restarts it if it was lost; a pending job keeps its time. */
export const DESCRIBE_CRON: Cron = { task: DESCRIBE, at: '*/10 * * * *', keepsTime: true };

/**
 * Reads descriptions for photos from before descriptions were stored, for those that cannot be decoded, and for those whose dates
 * are to be read again, over all customers in turn. A photo that was read is marked, so that a kill costs one photo. Nobody waits
 * for it.
 */
export function describePhotosTask(deps: DescribeDeps): Task {
  const { db, clock } = deps;
  return {
    name: DESCRIBE,
    waitsForReconcile: false,
    async handle() {
      const elapsed = startStopwatch();
      const photos = await readUndescribed(db);
      for (const photo of photos) {
        await describeOne(deps, photo);
        if (elapsed() > SHORT_TURN_MS) break;
      }
      if (photos.length === 0) return;
      const rest = Math.max(REST_MS, REST_TIMES * elapsed());
      const runAt = new Date(clock().getTime() + rest);
      await addJob(db, DESCRIBE, {}, { key: DESCRIBE, priority: PRIORITY.housekeeping, runAt });
    },
  };
}

async function readUndescribed(db: Queryable): Promise<Undescribed[]> {
  const { rows } = await sql<Undescribed>`
    select user_id, id, object_key, format, bytes, taken_at from photos
    where not is_described and thumbnail_state <> 'loading'
    order by user_id, id limit ${TURN_PHOTOS}`.execute(db);
  return rows;
}

async function describeOne(deps: DescribeDeps, photo: Undescribed): Promise<void> {
  const description = await describeOrGiveUp(deps, photo);
  if (!description) return giveUp(deps, photo);
  const error = await failureOf(() => saveDescription(deps, photo, description));
  if (!error) return;
  // What the file says must not stop the photos behind it.
  deps.log.error({ err: error, photoId: photo.id }, 'the description of a photo could not be saved');
  await giveUp(deps, photo);
}

/** A photo whose date is found moves to its month, on open screens, too. */
async function saveDescription(
  deps: DescribeDeps,
  photo: Undescribed,
  description: Description,
): Promise<void> {
  const { db, clock, log, updateInAlbums } = deps;
  const { user_id: customerId, id: photoId, object_key: objectKey } = photo;
  const isDated = photo.taken_at === null && description.takenAt !== null;
  await db.transaction().execute(async (trx) => {
    const isRecorded = await recordDescription(
      trx,
      { customerId, photoId, objectKey },
      { description, updateInAlbums },
    );
    const data = { change: 'ready' as const, photoIds: [photoId] };
    if (isRecorded && isDated) await push(trx, customerId, { type: 'photos-changed', data }, clock());
  });
  if (isDated) log.info({ photoId }, 'a photo without a date has one now');
}

async function giveUp({ db }: Pick<DescribeDeps, 'db'>, photo: Undescribed): Promise<void> {
  await db
    .updateTable('photos')
    .set({ is_described: true })
    .where('user_id', '=', photo.user_id)
    .where('id', '=', photo.id)
    // A replaced original is described with its thumbnails.
    .where('object_key', '=', photo.object_key)
    .execute();
}

/** Null if the file cannot be read. Throws if that is not the file's fault, so that the job is run again. */
async function describeOrGiveUp(deps: DescribeDeps, photo: Undescribed): Promise<Description | null> {
  try {
    return await describe(deps, photo);
  } catch (error) {
    if (!(await isPhotoFault(deps, photo, error))) throw error;
    deps.log.warn({ err: error, photoId: photo.id }, 'a photo could not be described');
    return null;
  }
}

async function describe(
  { objects, images, clock }: Pick<DescribeDeps, 'objects' | 'images' | 'clock'>,
  photo: Undescribed,
): Promise<Description> {
  if (photo.format === 'jpeg') {
    const end = Math.min(photo.bytes, JPEG_HEAD_BYTES) - 1;
    return describeJpegHead(await buffer(await objects.open(photo.object_key, { start: 0, end })), clock());
  }
  await using file = await objects.borrowFile(photo.object_key);
  return await images.describe({ owner: photo.user_id, path: file.path });
}

/** Whether a failure to read a picture of a format is its own fault: disk, store and decoders work. */
export async function isPhotoFault(
  { objects, images, dataDir }: Pick<DescribeDeps, 'objects' | 'images' | 'dataDir'>,
  { format }: Pick<Undescribed, 'format'>,
  error: unknown,
): Promise<boolean> {
  if (isDiskFull(error)) return false;
  if (!(error instanceof ImageError)) return (await objects.check()) === null;
  await using folder = await makeScratchFolder(dataDir);
  return await images.isWorking(format, folder.path);
}

/**
 * Has the dates of photos without one read from their files again, by the job that describes photos, after a release that reads
 * more. Goes through all photos in short statements; doing it twice does no harm.
 * @returns how many photos will be read.
 */
export async function readDatesAgain(db: Database): Promise<number> {
  let after = { customerId: NOBODY, id: NIL_ID };
  for (let marked = 0; ; ) {
    const { rows } = await sql<{ customerId: CustomerId; id: string; marked: number }>`
      with next as (
        select user_id, id from photos where (user_id, id) > (${after.customerId}::uuid, ${after.id}::uuid)
        order by user_id, id limit ${LARGE_BATCH}
      ), marked as (
        update photos set is_described = false from next
        where photos.user_id = next.user_id and photos.id = next.id and ${fileDateSql} is null and is_described
        returning 1
      )
      select user_id as "customerId", id, (select count(*) from marked)::int as marked
      from next order by user_id desc, id desc limit 1`.execute(db);
    const [last] = rows;
    if (!last) return marked;
    marked += last.marked;
    after = last;
  }
}
