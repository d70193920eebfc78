export { useIsLibraryHidden, useReminderNotifications } from './queries.ts';
export { StorageBannerSlot, StorageButton } from './storage-status.tsx';
export { UrgentStorage } from './urgent-storage.tsx';
