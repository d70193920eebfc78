import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AlbumsHost } from '#/features/albums/albums-host.tsx';
import { ExportsHost } from '#/features/exports/exports-host.tsx';
import { Shell } from '#/features/frame/shell/shell.tsx';
import { SignedInGate } from '#/features/frame/shell/signed-in-gate.tsx';
import { ImportHost } from '#/features/import/import-host.tsx';
import { OrderPrintsHost } from '#/features/order-prints/order-prints-host.tsx';
import { StorageHost } from '#/features/storage-retention/storage-host.tsx';
import { Notifications } from './-notifications.tsx';

export const Route = createFileRoute('/_shell')({ component: ShellLayout });

function ShellLayout() {
  return (
    <SignedInGate>
      <Shell inTopBar={<Notifications />}>
        <Outlet />
      </Shell>
      <ImportHost />
      <AlbumsHost />
      <ExportsHost />
      <OrderPrintsHost />
      <StorageHost />
    </SignedInGate>
  );
}
