import { useMyDataNotifications } from '#/features/account/my-data/queries.ts';
import { usePaymentNotifications } from '#/features/account/payment-methods/queries.tsx';
import { NotificationsBell } from '#/features/frame/notifications/notifications-bell.tsx';
import { useDownloadNotifications } from '#/features/library/downloads/queries.ts';
import { useExportNotifications } from '#/features/library/exports/exports.tsx';
import { useLegacyImportNotifications } from '#/features/library/legacy-import/legacy-import.tsx';
import { useReminderNotifications } from '#/features/library/retention/queries.ts';
import { useInvoiceNotifications } from '#/features/orders/invoices/queries.ts';
import { useNeededNotifications } from '#/features/orders/orders/needed-notifications.ts';
import { useReorderNotifications } from '#/features/orders/orders/reorder-notifications.ts';
import { useVoucherNotifications } from '#/features/orders/vouchers/queries.ts';

/** The bell, with the notifications of every feature. */
export default function Notifications() {
  const downloads = useDownloadNotifications();
  const imports = useLegacyImportNotifications();
  const exports = useExportNotifications();
  const reminders = useReminderNotifications();
  const vouchers = useVoucherNotifications();
  const reorders = useReorderNotifications();
  const needed = useNeededNotifications();
  const invoices = useInvoiceNotifications();
  const payments = usePaymentNotifications();
  const myData = useMyDataNotifications();
  return (
    <NotificationsBell
      notifications={[
        ...imports,
        ...downloads,
        ...exports,
        ...reminders,
        ...vouchers,
        ...reorders,
        ...needed,
        ...invoices,
        ...payments,
        ...myData,
      ]}
    />
  );
}
