import { addMonths, STORAGE_MONTHS, type StorageAccount } from '@keepsake/contracts';
import { type AccountRow, channelOf } from './account/account-row.ts';
import { beginStorage } from './account/begin-storage.ts';
import { dayIn } from './account/day-in.ts';
import { readReminders } from './account/reminders.ts';
import type { Deps } from './deps.ts';

/** A customer's storage account as the wire shows it. A customer who has none yet begins now: never too early. */
export async function readAccount(deps: Deps, userId: string): Promise<StorageAccount> {
  const { db, clock } = deps;
  const now = clock();
  const { id: channel, timeZone } = await channelOf(db, userId);
  const row =
    (await findRow(deps, userId)) ??
    (await beginStorage(db, { userId, channel, registeredAt: now }).then(() => findRow(deps, userId)));
  const [photosCount, projectCount, reminders] = await Promise.all([
    deps.countPhotos(userId),
    deps.countProjects(userId),
    readReminders(db, [userId]),
  ]);
  const account = row as AccountRow;
  const today = dayIn(timeZone, now);
  return {
    delayedDeletionDate: account.delayed_deletion_date,
    lastOrderDate: account.last_order_at && dayIn(timeZone, account.last_order_at),
    projectCount,
    projectedDeletionDate: account.projected_deletion_date,
    registrationDate: dayIn(timeZone, account.registered_at),
    today,
    photosCount,
    keptUntilIfOrderedToday: addMonths(today, STORAGE_MONTHS),
    hidden: account.grace_ends_on
      ? { deletionDate: account.grace_ends_on, isBeingDeleted: account.state === 'deleting' }
      : null,
    reminders: (reminders.get(userId) ?? []).map(({ reminder, deletionDate, sentAt }) => ({
      reminder,
      deletionDate,
      sent: sentAt?.toISOString() ?? null,
    })),
  };
}

function findRow({ db }: Deps, userId: string): Promise<AccountRow | undefined> {
  return db.selectFrom('storage_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst();
}
