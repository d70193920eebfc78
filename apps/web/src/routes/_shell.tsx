import { createFileRoute, Outlet } from '@tanstack/react-router';
import { OrderPrintsHost } from '#/features/commerce/print-orders/order-prints-host.tsx';
import { Shell } from '#/features/frame/shell/shell.tsx';
import { SignedInGate } from '#/features/frame/shell/signed-in-gate.tsx';
import { Notifications } from './-notifications.tsx';

export const Route = createFileRoute('/_shell')({ component: ShellLayout });

function ShellLayout() {
  return (
    <SignedInGate>
      <Shell inTopBar={<Notifications />}>
        <Outlet />
      </Shell>
      <OrderPrintsHost />
    </SignedInGate>
  );
}
