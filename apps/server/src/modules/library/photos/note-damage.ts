import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { PRIORITY } from '../../../platform/jobs/jobs.ts';
import { push } from '../../../platform/push.ts';
import { addThumbnailJob, LAST_ROUND, type PassingFailure, retryThumbnailsLater } from './photo-jobs.ts';
import { recordFailure } from './record-image.ts';
import type { StoredPhoto } from './stored-photos.ts';

type OriginalRef = Pick<StoredPhoto, 'customerId' | 'photoId' | 'objectKey'>;

/** Records whether an original is damaged: if so, its file is accepted when it is sent again. False if that is known. */
export async function recordOriginalDamage(
  db: Queryable,
  { customerId, photoId, objectKey }: OriginalRef,
  isDamaged: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('photos')
    .set({ is_damaged: isDamaged })
    .where('user_id', '=', customerId)
    .where('id', '=', photoId)
    .where('object_key', '=', objectKey)
    .where('is_damaged', '=', !isDamaged)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Damaged = { photos: { photoId: string; fileName: string }[]; count: number };

/** A customer's photos whose files are to be added again, the first by name, and how many there are. */
export async function readDamaged(db: Queryable, customerId: CustomerId, limit: number): Promise<Damaged> {
  const { rows } = await sql<{ photoId: string; fileName: string; count: number }>`
    select id as "photoId", file_name as "fileName", count(*) over ()::int as count from photos
    where user_id = ${customerId} and is_damaged order by file_name, id limit ${limit}`.execute(db);
  return { photos: rows.map(({ photoId, fileName }) => ({ photoId, fileName })), count: rows[0]?.count ?? 0 };
}

/** Has thumbnails made over the existing ones, in a transaction; the photo is shown in the meantime. */
export async function remakeThumbnails(
  trx: Queryable,
  { customerId, photoId, objectKey }: OriginalRef,
  { priority }: { priority: number } = { priority: PRIORITY.bulk },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('photos')
    .set({ thumbnail_crc32s: null })
    .where('user_id', '=', customerId)
    .where('id', '=', photoId)
    .where('object_key', '=', objectKey)
    .where('thumbnail_state', '=', 'success')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await addThumbnailJob(trx, { customerId, photoId }, { priority });
}

/** Shows a photo as failed for a possibly temporary reason, in a transaction, and retries it later for as long as it exists. */
export async function markFailedTemporarily(
  trx: Queryable,
  photo: OriginalRef,
  { failure, now }: { failure: PassingFailure; now: Date },
): Promise<void> {
  const { customerId, photoId } = photo;
  if (!(await recordFailure(trx, photo, { failure }))) return;
  await retryThumbnailsLater(trx, { customerId, photoId, round: LAST_ROUND }, now);
  await push(
    trx,
    customerId,
    { type: 'photos-changed', data: { change: 'failed', photoIds: [photoId] } },
    now,
  );
}
