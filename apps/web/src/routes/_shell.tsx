import { createFileRoute, useMatches } from '@tanstack/react-router';
import { usePaymentNotifications } from '#/features/account/payment-methods/queries.tsx';
import { CutOffsAhead } from '#/features/commerce/merchandise/queries.ts';
import { useReorderNotifications } from '#/features/commerce/orders/reorder-notifications.ts';
import { useVoucherNotifications } from '#/features/commerce/vouchers/queries.ts';
import { NotificationsBell } from '#/features/frame/notifications/notifications-bell.tsx';
import { PlainFrame, Shell } from '#/features/frame/shell/shell.tsx';
import { SignedInGate } from '#/features/frame/shell/signed-in-gate.tsx';
import { useDownloadNotifications } from '#/features/library/downloads/queries.ts';
import { useExportNotifications } from '#/features/library/exports/exports.tsx';
import { useLegacyImportNotifications } from '#/features/library/legacy-import/legacy-import.tsx';
import { useReminderNotifications } from '#/features/library/retention/queries.ts';
import { LeftUploads } from '#/features/library/uploads/open-import.ts';
import { FlaggedOutlet } from '#/shared/flags.tsx';
import { menu } from './-menu.ts';

/** Pages with the menu; those for anybody are shown without it where nobody is signed in. */
export const Route = createFileRoute('/_shell')({ component: ShellLayout });

function ShellLayout() {
  const isForAnybody = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isForAnybody),
  });
  const hasCutOffs = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.hasCutOffs),
  });
  const plainPage = (
    <PlainFrame hasFooter>
      <FlaggedOutlet />
    </PlainFrame>
  );
  return (
    <>
      {hasCutOffs && <CutOffsAhead />}
      <SignedInGate signedOut={isForAnybody ? plainPage : undefined}>
        <Shell menu={menu} inTopBar={<Notifications />}>
          <FlaggedOutlet />
          <LeftUploads />
        </Shell>
      </SignedInGate>
    </>
  );
}

/** The bell, with the notifications of every feature. */
function Notifications() {
  const downloads = useDownloadNotifications();
  const imports = useLegacyImportNotifications();
  const exports = useExportNotifications();
  const reminders = useReminderNotifications();
  const vouchers = useVoucherNotifications();
  const reorders = useReorderNotifications();
  const payments = usePaymentNotifications();
  return (
    <NotificationsBell
      notifications={[
        ...imports,
        ...downloads,
        ...exports,
        ...reminders,
        ...vouchers,
        ...reorders,
        ...payments,
      ]}
    />
  );
}
