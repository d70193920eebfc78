import { createRootRoute, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CookieConsent } from '#/features/frame/cookies/index.ts';
import { PageFailure } from '#/features/frame/shell/index.ts';
import { ArchivesInProgress } from '#/features/library/downloads/index.ts';
import { useClearSelectionsOnLeave } from '#/features/library/photo-grid/index.ts';
import { HiddenNotice } from '#/features/library/state/index.ts';
import { isLibraryHidden } from '#/shared/api/api-problem.ts';
import { useIsSignedIn } from '#/shared/session.ts';
import { BeforeLeaving } from '#/shared/ui/before-leaving.tsx';
import { closeAllDialogs, DialogOutlet } from '#/shared/ui/define-dialog.tsx';
import { InsteadOfFailure } from '#/shared/ui/error-state.tsx';

export const Route = createRootRoute({
  component: Pages,
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
    <InsteadOfFailure value={explain}>
      <CookieConsent />
      <Outlet />
      <ArchivesInProgress />
      {isSignedIn && <DialogOutlet />}
      <BeforeLeaving />
    </InsteadOfFailure>
  );
}

/** Trying again would not bring a hidden library back. */
const explain = (error: unknown) => (isLibraryHidden(error) ? <HiddenNotice /> : null);
