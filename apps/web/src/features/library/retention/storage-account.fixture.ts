import type { StorageAccount } from '@keepsake/contracts/library/retention';

/** The account of a customer who ordered in the middle of 2026. */
export const storageAccount: StorageAccount = {
  delayedDeletionDate: null,
  lastOrderDate: '2026-06-15',
  projectCount: 0,
  projectedDeletionDate: '2027-12-15',
  registrationDate: '2025-01-01',
  today: '2026-11-21',
  photosCount: 2,
  keptUntilIfOrderedToday: '2028-05-21',
  hidden: null,
  reminders: [],
};
