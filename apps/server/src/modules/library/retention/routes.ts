import { fullnessOf } from '@keepsake/contracts/library/photos';
import {
  addMonths,
  getStorageStatus,
  type StorageAccount,
  storageStatusOf,
} from '@keepsake/contracts/library/retention';
import type { OverviewValue } from '@keepsake/contracts/overview';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Route, route } from '../../../platform/http/route.ts';
import { dayIn } from '../../../platform/wall-time.ts';
import { type Day, monthsOf } from './days.ts';
import type { Deps } from './deps.ts';
import { beginStorage, datesAfterOrder } from './extend-storage.ts';
import { type Reminder, readReminders } from './reminders.ts';
import { noteSeen } from './returned-reminders.ts';
import { channelOf, findAccount } from './store.ts';

/** Customers read their own storage account. */
export function retentionRoutes(deps: Deps): Route[] {
  const { db, clock } = deps;
  return [
    route(getStorageStatus, async ({ customer: { customerId }, query }) => {
      if (!query.mock) return readStorageAccount(deps, customerId);
      const channel = await channelOf(db, customerId);
      return mockAccount(dayIn(channel.timeZone, clock()), monthsOf(channel));
    }),
  ];
}

/** Reads a storage account; a customer without one gets one that begins now, which never ends too early. */
async function readStorageAccount(deps: Deps, customerId: CustomerId): Promise<StorageAccount> {
  const { db, clock } = deps;
  const now = clock();
  const channel = await channelOf(db, customerId);
  const { timeZone } = channel;
  let row = await findAccount(db, customerId);
  if (!row) {
    await beginStorage(db, { customerId, channel: channel.id, registeredAt: now });
    row = await findAccount(db, customerId);
    if (!row) throw new Error('A storage account that has just begun is gone');
  }
  const [photosCount, projectCount, reminders] = await Promise.all([
    deps.countPhotos(customerId),
    deps.countProjects(customerId),
    readReminders(db, [customerId]),
  ]);
  await noteSeen(db, channel, row, now);
  const today = dayIn(timeZone, now);
  const afterOrder = datesAfterOrder(channel, row, now);
  return {
    delayedDeletionDate: row.delayed_deletion_date,
    lastOrderDate: row.last_order_at && dayIn(timeZone, row.last_order_at),
    projectCount,
    projectedDeletionDate: row.projected_deletion_date,
    registrationDate: dayIn(timeZone, row.registered_at),
    today,
    photosCount,
    keptUntilIfOrderedToday: afterOrder.delayed ?? afterOrder.projected,
    hidden: row.grace_ends_on
      ? { deletionDate: row.grace_ends_on, isBeingDeleted: row.state === 'deleting' }
      : null,
    reminders: (reminders.get(customerId) ?? []).map(presentReminder),
  };
}

function presentReminder({ reminder, deletionDate, sentAt }: Reminder): StorageAccount['reminders'][number] {
  return { reminder, deletionDate, sent: sentAt?.toISOString() ?? null };
}

/** The fictional account for demonstrations: two months to go, registered sixteen months ago, never ordered [RET-21]. */
function mockAccount(today: Day, months: number): StorageAccount {
  return {
    delayedDeletionDate: null,
    lastOrderDate: null,
    projectCount: 3,
    projectedDeletionDate: addMonths(today, 2),
    registrationDate: addMonths(today, -16),
    today,
    photosCount: 128,
    keptUntilIfOrderedToday: addMonths(today, months),
    hidden: null,
    reminders: [],
  };
}

/** The part of the overview about a customer's storage; null while there is time and room left, or nothing can end. */
export async function readUrgentStorage(
  deps: Deps,
  customerId: CustomerId,
): Promise<OverviewValue<'storage'> | null> {
  const [account, counts] = await Promise.all([
    readStorageAccount(deps, customerId),
    deps.readCounts(customerId),
  ]);
  const { retention } = await channelOf(deps.db, customerId);
  const isEnding =
    retention !== 'off' && account.photosCount > 0 && storageStatusOf(account).status !== 'safe';
  const isUrgent = account.hidden !== null || isEnding || fullnessOf(counts) !== null;
  return isUrgent ? { account, counts } : null;
}
