import { createFileRoute, Outlet } from '@tanstack/react-router';
import { SignedInGate } from '#/features/frame/shell/signed-in-gate.tsx';

/** Pages without the menu: previews and shared albums [RTE-10, RTE-11]. */
export const Route = createFileRoute('/_full-screen')({ component: FullScreenLayout });

function FullScreenLayout() {
  return (
    <SignedInGate>
      <Outlet />
    </SignedInGate>
  );
}
