import { createFileRoute } from '@tanstack/react-router';
import { SignedInGate } from '#/features/frame/shell/signed-in-gate.tsx';
import { FlaggedOutlet } from '#/shared/flags.tsx';

/** Pages without the menu: previews and shared albums [RTE-10, RTE-11]. */
export const Route = createFileRoute('/_full-screen')({ component: FullScreenLayout });

function FullScreenLayout() {
  return (
    <SignedInGate>
      <FlaggedOutlet />
    </SignedInGate>
  );
}
