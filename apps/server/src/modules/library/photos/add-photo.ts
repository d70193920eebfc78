import { type RawBuilder, sql } from 'kysely';
import type { Database, Queryable } from '../../../platform/database/database.ts';
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
  await onInserted?.(inserted.id);
  await announce(trx, inserted, photo);
  return { photoId: inserted.id, isDuplicate: false, row: inserted };
}

/** By name, as prepared statements need them. */
const COLUMNS = sql.join(PHOTO_COLUMNS.map((column) => sql.ref(column)));

/** What a photo's statement depends on and does besides, in SQL. */
type OfPhoto<Result> = {
  /** A query of one row if the photo is to be added, and of none if not; it locks what has to stay so. */
  condition: RawBuilder<unknown>;
  /** A change that belongs to the photo, for each row of `inserted`; it returns a column `result`. */
  change: (photoId: string) => RawBuilder<{ result: Result }>;
};

/**
 * The same in a single statement, which needs no transaction: a month is locked while the database works and never while it
 * waits for us. Undefined, and nothing changed, where the condition does not hold or the library has the content.
 */
export async function addPhotoAtOnce<Result>(
  db: Database,
  photo: NewPhoto,
  { condition, change }: OfPhoto<Result>,
): Promise<{ row: PhotoRow; result: Result } | undefined> {
  const id = newId();
  const { rows } = await sql<PhotoRow & { result: Result }>`with condition as (${condition}),
    inserted as (${insertSql(photo, id, sql`from condition`)}),
    changed as (${change(id)}),
    counted as (${countAddedSql(photo.userId, sql.ref('inserted'))})
    select ${COLUMNS}, changed.result, ${announcementSql(photo, id, sql.ref('hasMuchWaiting'))}
    from inserted, changed`.execute(db);
  return rows[0] && { row: rows[0], result: rows[0].result };
}

/**
 * Counts a new photo, adds its thumbnail job and notifies screens. Last, because the customer's other uploads of this
 * month wait for its count until the commit. In one statement, because most of a short one's time is the round trip.
 */
async function announce(
  trx: Queryable,
  { hasMuchWaiting, ...row }: Inserted,
  photo: NewPhoto,
): Promise<void> {
  const added = sql`(select ${row.taken_order}::timestamp as taken_order,
    ${row.created_order}::timestamp as created_order, ${row.bytes}::bigint as bytes)`;
  await sql`with counted as (${countAddedSql(photo.userId, added)})
    select ${announcementSql(photo, row.id, sql`${hasMuchWaiting}::boolean`)}`.execute(trx);
}

/** Adds the thumbnail job of a new photo and notifies screens. */
function announcementSql(
  { userId, isBulk, createdAt }: NewPhoto,
  id: string,
  hasMuchWaiting: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const job = { userId, photoId: id };
  const ofCustomer = sql`case when ${hasMuchWaiting} then ${PRIORITY.bulk} else ${PRIORITY.interactive} end`;
  const priority = isBulk ? PRIORITY.bulk : ofCustomer;
  const options = { key: thumbnailJobKey(id), priority, sharedBy: userId, needsRoom: true };
  const message = { type: 'photos-changed' as const, data: { change: 'added' as const, photoIds: [id] } };
  return sql`${addJobSql(MAKE_THUMBNAILS, job, options)}, ${pushSql(userId, message, createdAt)}`;
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
  const { rows } = await insertSql(photo, newId(), sql``).execute(trx);
  return rows[0];
}

/** Adds the row once for each row of `source`, unless a photo has the content. */
function insertSql(photo: NewPhoto, id: string, source: RawBuilder<unknown>): RawBuilder<Inserted> {
  const { userId, createdAt } = photo;
  return sql<Inserted>`insert into photos (user_id, id, upload_id, file_name, format, bytes, sha256, crc32, object_key,
      taken_at, taken_offset_minutes, created_at, created_order, upload_end)
    select ${userId}::uuid, ${id}::uuid, ${photo.uploadId}::uuid, ${photo.fileName}::text, ${photo.format}::text,
      ${photo.bytes}::bigint, ${photo.sha256}::bytea, ${photo.crc32}::bigint, ${photo.objectKey}::text,
      ${photo.takenAt}::timestamp, ${photo.takenOffsetMinutes}::smallint, ${createdAt}::timestamptz,
      ${wallTimeIn(photo.timeZone, createdAt)}::timestamp, ${createdAt}::timestamptz ${source}
    on conflict (user_id, sha256) do nothing
    returning ${COLUMNS}, ${hasMuchWaiting(userId)} as "hasMuchWaiting"`;
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
