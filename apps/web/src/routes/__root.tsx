import { createRootRoute, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NotFound, PageFailure } from '#/features/frame/shell/page-failure.tsx';
import { PlainFrame } from '#/features/frame/shell/shell.tsx';
import { ArchivesInProgress } from '#/features/library/downloads/download-action.tsx';
import { useClearSelectionsOnLeave } from '#/features/library/photos/selection/selections.ts';
import { useIsSignedIn } from '#/shared/session.ts';
import { closeAllDialogs, DialogOutlet } from '#/shared/ui/define-dialog.tsx';
import { CookieConsent } from './-cookie-banner.tsx';

export const Route = createRootRoute({
  component: Pages,
  notFoundComponent: () => (
    <PlainFrame>
      <NotFound />
    </PlainFrame>
  ),
  errorComponent: PageFailure,
});

/** Dialogs and downloads stay mounted when the customer navigates between layouts. */
function Pages() {
  const isSignedIn = useIsSignedIn();
  useClearSelectionsOnLeave();
  useEffect(() => {
    if (!isSignedIn) closeAllDialogs();
  }, [isSignedIn]);
  return (
    <>
      <CookieConsent />
      <Outlet />
      <ArchivesInProgress />
      {isSignedIn && <DialogOutlet />}
    </>
  );
}
