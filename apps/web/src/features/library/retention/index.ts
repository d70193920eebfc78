export { useIsLibraryHidden } from './queries.ts';
export { useReminderNotifications } from './reminder-notifications.ts';
export { storagePart } from './storage-notice.tsx';
export { StorageBannerSlot, StorageButton } from './storage-status.tsx';
