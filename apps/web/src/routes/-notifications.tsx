import { useMyDataNotifications } from '#/features/account/my-data/index.ts';
import { usePaymentNotifications } from '#/features/account/payment-methods/index.ts';
import { NotificationsBell } from '#/features/frame/notifications/index.ts';
import { useDownloadNotifications } from '#/features/library/downloads/index.ts';
import { useExportNotifications } from '#/features/library/exports/index.ts';
import { useLegacyImportNotifications } from '#/features/library/legacy-import/index.ts';
import { useReminderNotifications } from '#/features/library/retention/index.ts';
import { useInvoiceNotifications } from '#/features/orders/invoices/index.ts';
import { useNeededNotifications, useReorderNotifications } from '#/features/orders/orders/index.ts';
import { useVoucherNotifications } from '#/features/orders/vouchers/index.ts';

/**
 * The bell, with the notifications of every feature. A list, because hooks are called one by one and load with the bell, after the
 * first scripts; the bell itself orders what they return.
 */
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
