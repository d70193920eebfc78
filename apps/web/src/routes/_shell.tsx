import { createFileRoute } from '@tanstack/react-router';
import { NotificationsBell } from '#/features/frame/notifications/notifications-bell.tsx';
import { Shell } from '#/features/frame/shell/shell.tsx';
import { SignedInGate } from '#/features/frame/shell/signed-in-gate.tsx';
import { useDownloadNotifications } from '#/features/library/downloads/queries.ts';
import { useExportNotifications } from '#/features/library/exports/use-export-notifications.ts';
import { useLegacyImportNotifications } from '#/features/library/legacy-import/legacy-import.tsx';
import { useReminderNotifications } from '#/features/library/retention/queries.ts';
import { FlaggedOutlet } from '#/shared/flags.tsx';
import { menu } from './-menu.ts';

/** Pages with the menu. */
export const Route = createFileRoute('/_shell')({ component: ShellLayout });

function ShellLayout() {
  return (
    <SignedInGate>
      <Shell menu={menu} inTopBar={<Notifications />}>
        <FlaggedOutlet />
      </Shell>
    </SignedInGate>
  );
}

/** The bell, with the notifications of every feature. */
function Notifications() {
  const downloads = useDownloadNotifications();
  const imports = useLegacyImportNotifications();
  const exports = useExportNotifications();
  const reminders = useReminderNotifications();
  return <NotificationsBell notifications={[...imports, ...downloads, ...exports, ...reminders]} />;
}
