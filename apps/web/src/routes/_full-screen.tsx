import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, Navigate, useLocation } from '@tanstack/react-router';
import { SignedInGate } from '#/features/frame/shell/index.ts';
import { useIsLibraryHidden } from '#/features/library/retention/index.ts';
import { FlaggedOutlet } from '#/shared/flags.tsx';
import { usePush } from '#/shared/push.ts';

/** Pages without the menu: previews and shared albums [RTE-10, RTE-11]. */
export const Route = createFileRoute('/_full-screen')({ component: FullScreenLayout });

function FullScreenLayout() {
  return (
    <SignedInGate>
      <FlaggedOutlet />
      <HiddenExit />
    </SignedInGate>
  );
}

/** Leaves for the photos page when the library becomes hidden while a photo is open, because that page explains it. */
function HiddenExit() {
  const client = useQueryClient();
  const isHidden = useIsLibraryHidden();
  const isPreview = useLocation({ select: ({ pathname }) => pathname.includes('/preview/') });
  usePush('storage-changed', () => void client.invalidateQueries({ queryKey: ['Storage'] }));
  return isPreview && isHidden && <Navigate to="/my-photos/photos" replace />;
}
