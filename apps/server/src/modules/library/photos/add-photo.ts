import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { addJobSql, PRIORITY } from '../../../platform/jobs/jobs.ts';
import { notifySql, pushText } from '../../../platform/push.ts';
import { toStoredNames } from '../../../platform/stored-names.ts';
import type { RestoreContent } from './deps.ts';
import { countAddedSql } from './month-counts.ts';
import { nameOrder } from './name-order.ts';
import { BULK_FROM, MAKE_THUMBNAILS, thumbnailJobKey } from './photo-jobs.ts';
import { wallTimeIn } from './rules.ts';
import { COLUMNS, PHOTO_COLUMNS, type PhotoRow } from './store.ts';

export type NewPhoto = {
  customerId: CustomerId;
  uploadId: string;
  fileName: string;
  format: 'jpeg' | 'png' | 'heic';
  bytes: number;
  sha256: Buffer;
  crc32: number;
  /** The original, durable before this is called. */
  objectKey: string;
  /** Wall time `YYYY-MM-DDTHH:mm:ss`; null if unknown. */
  takenAt: string | null;
  takenOffsetMinutes: number | null;
  createdAt: Date;
  /** Time zone of the customer's channel, which decides the month of an upload. */
  timeZone: string;
  /** Added by the server without a waiting customer: its thumbnails come after those of customers who add a few photos. */
  isBulk?: boolean;
};

/** The photo with this content; `row` if it was just added. */
export type AddedPhoto = { photoId: string } & (
  | { isDuplicate: false; row: PhotoRow }
  | { isDuplicate: true; isRestored: boolean }
);

type AddOptions = {
  /** Brings the photo with that content back if it was recently deleted. */
  restoreContent: RestoreContent;
  /** Does whatever else belongs to a new photo, before its month is locked. */
  onInserted?(photoId: string): Promise<void>;
};

/**
 * Adds a photo within a transaction: its row, the month counts, the thumbnail job and the push. If the library already contains
 * the same content, that photo's id is returned with `isDuplicate`, and with `isRestored` if it had been recently deleted.
 */
export async function addPhoto(
  trx: Queryable,
  photo: NewPhoto,
  { restoreContent, onInserted }: AddOptions,
): Promise<AddedPhoto> {
  const isRestored = await restoreContent(trx, photo.customerId, photo.sha256);
  const { inserted, existingId } = await insertOrFind(trx, photo);
  if (!inserted) return { photoId: existingId, isDuplicate: true, isRestored };
  await onInserted?.(inserted.id);
  await announce(trx, inserted, photo);
  return { photoId: inserted.id, isDuplicate: false, row: inserted };
}

/** SQL that adding several photos in one statement depends on, and that runs with it. */
type BatchClauses<Result> = {
  /** A query for the `upload_id` of each photo to be added; it locks what must stay unchanged. */
  condition: RawBuilder<unknown>;
  /** A change that belongs to the photos, for the rows of `inserted`; it returns `upload_id` and a column `result`. */
  change: RawBuilder<{ upload_id: string; result: Result }>;
};

/**
 * Adds several photos of a customer in a single statement, which needs no transaction: a month is locked once for all of them,
 * and never while the database waits for us. Photos for which the condition does not hold, or whose content the library already
 * contains or has recently deleted, are not in the answer, and nothing is changed for them.
 */
export async function addPhotoBatch<Result>(
  db: Queryable,
  customerId: CustomerId,
  photos: readonly NewPhoto[],
  { condition, change }: BatchClauses<Result>,
): Promise<{ row: PhotoRow; result: Result }[]> {
  const { rows } = await sql<
    PhotoRow & { result: Result }
  >`with requested as materialized (${requestedSql(photos)}),
    condition as (${condition}),
    inserted as (${insertSql(
      customerId,
      sql`join condition using (upload_id) where not exists (
      select from recently_deleted_photos as gone where gone.user_id = ${customerId} and gone.sha256 = requested.sha256)`,
    )}),
    changed as (${change}),
    counted as (${countAddedSql(customerId, sql.ref('inserted'))})
    select ${sql.join(PHOTO_COLUMNS.map((column) => sql.ref(`inserted.${column}`)))}, changed.result,
      ${announcementSql(customerId, sql.ref('hasMuchWaiting'))}
    from inserted join changed on changed.upload_id = inserted.upload_id join requested on requested.id = inserted.id`.execute(
    db,
  );
  return rows.map((row) => ({ row, result: row.result }));
}

/**
 * Counts a new photo, adds its thumbnail job and notifies screens. Last, because the customer's other uploads of this month wait
 * for its count until the commit. In one statement, because most of a short one's time is the round trip.
 */
async function announce(
  trx: Queryable,
  { hasMuchWaiting, ...row }: Inserted,
  photo: NewPhoto,
): Promise<void> {
  const added = sql`(select ${row.taken_order}::timestamp as taken_order,
    ${row.created_order}::timestamp as created_order, ${row.bytes}::bigint as bytes)`;
  await sql`with requested as materialized (${requestedSql([photo], row.id)}),
    counted as (${countAddedSql(photo.customerId, added)})
    select ${announcementSql(photo.customerId, sql`${hasMuchWaiting}::boolean`)} from requested`.execute(trx);
}

/** Adds the thumbnail job of each new photo of `requested` and notifies screens. */
function announcementSql(customerId: CustomerId, hasMuchWaiting: RawBuilder<unknown>): RawBuilder<unknown> {
  const isBulk = sql`requested.is_bulk or ${hasMuchWaiting}`;
  const priority = sql`case when ${isBulk} then ${PRIORITY.bulk}::int else ${PRIORITY.interactive}::int end`;
  const options = { key: sql.ref('requested.job_key'), priority, sharedBy: customerId, needsRoom: true };
  return sql`${addJobSql(MAKE_THUMBNAILS, sql.ref('requested.job'), options)}, ${notifySql(sql.ref('requested.message'))}`;
}

/** New photos as a table, with their announcements: one SQL text for any number of them, so that it is prepared once. */
function requestedSql(photos: readonly NewPhoto[], knownId?: string): RawBuilder<unknown> {
  const requested = photos.map(({ sha256, isBulk = false, ...photo }) => {
    const { customerId, createdAt } = photo;
    const id = knownId ?? newId();
    const message = { type: 'photos-changed' as const, data: { change: 'added' as const, photoIds: [id] } };
    return {
      ...photo,
      id,
      isBulk,
      sha256: sha256.toString('hex'),
      createdOrder: wallTimeIn(photo.timeZone, createdAt),
      nameOrder: nameOrder(photo.fileName),
      jobKey: thumbnailJobKey(id),
      job: JSON.stringify(toStoredNames({ customerId, photoId: id })),
      message: pushText(customerId, message, createdAt),
    };
  });
  return sql`select id, "uploadId" as upload_id, "fileName" as file_name, format, bytes, decode(sha256, 'hex') as sha256, crc32,
      "objectKey" as object_key, "takenAt" as taken_at, "takenOffsetMinutes" as taken_offset_minutes,
      "createdAt" as created_at, "createdOrder" as created_order, "nameOrder" as name_order, "isBulk" as is_bulk, "jobKey" as job_key, job, message
    from json_to_recordset(${JSON.stringify(requested)}::json) as requested (id uuid, "uploadId" uuid, "fileName" text, format text,
      bytes bigint, sha256 text, crc32 bigint, "objectKey" text, "takenAt" timestamp, "takenOffsetMinutes" smallint,
      "createdAt" timestamptz, "createdOrder" timestamp, "nameOrder" text, "isBulk" boolean, "jobKey" text, job text, message text)`;
}

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
    const existingId = await findContent(trx, photo.customerId, photo.sha256);
    if (existingId) return { inserted: null, existingId };
  }
}

/**
 * While the whole library is being deleted, a photo sent again is new and stays. The old one, which is yet to be deleted, makes
 * way by getting a hash that no file has.
 */
async function freeDeletedContent(trx: Queryable, { customerId, sha256 }: NewPhoto): Promise<void> {
  await sql`update photos set sha256 = ${FREED_CONTENT}
    where user_id = ${customerId} and sha256 = ${sha256} and ${isBeingDeleted}`.execute(trx);
}

/** The hash of a photo that made way for the same file, sent again while the library is being deleted. */
export const FREED_CONTENT = sql`sha256('made way'::bytea || uuid_send(id))`;

/**
 * Whether the deletion of the whole library will delete a photo. Only a customer's own deletion counts: one at the end of the
 * storage period may still be stopped.
 */
export const isBeingDeleted = sql<boolean>`exists (select from photo_deletions
  where photo_deletions.user_id = photos.user_id and photo_deletions.reason = 'customer'
    and photos.created_at <= photo_deletions.requested_at)`;

async function insert(trx: Queryable, photo: NewPhoto): Promise<Inserted | undefined> {
  const { rows } = await sql<Inserted>`with requested as materialized (${requestedSql([photo])})
    ${insertSql(photo.customerId, sql``)}`.execute(trx);
  return rows[0];
}

/** Adds the photos of `requested`, joined with a condition, ordered by content hash, unless a photo has the content. */
function insertSql(customerId: CustomerId, join: RawBuilder<unknown>): RawBuilder<Inserted> {
  return sql<Inserted>`insert into photos (user_id, id, upload_id, file_name, format, bytes, sha256, crc32, object_key,
      taken_at, taken_offset_minutes, created_at, created_order, name_order, upload_end)
    select ${customerId}::uuid, id, upload_id, file_name, format, bytes, sha256, crc32, object_key,
      taken_at, taken_offset_minutes, created_at, created_order, name_order, created_at from requested ${join} order by sha256
    on conflict (user_id, sha256) do nothing
    returning ${COLUMNS}, ${hasMuchWaiting(customerId)} as "hasMuchWaiting"`;
}

const hasMuchWaiting = (customerId: CustomerId) => sql<boolean>`exists (select from photos as waiting
  where waiting.user_id = ${customerId} and waiting.thumbnail_state = 'loading' offset ${BULK_FROM - 1})`;

/** The photo with that content, locked against deletion until the transaction ends. */
async function findContent(
  trx: Queryable,
  customerId: CustomerId,
  sha256: Buffer,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', customerId)
    .where('sha256', '=', sha256)
    .forKeyShare()
    .executeTakeFirst();
  return row?.id;
}
