import { addMonths, STORAGE_MONTHS, type StorageAccount } from '@keepsake/contracts';
import type { Day } from './account/storage-account.ts';

/** The made-up account of demonstrations: two months to go, registered sixteen months ago, never ordered [RET-21]. */
export function mockAccount(today: Day): StorageAccount {
  return {
    delayedDeletionDate: null,
    lastOrderDate: null,
    projectCount: 3,
    projectedDeletionDate: addMonths(today, 2),
    registrationDate: addMonths(today, -16),
    today,
    photosCount: 128,
    keptUntilIfOrderedToday: addMonths(today, STORAGE_MONTHS),
    hidden: null,
    reminders: [],
  };
}
