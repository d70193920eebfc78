export { useIsLibraryHidden } from './queries.ts';
export { useReminderNotifications } from './reminder-notifications.ts';
export { StorageBannerSlot, StorageButton } from './storage-status.tsx';
export { UrgentStorage } from './urgent-storage.tsx';
