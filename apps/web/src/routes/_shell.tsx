import { createFileRoute, Outlet } from '@tanstack/react-router';
import { OrderPrintsHost } from '#/features/commerce/print-orders/order-prints-host.tsx';
import { Shell } from '#/features/frame/shell/shell.tsx';
import { SignedInGate } from '#/features/frame/shell/signed-in-gate.tsx';
import { ExportsHost } from '#/features/library/exports/exports-host.tsx';
import { StorageHost } from '#/features/library/retention/storage-host.tsx';
import { ImportHost } from '#/features/library/uploads/import-host.tsx';
import { Notifications } from './-notifications.tsx';

export const Route = createFileRoute('/_shell')({ component: ShellLayout });

function ShellLayout() {
  return (
    <SignedInGate>
      <Shell inTopBar={<Notifications />}>
        <Outlet />
      </Shell>
      <ImportHost />
      <ExportsHost />
      <OrderPrintsHost />
      <StorageHost />
    </SignedInGate>
  );
}
