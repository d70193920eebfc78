import { useImportNotifications } from '#/features/activation/use-import-notifications.ts';
import { useDownloadNotifications } from '#/features/downloads/use-download-notifications.ts';
import { useExportNotifications } from '#/features/exports/use-export-notifications.ts';
import { NotificationsBell } from '#/features/frame/notifications/notifications-bell.tsx';
import { useReminderNotifications } from '#/features/frame/notifications/use-reminder-notifications.ts';

/** The bell, with what the features have to tell. */
export function Notifications() {
  const downloads = useDownloadNotifications();
  const imports = useImportNotifications();
  const exports = useExportNotifications();
  const reminders = useReminderNotifications();
  return <NotificationsBell notifications={[...imports, ...downloads, ...exports, ...reminders]} />;
}
