import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { addJobSql, PRIORITY } from '../../../platform/jobs/jobs.ts';
import { pushSql } from '../../../platform/push.ts';
import { countingAdded } from './month-counts.ts';
import { PHOTO_COLUMNS, type PhotoRow } from './photo-row.ts';
import { wallTimeIn } from './rules.ts';
import { MAKE_THUMBNAILS, thumbnailJobKey } from './thumbnail-job.ts';

export type NewPhoto = {
  userId: string;
  uploadId: string;
  fileName: string;
  format: 'jpeg' | 'png' | 'heic';
  bytes: number;
  sha256: Buffer;
  crc32: number;
  /** Where the original is kept, durably, before this is called. */
  objectKey: string;
  /** Wall time `YYYY-MM-DDTHH:mm:ss`, null when unknown. */
  takenAt: string | null;
  takenOffsetMinutes: number | null;
  createdAt: Date;
  /** Zone of the customer's channel: which month an upload belongs to. */
  timeZone: string;
  /** Added by the server, not by somebody who waits: its thumbnails come after those of customers who add a few. */
  isBulk?: boolean;
};

/** The photo that holds the content; `row` is that of a photo which is new. */
export type AddedPhoto = { photoId: string } & (
  | { isDuplicate: false; row: PhotoRow }
  | { isDuplicate: true }
);

/**
 * Adds a photo within a transaction: its row, the month counts, the thumbnail job and the news of it. When the library
 * holds the same content already, nothing changes and that photo's id comes back with `isDuplicate`. `place` does what
 * else belongs to a new photo, before its month is locked.
 */
export async function addPhoto(
  trx: Queryable,
  photo: NewPhoto,
  place?: (photoId: string) => Promise<void>,
): Promise<AddedPhoto> {
  const { inserted, heldBy } = await insertOrFind(trx, photo);
  if (!inserted) return { photoId: heldBy, isDuplicate: true };
  const { hasMuchWaiting, ...row } = inserted;
  await place?.(row.id);
  await announce(trx, row, { ...photo, isBulk: photo.isBulk || hasMuchWaiting });
  return { photoId: row.id, isDuplicate: false, row };
}

/**
 * Counts a new photo, has its thumbnails made and tells of it. Last, because the customer's other uploads of this month
 * wait for its count until the commit; and in one statement, because most of the time of a short one is its way.
 */
async function announce(
  trx: Queryable,
  row: PhotoRow,
  { userId, isBulk, createdAt }: NewPhoto,
): Promise<void> {
  const job = { userId, photoId: row.id };
  const priority = isBulk ? PRIORITY.bulk : PRIORITY.interactive;
  const news = { type: 'photos-changed' as const, data: { change: 'added' as const, photoIds: [row.id] } };
  await sql`with counted as (${countingAdded(userId, row)})
    select ${addJobSql(MAKE_THUMBNAILS, job, { key: thumbnailJobKey(row.id), priority })},
      ${pushSql(userId, news, createdAt)}`.execute(trx);
}

/** A customer's import beyond this many photos waits behind those of customers who add a few. */
const BULK_FROM = 25;

type Inserted = PhotoRow & { hasMuchWaiting: boolean };

/** Adds the row, unless a photo that stays has the content; one deleted at this moment makes room for another try. */
async function insertOrFind(
  trx: Queryable,
  photo: NewPhoto,
): Promise<{ inserted: Inserted; heldBy?: never } | { inserted: null; heldBy: string }> {
  for (;;) {
    const inserted = await insert(trx, photo);
    if (inserted) return { inserted };
    await freeContentOfDoomed(trx, photo);
    const heldBy = await findContent(trx, photo.userId, photo.sha256);
    if (heldBy) return { inserted: null, heldBy };
  }
}

/**
 * While the whole library is deleted, a photo that comes again is a new one and stays: the old one, which is about to
 * go, gives its content free by a hash that no file has.
 */
async function freeContentOfDoomed(trx: Queryable, { userId, sha256 }: NewPhoto): Promise<void> {
  await sql`update photos set sha256 = sha256(uuid_send(id))
    where user_id = ${userId} and sha256 = ${sha256} and ${isDoomed}`.execute(trx);
}

/**
 * True of a photo that the deletion of its whole library is about to take: the customer's own, for the one at the end of
 * the storage time may be stopped, and its photos stay what they are.
 */
const isDoomed = sql<boolean>`exists (select from photo_deletions
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

/** The photo of that content, kept from being deleted until the transaction ends. */
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

/** Which of these contents the customer's library holds, keeps and can show, by SHA-256: others are worth sending. */
export async function findContents(
  db: Queryable,
  userId: string,
  sha256: readonly Buffer[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'sha256'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`sha256 = any(${sha256}::bytea[])`)
    .where('thumbnail_state', '<>', 'failure')
    .where((eb) => eb.not(isDoomed))
    .execute();
  return new Map(rows.map((row) => [row.sha256.toString('hex'), row.id]));
}
