import { NotificationsBell } from '#/features/frame/notifications/notifications-bell.tsx';
import { useDownloadNotifications } from '#/features/library/downloads/use-download-notifications.ts';
import { useExportNotifications } from '#/features/library/exports/use-export-notifications.ts';
import { useLegacyImportNotifications } from '#/features/library/legacy-import/use-legacy-import-notifications.ts';
import { useReminderNotifications } from '#/features/library/retention/use-reminder-notifications.ts';

/** The bell, with what the features have to tell. */
export function Notifications() {
  const downloads = useDownloadNotifications();
  const imports = useLegacyImportNotifications();
  const exports = useExportNotifications();
  const reminders = useReminderNotifications();
  return <NotificationsBell notifications={[...imports, ...downloads, ...exports, ...reminders]} />;
}
