import { createFileRoute, Navigate, useLocation } from '@tanstack/react-router';
import { SignedInGate } from '#/features/frame/shell/index.ts';
import { useIsLibraryHidden } from '#/features/library/retention/index.ts';
import { openDropImport, PageDrop } from '#/features/library/uploads/index.ts';
import { FlaggedOutlet } from '#/shared/flags.tsx';
import { lazyPart } from '#/shared/lazy-part.tsx';

/** Pages without the menu: previews and shared albums [RTE-10, RTE-11]. */
export const Route = createFileRoute('/_full-screen')({ component: FullScreenLayout });

function FullScreenLayout() {
  return (
    <SignedInGate>
      <FlaggedOutlet otherwise={<NotAvailable />} />
      <HiddenExit />
      <PageDrop onDrop={openDropImport} />
    </SignedInGate>
  );
}

const NotAvailable = lazyPart(() => import('./-not-available.tsx'));

/** Leaves for the photos page when the library becomes hidden while a photo is open, because that page explains it. */
function HiddenExit() {
  const isHidden = useIsLibraryHidden();
  const isPreview = useLocation({ select: ({ pathname }) => pathname.includes('/preview/') });
  return isPreview && isHidden && <Navigate to="/my-photos/photos" replace />;
}
