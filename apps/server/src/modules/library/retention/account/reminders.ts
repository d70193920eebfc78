import { STORAGE_REMINDERS, type StorageReminder } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import type { Day } from './storage-account.ts';

export type ReminderKey = { userId: string; deletionDate: Day; reminder: StorageReminder };
export type Reminder = ReminderKey & { sentAt: Date | null };

/** Reminders by customer, newest first. */
export async function readReminders(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, Reminder[]>> {
  const { rows } = await sql<Reminder>`select user_id as "userId", deletion_date as "deletionDate", reminder,
      sent_at as "sentAt"
    from storage_reminders where user_id = any(${userIds}::uuid[])
    order by deletion_date desc, array_position(${STORAGE_REMINDERS}::text[], reminder) desc`.execute(db);
  return Map.groupBy(rows, ({ userId }) => userId);
}

/** Notes reminders in the transaction of their mails; gives those that were not noted before. */
export async function insertReminders(
  trx: Queryable,
  keys: readonly ReminderKey[],
  now: Date,
): Promise<ReminderKey[]> {
  const { rows } = await sql<ReminderKey>`
    insert into storage_reminders (user_id, deletion_date, reminder, queued_at)
    select "userId", "deletionDate", reminder, ${now} from json_to_recordset(${JSON.stringify(keys)}::json) as noted
      ("userId" uuid, "deletionDate" date, reminder text)
    on conflict (user_id, deletion_date, reminder) do nothing
    returning user_id as "userId", deletion_date as "deletionDate", reminder`.execute(trx);
  return rows;
}

/** Notes that a reminder left us; a second time changes nothing. */
export async function markSent(db: Queryable, key: ReminderKey, now: Date): Promise<void> {
  await db
    .updateTable('storage_reminders')
    .set({ sent_at: now })
    .where('user_id', '=', key.userId)
    .where('deletion_date', '=', key.deletionDate)
    .where('reminder', '=', key.reminder)
    .where('sent_at', 'is', null)
    .execute();
}
