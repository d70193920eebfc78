import { createFileRoute, Navigate, useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { SignedInGate } from '#/features/frame/shell/index.ts';
import { useIsLibraryHidden } from '#/features/library/retention/index.ts';
import { openDropImport, PageDrop } from '#/features/library/uploads/index.ts';
import { FlaggedOutlet } from '#/shared/flags.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';

/** Pages without the menu: previews and shared albums [RTE-10, RTE-11]. */
export const Route = createFileRoute('/_full-screen')({ component: FullScreenLayout });

function FullScreenLayout() {
  return (
    <SignedInGate>
      <FlaggedOutlet otherwise={<ToRoot />} />
      <HiddenExit />
      <PageDrop onDrop={openDropImport} />
    </SignedInGate>
  );
}

/** Redirects to the root, as specified for these pages, and says why [RTE-12, RTE-13, RTE-14, RTE-15]. */
function ToRoot() {
  const { t } = useTranslation();
  const notify = useEffectEvent(() => showToast({ message: t('errors.notAvailable') }));
  useEffect(() => {
    notify();
  }, []);
  return <Navigate to="/" replace />;
}

/** Leaves for the photos page when the library becomes hidden while a photo is open, because that page explains it. */
function HiddenExit() {
  const isHidden = useIsLibraryHidden();
  const isPreview = useLocation({ select: ({ pathname }) => pathname.includes('/preview/') });
  return isPreview && isHidden && <Navigate to="/my-photos/photos" replace />;
}
