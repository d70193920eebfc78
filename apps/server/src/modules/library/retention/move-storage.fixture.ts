import type { StorageReminder } from '@keepsake/contracts/library/retention';
import { sql } from 'kysely';
import pino from 'pino';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { findRunningPostgres } from '../../../platform/database/embedded-postgres.ts';

type Reminder = { reminder: StorageReminder; deletionDate: string; sentAt: string | null };
type Status = {
  /** The last day on which the photos are kept. */
  deletionDate: string;
  /** The last day on which an order brings hidden photos back. */
  graceEndsOn?: string;
  isBeingDeleted?: boolean;
  reminders?: readonly Reminder[];
};

/** Sets a customer's storage to what it would be by then, in the data folder of a running Keepsake. */
export async function moveStorage(dataDir: string, email: string, status: Status): Promise<void> {
  const url = (await findRunningPostgres(dataDir)) ?? '';
  const { db, close } = openDatabase({ url, maxConnections: 1, log: pino({ level: 'silent' }) });
  try {
    await writeStatus(db, email, status);
  } finally {
    await close();
  }
}

async function writeStatus(
  db: Database,
  email: string,
  { deletionDate, graceEndsOn, isBeingDeleted = false, reminders = [] }: Status,
) {
  const { id } = await db
    .selectFrom('customers')
    .select('user_id as id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const hidden = isBeingDeleted ? 'deleting' : 'hidden';
  await sql`update storage_accounts set projected_deletion_date = ${deletionDate}, delayed_deletion_date = null,
    state = ${graceEndsOn ? hidden : 'kept'}, grace_ends_on = ${graceEndsOn ?? null} where user_id = ${id}`.execute(
    db,
  );
  await db.deleteFrom('storage_reminders').where('user_id', '=', id).execute();
  for (const { reminder, deletionDate: date, sentAt } of reminders)
    await sql`insert into storage_reminders (user_id, deletion_date, reminder, queued_at, sent_at)
      values (${id}, ${date}, ${reminder}, now(), ${sentAt})`.execute(db);
}
