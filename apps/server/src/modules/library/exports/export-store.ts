import { EXPORT_VALID_DAYS } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { ExportReason, ExportRef, ExportRow } from './export-row.ts';

/** Exports listed, the newest ones. */
const LISTED = 20;

/** What became ready, or failed, at this moment or before has expired. */
function expiredUntil(now: Date): Date {
  return new Date(now.getTime() - EXPORT_VALID_DAYS * DAY_MS);
}

/** An export of the customer that has not expired, or null. */
export async function readExport(
  db: Queryable,
  { userId, exportId }: ExportRef,
  now: Date,
): Promise<ExportRow | null> {
  const row = await db
    .selectFrom('photo_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', exportId)
    .executeTakeFirst();
  if (!row || (isOver(row.status) && row.updated_at <= expiredUntil(now))) return null;
  return row as ExportRow;
}

const isOver = (status: string) => status === 'READY' || status === 'FAILED';

/** The customer's exports that have not expired, newest first. */
export async function listExports(db: Queryable, userId: string, now: Date): Promise<ExportRow[]> {
  const rows = await db
    .selectFrom('photo_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([eb('status', 'not in', ['READY', 'FAILED']), eb('updated_at', '>', expiredUntil(now))]),
    )
    .orderBy('created_at', 'desc')
    .limit(LISTED)
    .execute();
  return rows as ExportRow[];
}

/** The export that the customer waits for, or null. */
export async function findRunning(db: Queryable, userId: string): Promise<ExportRow | null> {
  const row = await db
    .selectFrom('photo_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', ['REQUESTED', 'IN_PROGRESS'])
    .executeTakeFirst();
  return (row as ExportRow | undefined) ?? null;
}

/** The export that became ready last, since a moment; or null. */
export async function findReadySince(db: Queryable, userId: string, since: Date): Promise<ExportRow | null> {
  const row = await db
    .selectFrom('photo_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'READY')
    .where('updated_at', '>', since)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row as ExportRow | undefined) ?? null;
}

/** Exports the customer asked for since a moment; those that failed were no fault of theirs. */
export async function countAskedSince(db: Queryable, userId: string, since: Date): Promise<number> {
  const { asked } = await db
    .selectFrom('photo_exports')
    .select((eb) => eb.fn.countAll<number>().as('asked'))
    .where('user_id', '=', userId)
    .where('reason', '=', 'customer')
    .where('status', '<>', 'FAILED')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(asked);
}

type NewExport = ExportRef & { channel: string; locale: string; reason: ExportReason; now: Date };

/** Adds an export; null when the customer has one that is being made, also one of a transaction that ends just now. */
export async function insertExport(trx: Queryable, wanted: NewExport): Promise<ExportRow | null> {
  const { userId, exportId, channel, locale, reason, now } = wanted;
  const row = await trx
    .insertInto('photo_exports')
    .values({
      user_id: userId,
      id: exportId,
      channel,
      locale,
      reason,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return (row as ExportRow | undefined) ?? null;
}

/** Notes that work on an export has begun; false when there is nothing to do (any more). */
export async function beginExport(
  db: Queryable,
  { userId, exportId }: ExportRef,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('photo_exports')
    .set({ status: 'IN_PROGRESS', updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', exportId)
    .where('status', 'in', ['REQUESTED', 'IN_PROGRESS'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** An export that is being made, locked so that one worker alone ends it; null when it has ended. */
export async function lockRunning(
  trx: Queryable,
  { userId, exportId }: ExportRef,
): Promise<ExportRow | null> {
  const row = await trx
    .selectFrom('photo_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', exportId)
    .where('status', 'in', ['REQUESTED', 'IN_PROGRESS'])
    .forUpdate()
    .executeTakeFirst();
  return (row as ExportRow | undefined) ?? null;
}

type End = { status: 'READY' | 'FAILED'; libraryState?: string; now: Date };

export async function endExport(
  trx: Queryable,
  { userId, exportId }: ExportRef,
  { status, libraryState = undefined, now }: End,
): Promise<void> {
  await trx
    .updateTable('photo_exports')
    .set({ status, updated_at: now, library_state: libraryState ?? null })
    .where('user_id', '=', userId)
    .where('id', '=', exportId)
    .execute();
}

/** Forgets exports that nobody can download any more. */
export async function forgetExpired(db: Database, now: Date): Promise<void> {
  await sql`with gone as (
      delete from photo_exports where status in ('READY', 'FAILED') and updated_at <= ${expiredUntil(now)}
      returning user_id, id)
    delete from photo_export_chunks using gone
    where photo_export_chunks.user_id = gone.user_id and export_id = gone.id`.execute(db);
}
