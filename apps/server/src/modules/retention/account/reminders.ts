import { STORAGE_REMINDERS, type StorageReminder } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
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

/** Notes a reminder in the transaction of its mail; false when it was noted before. */
export async function insertReminder(trx: Queryable, key: ReminderKey, now: Date): Promise<boolean> {
  const { userId: user_id, deletionDate: deletion_date, reminder } = key;
  const inserted = await trx
    .insertInto('storage_reminders')
    .values({ user_id, deletion_date, reminder, queued_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'deletion_date', 'reminder']).doNothing())
    .returning('reminder')
    .executeTakeFirst();
  return inserted !== undefined;
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
