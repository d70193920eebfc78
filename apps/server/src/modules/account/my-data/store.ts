import { MY_DATA_VALID_DAYS } from '@keepsake/contracts/account/my-data';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Selectable, sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { MyDataArchives, MyDataFiles } from '../../../platform/database/database-types.ts';
import { BATCH } from '../../../platform/jobs/jobs.ts';
import { type Recently, wasRecent } from '../../../platform/recently.ts';

export type ArchiveRef = { customerId: CustomerId; archiveId: string };

export type ArchiveRow = Selectable<MyDataArchives>;
export type FileRow = Selectable<MyDataFiles>;

const RUNNING: readonly ArchiveRow['status'][] = ['REQUESTED', 'IN_PROGRESS'];
const VALID_MS = MY_DATA_VALID_DAYS * DAY_MS;

/** Until when a finished archive is available. */
export const expiryOf = ({ updated_at }: Pick<ArchiveRow, 'updated_at'>) =>
  new Date(updated_at.getTime() + VALID_MS);
const expiredUntil = (now: Date) => new Date(now.getTime() - VALID_MS);

const isCurrent = (row: ArchiveRow, now: Date) => RUNNING.includes(row.status) || expiryOf(row) > now;

/** The customer's latest archive; null if there is none or it has expired. */
export async function findLatest(
  db: Queryable,
  customerId: CustomerId,
  now: Date,
): Promise<ArchiveRow | null> {
  const row = await db
    .selectFrom('my_data_archives')
    .selectAll()
    .where('user_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && isCurrent(row, now) ? row : null;
}

/** An archive of the customer that has not expired, or null. */
export async function readArchive(
  db: Queryable,
  { customerId, archiveId }: ArchiveRef,
  now: Date,
): Promise<ArchiveRow | null> {
  const row = await db
    .selectFrom('my_data_archives')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('id', '=', archiveId)
    .executeTakeFirst();
  return row && isCurrent(row, now) ? row : null;
}

export async function findRunning(db: Queryable, customerId: CustomerId): Promise<ArchiveRow | null> {
  const row = await db
    .selectFrom('my_data_archives')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('status', 'in', RUNNING)
    .executeTakeFirst();
  return row ?? null;
}

/** How many the customer requested recently, and how many of them did not fail. */
export async function countRequested(
  db: Queryable,
  customerId: CustomerId,
  recently: Recently,
): Promise<{ all: number; good: number }> {
  const { rows } = await sql<{ all: number; good: number }>`select count(*)::int as all,
      count(*) filter (where status <> 'FAILED')::int as good
    from my_data_archives where user_id = ${customerId} and ${wasRecent('created_at', recently)}`.execute(db);
  return rows[0] ?? { all: 0, good: 0 };
}

type NewArchive = ArchiveRef & { channel: string; locale: string; filesTotal: number; now: Date };

/** Adds an archive; null if the customer has one in progress, even in a transaction that is just committing. */
export async function insertArchive(trx: Queryable, wanted: NewArchive): Promise<ArchiveRow | null> {
  const { customerId, archiveId, channel, locale, filesTotal, now } = wanted;
  const row = await trx
    .insertInto('my_data_archives')
    .values({
      user_id: customerId,
      id: archiveId,
      channel,
      locale,
      files_total: filesTotal,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function setExport(
  trx: Queryable,
  { customerId, archiveId }: ArchiveRef,
  exportId: string | null,
): Promise<void> {
  await trx
    .updateTable('my_data_archives')
    .set({ export_id: exportId })
    .where('user_id', '=', customerId)
    .where('id', '=', archiveId)
    .execute();
}

/** Records that work has begun; null if it has ended or is gone. */
export async function beginArchive(
  db: Queryable,
  { customerId, archiveId }: ArchiveRef,
  now: Date,
): Promise<ArchiveRow | null> {
  const row = await db
    .updateTable('my_data_archives')
    .set({ status: 'IN_PROGRESS', updated_at: now })
    .where('user_id', '=', customerId)
    .where('id', '=', archiveId)
    .where('status', 'in', RUNNING)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Ends an archive, once; false if it had ended already. */
export async function endArchive(
  trx: Queryable,
  { customerId, archiveId }: ArchiveRef,
  status: 'READY' | 'FAILED',
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('my_data_archives')
    .set({ status, updated_at: now })
    .where('user_id', '=', customerId)
    .where('id', '=', archiveId)
    .where('status', 'in', RUNNING)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Marks a ready archive as failed because the store has lost its files. */
export async function markArchiveFailed(db: Queryable, { customerId, archiveId }: ArchiveRef): Promise<void> {
  await db
    .updateTable('my_data_archives')
    .set({ status: 'FAILED' })
    .where('user_id', '=', customerId)
    .where('id', '=', archiveId)
    .where('status', '=', 'READY')
    .execute();
}

/** The written files of an archive, in order. */
export function readFiles(db: Queryable, { customerId, archiveId }: ArchiveRef): Promise<FileRow[]> {
  return db
    .selectFrom('my_data_files')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('archive_id', '=', archiveId)
    .orderBy('place')
    .execute();
}

export async function countFiles(db: Queryable, { customerId, archiveId }: ArchiveRef): Promise<number> {
  const { files } = await db
    .selectFrom('my_data_files')
    .select((eb) => eb.fn.countAll<number>().as('files'))
    .where('user_id', '=', customerId)
    .where('archive_id', '=', archiveId)
    .executeTakeFirstOrThrow();
  return Number(files);
}

type NewFile = { name: string; bytes: number; crc32: number; objectKey: string };

/** Adds a written file; false if its archive has ended, or another job has written one in its place. */
export async function insertFile(
  db: Queryable,
  { customerId, archiveId }: ArchiveRef,
  { name, bytes, crc32, objectKey }: NewFile,
  place: number,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`insert into my_data_files (user_id, archive_id, place, name, bytes, crc32, object_key)
    select user_id, id, ${place}::smallint, ${name}::text, ${bytes}::bigint, ${crc32}::bigint, ${objectKey}::text
    from my_data_archives where user_id = ${customerId} and id = ${archiveId} and status = 'IN_PROGRESS'
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** Selects the archives in progress, with the key of each one's job. */
export const inProgressSql = (task: string) => sql<ArchiveRow & { jobKey: string }>`
  select *, ${task} || ':' || id as "jobKey" from my_data_archives where status in ('REQUESTED', 'IN_PROGRESS')`;

/** Archives that have expired or been superseded by a newer ready one. */
export async function findOver(db: Queryable, now: Date): Promise<ArchiveRow[]> {
  const { rows } = await sql<ArchiveRow>`select * from my_data_archives as old
    where status in ('READY', 'FAILED') and (updated_at <= ${expiredUntil(now)}::timestamptz or exists (
      select from my_data_archives as newer
      where newer.user_id = old.user_id and newer.created_at > old.created_at and newer.status = 'READY'))
    and (updated_at <= ${expiredUntil(now)}::timestamptz or created_at <= ${new Date(now.getTime() - DAY_MS)}::timestamptz)
    limit ${BATCH}`.execute(db);
  return rows;
}

export async function deleteArchive(db: Queryable, { customerId, archiveId }: ArchiveRef): Promise<void> {
  await db
    .deleteFrom('my_data_files')
    .where('user_id', '=', customerId)
    .where('archive_id', '=', archiveId)
    .execute();
  await db
    .deleteFrom('my_data_archives')
    .where('user_id', '=', customerId)
    .where('id', '=', archiveId)
    .execute();
}
