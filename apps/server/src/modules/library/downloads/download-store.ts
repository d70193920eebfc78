import { sql } from 'kysely';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { AskedPhoto, DownloadRow, KeptEntry } from './download-row.ts';

/** How long a download can be fetched. */
const KEPT_FOR_MS = 7 * DAY_MS;
/** Downloads listed, the newest ones. */
const LISTED = 50;

type Ref = { userId: string; downloadId: string };
type NewDownload = Ref & {
  name: string;
  sharedAlbumId: string | null;
  photos: readonly AskedPhoto[];
  now: Date;
};

/** Adds a download; false when the customer has one of this id already. */
export async function insertDownload(trx: Queryable, download: NewDownload): Promise<boolean> {
  const { userId, downloadId, name, sharedAlbumId, photos, now } = download;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('downloads')
    .values({
      user_id: userId,
      id: downloadId,
      name,
      shared_album_id: sharedAlbumId,
      photos: JSON.stringify(photos),
      created_at: now,
      expires_at: new Date(now.getTime() + KEPT_FOR_MS),
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** A download of the customer that has not expired, or null. */
export async function readDownload(db: Queryable, ref: Ref, now: Date): Promise<DownloadRow | null> {
  const row = await db
    .selectFrom('downloads')
    .selectAll()
    .where('user_id', '=', ref.userId)
    .where('id', '=', ref.downloadId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return (row as DownloadRow | undefined) ?? null;
}

/** The customer's downloads, newest first. */
export async function listDownloads(db: Queryable, userId: string, now: Date): Promise<DownloadRow[]> {
  const rows = await db
    .selectFrom('downloads')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(LISTED)
    .execute();
  return rows as unknown as DownloadRow[];
}

/** Holds back the customer's other requests until this transaction ends, so that none slips past a limit. */
export async function lockDownloads(trx: Queryable, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`downloads ${userId}`}, 0))`.execute(trx);
}

/** Begins a failed download anew; false when it is not failed. */
export async function beginAgain(trx: Queryable, { userId, downloadId }: Ref): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('downloads')
    .set({ status: 'started', missing: [], entries: null, bytes: null, finished_at: null })
    .where('user_id', '=', userId)
    .where('id', '=', downloadId)
    .where('status', '=', 'error')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Downloads the customer asked for since a moment. */
export async function countDownloadsSince(db: Queryable, userId: string, since: Date): Promise<number> {
  const { downloads } = await db
    .selectFrom('downloads')
    .select((eb) => eb.fn.countAll<number>().as('downloads'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(downloads);
}

/** Keeps what the archive is made of. */
export async function finishDownload(
  trx: Queryable,
  { userId, downloadId }: Ref,
  { entries, bytes, now }: { entries: readonly KeptEntry[]; bytes: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('downloads')
    .set({ status: 'finished', entries: JSON.stringify(entries), bytes, finished_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', downloadId)
    .execute();
}

/** Notes that the archive cannot be had, and which photos are missing. */
export async function failDownload(
  trx: Queryable,
  { userId, downloadId }: Ref,
  missing: readonly string[],
): Promise<void> {
  await trx
    .updateTable('downloads')
    .set({ status: 'error', missing: [...missing] })
    .where('user_id', '=', userId)
    .where('id', '=', downloadId)
    .execute();
}

/** Forgets what expired. */
export async function forgetDownloads(db: Database, now: Date): Promise<void> {
  await sql`delete from downloads where expires_at <= ${now}`.execute(db);
}
