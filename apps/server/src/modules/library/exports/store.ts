import { EXPORT_VALID_DAYS } from '@keepsake/contracts/library/exports';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Selectable, sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { PhotoExports } from '../../../platform/database/database-types.ts';
import { type Recently, wasRecent } from '../../../platform/recently.ts';

export type ExportRef = { customerId: CustomerId; exportId: string };

export type ExportRow = Selectable<PhotoExports>;

/**
 * Who requested it: the customer, retention before the storage ends, or the customer as part of 'my data', whose mail and page
 * cover both.
 */
export type ExportReason = ExportRow['reason'];

/** Maximum exports listed, newest first. */
const LISTED = 20;

/** The time at or before which an export must have become ready, or failed, to have expired by now. */
function expiredUntil(now: Date): Date {
  return new Date(now.getTime() - EXPORT_VALID_DAYS * DAY_MS);
}

const isOver = (status: string) => status === 'READY' || status === 'FAILED';

/** The customer's export, null if there is none or it has expired. */
export async function readExport(
  db: Queryable,
  { customerId, exportId }: ExportRef,
  now: Date,
): Promise<ExportRow | null> {
  const row = await db
    .selectFrom('photo_exports')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('id', '=', exportId)
    .executeTakeFirst();
  if (!row || (isOver(row.status) && row.updated_at <= expiredUntil(now))) return null;
  return row;
}

/** The customer's exports that have not expired, newest first, without those of 'my data'. */
export async function listExports(db: Queryable, customerId: CustomerId, now: Date): Promise<ExportRow[]> {
  const rows = await db
    .selectFrom('photo_exports')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('reason', '<>', 'my-data')
    .where((eb) =>
      eb.or([eb('status', 'not in', ['READY', 'FAILED']), eb('updated_at', '>', expiredUntil(now))]),
    )
    .orderBy('created_at', 'desc')
    .limit(LISTED)
    .execute();
  return rows;
}

/** The customer's export in progress, or null. */
export async function findRunning(db: Queryable, customerId: CustomerId): Promise<ExportRow | null> {
  const row = await db
    .selectFrom('photo_exports')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('status', 'in', ['REQUESTED', 'IN_PROGRESS'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Changes who requested a running export: one that came with 'my data' and is then requested on its own is announced on its own.
 */
export async function claimExport(
  trx: Queryable,
  { customerId, exportId }: ExportRef,
  reason: ExportReason,
): Promise<void> {
  await trx
    .updateTable('photo_exports')
    .set({ reason })
    .where('user_id', '=', customerId)
    .where('id', '=', exportId)
    .where('reason', '=', 'my-data')
    .where('status', 'in', ['REQUESTED', 'IN_PROGRESS'])
    .execute();
}

/** The latest export that became ready recently, or null. */
export async function findReady(
  db: Queryable,
  customerId: CustomerId,
  recently: Recently,
): Promise<ExportRow | null> {
  const row = await db
    .selectFrom('photo_exports')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('status', '=', 'READY')
    .where(wasRecent('updated_at', recently))
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Number of exports the customer requested recently; failed ones do not count. */
export async function countRequested(
  db: Queryable,
  customerId: CustomerId,
  recently: Recently,
): Promise<number> {
  const { requested } = await db
    .selectFrom('photo_exports')
    .select((eb) => eb.fn.countAll<number>().as('requested'))
    .where('user_id', '=', customerId)
    .where('reason', '=', 'customer')
    .where('status', '<>', 'FAILED')
    .where(wasRecent('created_at', recently))
    .executeTakeFirstOrThrow();
  return Number(requested);
}

/** Selects the exports in progress, with the key of each one's job. */
export const inProgressSql = (task: string) => sql<ExportRow & { jobKey: string }>`
  select *, ${task} || ':' || id as "jobKey" from photo_exports where status in ('REQUESTED', 'IN_PROGRESS')`;

type NewExport = ExportRef & { channel: string; locale: string; reason: ExportReason; now: Date };

/** Adds an export; null if the customer has one in progress, even in a transaction that is just committing. */
export async function insertExport(trx: Queryable, wanted: NewExport): Promise<ExportRow | null> {
  const { customerId, exportId, channel, locale, reason, now } = wanted;
  const row = await trx
    .insertInto('photo_exports')
    .values({
      user_id: customerId,
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
  return row ?? null;
}

/** Records that work on an export has begun; false if it has ended or is gone. */
export async function beginExport(
  db: Queryable,
  { customerId, exportId }: ExportRef,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('photo_exports')
    .set({ status: 'IN_PROGRESS', updated_at: now })
    .where('user_id', '=', customerId)
    .where('id', '=', exportId)
    .where('status', 'in', ['REQUESTED', 'IN_PROGRESS'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** A running export, locked so that only one worker ends it; null if it has ended. */
export async function lockRunning(
  trx: Queryable,
  { customerId, exportId }: ExportRef,
): Promise<ExportRow | null> {
  const row = await trx
    .selectFrom('photo_exports')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('id', '=', exportId)
    .where('status', 'in', ['REQUESTED', 'IN_PROGRESS'])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

type End = { status: 'READY' | 'FAILED'; libraryState?: string; now: Date };

export async function endExport(
  trx: Queryable,
  { customerId, exportId }: ExportRef,
  { status, libraryState, now }: End,
): Promise<void> {
  await trx
    .updateTable('photo_exports')
    .set({ status, updated_at: now, library_state: libraryState ?? null })
    .where('user_id', '=', customerId)
    .where('id', '=', exportId)
    .execute();
}

/** Deletes expired exports with their chunks. */
export async function forgetExports(db: Database, now: Date): Promise<void> {
  await sql`with gone as (
      delete from photo_exports where status in ('READY', 'FAILED') and updated_at <= ${expiredUntil(now)}
      returning user_id, id)
    delete from photo_export_chunks using gone
    where photo_export_chunks.user_id = gone.user_id and export_id = gone.id`.execute(db);
}
