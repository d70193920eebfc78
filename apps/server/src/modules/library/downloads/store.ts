import { DOWNLOAD_VALID_DAYS } from '@keepsake/contracts/library/downloads';
import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import { type Selectable, sql } from 'kysely';
import * as z from 'zod';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Downloads } from '../../../platform/database/database-types.ts';
import { type Recently, wasRecent } from '../../../platform/recently.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';
import { type Original, type OwnedPhoto, readOriginals } from '../photos/index.ts';

/** A requested photo, with the name to report if it is missing. */
const requestedPhoto = z.object({ photoId: z.string(), ownerId: customerIdSchema, name: z.string() });
type RequestedPhoto = z.infer<typeof requestedPhoto>;

/** An entry of an archive, as stored in its row. */
const storedEntry = z.object({
  name: z.string(),
  bytes: z.number(),
  crc32: z.number(),
  modifiedAt: z.string(),
  key: z.string(),
});
export type StoredEntry = z.infer<typeof storedEntry>;

const storedColumns = z.object({
  photos: z.array(requestedPhoto),
  entries: z.nullable(z.array(storedEntry)),
});
export type DownloadRow = Omit<Selectable<Downloads>, 'photos' | 'entries'> & z.infer<typeof storedColumns>;

const downloadOf = ({ photos, entries, ...row }: Selectable<Downloads>): DownloadRow => ({
  ...row,
  ...parseStoredColumn(storedColumns, { photos, entries }, `the download ${row.id}`),
});

const ARCHIVE_LIFETIME_MS = DOWNLOAD_VALID_DAYS * DAY_MS;
/** Maximum downloads listed, newest first. */
const MAX_LISTED = 50;

export type DownloadRef = { customerId: CustomerId; downloadId: string };
type NewDownload = DownloadRef & {
  name: string;
  sharedAlbumId: string | null;
  photos: readonly RequestedPhoto[];
  now: Date;
};

/** Adds a download; false if the customer already has one with this id. */
export async function insertDownload(trx: Queryable, download: NewDownload): Promise<boolean> {
  const { customerId, downloadId, name, sharedAlbumId, photos, now } = download;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('downloads')
    .values({
      user_id: customerId,
      id: downloadId,
      name,
      shared_album_id: sharedAlbumId,
      photos: JSON.stringify(photos),
      created_at: now,
      expires_at: new Date(now.getTime() + ARCHIVE_LIFETIME_MS),
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** A download of the customer that has not expired, or null. */
export async function readDownload(db: Queryable, ref: DownloadRef, now: Date): Promise<DownloadRow | null> {
  const row = await db
    .selectFrom('downloads')
    .selectAll()
    .where('user_id', '=', ref.customerId)
    .where('id', '=', ref.downloadId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ? downloadOf(row) : null;
}

/** The customer's downloads, newest first. */
export async function listDownloads(
  db: Queryable,
  customerId: CustomerId,
  now: Date,
): Promise<DownloadRow[]> {
  const rows = await db
    .selectFrom('downloads')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map(downloadOf);
}

/** Restarts a failed download; false if it has not failed. */
export async function restartDownload(
  trx: Queryable,
  { customerId, downloadId }: DownloadRef,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('downloads')
    .set({ status: 'started', missing: [], entries: null, bytes: null, finished_at: null })
    .where('user_id', '=', customerId)
    .where('id', '=', downloadId)
    .where('status', '=', 'error')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Number of downloads that the customer has requested recently. */
export async function countDownloads(
  db: Queryable,
  customerId: CustomerId,
  recently: Recently,
): Promise<number> {
  const { downloads } = await db
    .selectFrom('downloads')
    .select((eb) => eb.fn.countAll<number>().as('downloads'))
    .where('user_id', '=', customerId)
    .where(wasRecent('created_at', recently))
    .executeTakeFirstOrThrow();
  return Number(downloads);
}

/** Records the plan of an archive. */
export async function finishDownload(
  trx: Queryable,
  { customerId, downloadId }: DownloadRef,
  { entries, bytes, now }: { entries: readonly StoredEntry[]; bytes: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('downloads')
    .set({ status: 'finished', entries: JSON.stringify(entries), bytes, finished_at: now })
    .where('user_id', '=', customerId)
    .where('id', '=', downloadId)
    .execute();
}

/** Marks an archive as failed, with the names of missing photos. */
export async function failDownload(
  trx: Queryable,
  { customerId, downloadId }: DownloadRef,
  missing: readonly string[],
): Promise<void> {
  await trx
    .updateTable('downloads')
    .set({ status: 'error', missing: [...missing] })
    .where('user_id', '=', customerId)
    .where('id', '=', downloadId)
    .execute();
}

/** The customer's finished archives that have lost photos, with the names of those photos. */
export async function findWithDeletedPhotos(
  db: Queryable,
  customerId: CustomerId,
  now: Date,
): Promise<{ id: string; missing: string[] }[]> {
  const { rows } = await sql<{ id: string; missing: string[] }>`
    select d.id, array_agg(requested.name) as missing
    from downloads d
    cross join lateral jsonb_to_recordset(d.photos) as requested ("photoId" uuid, "ownerId" uuid, name text)
    left join library_photos p on p.user_id = requested."ownerId" and p.id = requested."photoId"
    where d.user_id = ${customerId} and d.status = 'finished' and d.expires_at > ${now} and p.id is null
    group by d.id`.execute(db);
  return rows;
}

/** The customer's finished archives of shared albums. */
export async function findFromSharedAlbums(
  db: Queryable,
  customerId: CustomerId,
  now: Date,
): Promise<(DownloadRow & { shared_album_id: string })[]> {
  const rows = await db
    .selectFrom('downloads')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('status', '=', 'finished')
    .where('expires_at', '>', now)
    .where('shared_album_id', 'is not', null)
    .$narrowType<{ shared_album_id: string }>()
    .execute();
  return rows.map((row) => ({ ...downloadOf(row), shared_album_id: row.shared_album_id }));
}

/**
 * The originals of one or several customers' photos, in order; undefined for a photo that is gone. Damaged ones are included so
 * that they can be named; see `isSound`.
 */
export async function findOriginals(
  db: Database,
  photos: readonly OwnedPhoto[],
): Promise<(Original | undefined)[]> {
  const ownerIds = [...new Set(photos.map(({ ownerId }) => ownerId))];
  const found = new Map<string, Original>();
  for (const ownerId of ownerIds) {
    const photoIds = photos.filter((photo) => photo.ownerId === ownerId).map(({ photoId }) => photoId);
    for (const original of await readOriginals(db, ownerId, photoIds)) {
      found.set(`${ownerId} ${original.photoId}`, original);
    }
  }
  return photos.map(({ ownerId, photoId }) => found.get(`${ownerId} ${photoId}`));
}

/** Whether an original may be in an archive: it exists, and is not known to be damaged. */
export const isSound = (original: Original | undefined): original is Original =>
  original !== undefined && !original.isDamaged;
