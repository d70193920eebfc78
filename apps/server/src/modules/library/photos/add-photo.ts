import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { addJobSql, PRIORITY } from '../../../platform/jobs/jobs.ts';
import { pushSql } from '../../../platform/push.ts';
import { countAddedSql } from './month-counts.ts';
import { wallTimeIn } from './rules.ts';
import { PHOTO_COLUMNS, type PhotoRow } from './store.ts';
import { MAKE_THUMBNAILS, thumbnailJobKey } from './thumbnail-jobs.ts';

export type NewPhoto = {
  userId: string;
  uploadId: string;
  fileName: string;
  format: 'jpeg' | 'png' | 'heic';
  bytes: number;
  sha256: Buffer;
  crc32: number;
  /** The original, durable before this is called. */
  objectKey: string;
  /** Wall time `YYYY-MM-DDTHH:mm:ss`; null when unknown. */
  takenAt: string | null;
  takenOffsetMinutes: number | null;
  createdAt: Date;
  /** Time zone of the customer's channel, which decides the month of an upload. */
  timeZone: string;
  /** Added by the server and not by a waiting customer: its thumbnails come after those of customers who add a few. */
  isBulk?: boolean;
};

/** The photo with the content; `row` if it was just added. */
export type AddedPhoto = { photoId: string } & (
  | { isDuplicate: false; row: PhotoRow }
  | { isDuplicate: true }
);

/**
 * Adds a photo within a transaction: its row, the month counts, the thumbnail job and the push. If the library already
 * holds the same content, nothing changes and that photo's id is returned with `isDuplicate`. `onInserted` does what else
 * belongs to a new photo, before its month is locked.
 */
export async function addPhoto(
  trx: Queryable,
  photo: NewPhoto,
  onInserted?: (photoId: string) => Promise<void>,
): Promise<AddedPhoto> {
  const { inserted, existingId } = await insertOrFind(trx, photo);
  if (!inserted) return { photoId: existingId, isDuplicate: true };
  const { hasMuchWaiting, ...row } = inserted;
  await onInserted?.(row.id);
  await announce(trx, row, { ...photo, isBulk: photo.isBulk || hasMuchWaiting });
  return { photoId: row.id, isDuplicate: false, row };
}

/**
 * Counts a new photo, adds its thumbnail job and notifies screens. Last, because the customer's other uploads of this
 * month wait for its count until the commit. In one statement, because most of a short one's time is the round trip.
 */
async function announce(
  trx: Queryable,
  row: PhotoRow,
  { userId, isBulk, createdAt }: NewPhoto,
): Promise<void> {
  const job = { userId, photoId: row.id };
  const priority = isBulk ? PRIORITY.bulk : PRIORITY.interactive;
  const options = { key: thumbnailJobKey(row.id), priority, sharedBy: userId, needsRoom: true };
  const message = { type: 'photos-changed' as const, data: { change: 'added' as const, photoIds: [row.id] } };
  await sql`with counted as (${countAddedSql(userId, row)})
    select ${addJobSql(MAKE_THUMBNAILS, job, options)},
      ${pushSql(userId, message, createdAt)}`.execute(trx);
}

/** Beyond this many waiting photos, a customer's import comes after customers who add a few. */
const BULK_FROM = 25;

type Inserted = PhotoRow & { hasMuchWaiting: boolean };

/** Adds the row unless a photo that stays has the content. Tries again if that photo is deleted at this moment. */
async function insertOrFind(
  trx: Queryable,
  photo: NewPhoto,
): Promise<{ inserted: Inserted; existingId?: never } | { inserted: null; existingId: string }> {
  for (;;) {
    const inserted = await insert(trx, photo);
    if (inserted) return { inserted };
    await freeDeletedContent(trx, photo);
    const existingId = await findContent(trx, photo.userId, photo.sha256);
    if (existingId) return { inserted: null, existingId };
  }
}

/**
 * While the whole library is being deleted, a photo that is sent again is new and stays. The old one, which is still to be
 * deleted, gives way by a hash that no file has.
 */
async function freeDeletedContent(trx: Queryable, { userId, sha256 }: NewPhoto): Promise<void> {
  await sql`update photos set sha256 = sha256(uuid_send(id))
    where user_id = ${userId} and sha256 = ${sha256} and ${isBeingDeleted}`.execute(trx);
}

/**
 * Whether the deletion of the whole library will delete a photo. Only a customer's own deletion counts: one at the end of
 * the storage time may still be stopped.
 */
export const isBeingDeleted = sql<boolean>`exists (select from photo_deletions
  where photo_deletions.user_id = photos.user_id and photo_deletions.reason = 'customer'
    and photos.created_at <= photo_deletions.requested_at)`;

async function insert(trx: Queryable, photo: NewPhoto): Promise<Inserted | undefined> {
  return trx
    .insertInto('photos')
    .values({
      user_id: photo.userId,
      id: newId(),
      upload_id: photo.uploadId,
      file_name: photo.fileName,
      format: photo.format,
      bytes: photo.bytes,
      sha256: photo.sha256,
      crc32: photo.crc32,
      object_key: photo.objectKey,
      taken_at: photo.takenAt,
      taken_offset_minutes: photo.takenOffsetMinutes,
      created_at: photo.createdAt,
      created_order: wallTimeIn(photo.timeZone, photo.createdAt),
      upload_end: photo.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'sha256']).doNothing())
    .returning([...PHOTO_COLUMNS, hasMuchWaiting(photo.userId).as('hasMuchWaiting')])
    .executeTakeFirst();
}

const hasMuchWaiting = (userId: string) => sql<boolean>`exists (select from photos as waiting
  where waiting.user_id = ${userId} and waiting.thumbnail_state = 'loading' offset ${BULK_FROM - 1})`;

/** The photo with that content, locked against deletion until the transaction ends. */
async function findContent(trx: Queryable, userId: string, sha256: Buffer): Promise<string | undefined> {
  const row = await trx
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', userId)
    .where('sha256', '=', sha256)
    .forKeyShare()
    .executeTakeFirst();
  return row?.id;
}
