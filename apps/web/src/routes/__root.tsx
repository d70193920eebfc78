import { createRootRoute, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CookieConsent } from '#/features/frame/cookies/index.ts';
import { PageFailure } from '#/features/frame/shell/index.ts';
import { ArchivesInProgress } from '#/features/library/downloads/index.ts';
import { useClearSelectionsOnLeave } from '#/features/library/photo-grid/index.ts';
import { HiddenNotice } from '#/features/library/state/index.ts';
import { isLibraryHidden } from '#/shared/api/api-problem.ts';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { useIsSignedIn } from '#/shared/session.ts';
import { closeAllDialogs, DialogOutlet } from '#/shared/ui/define-dialog.tsx';
import { InsteadOfFailure } from '#/shared/ui/error-state.tsx';
import { firstForm, whenIdle } from '#/shared/when-idle.ts';

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

const loadBeforeLeaving = () => import('#/shared/ui/before-leaving.tsx');

/**
 * Comes with the first form, so that nothing typed is left without a question; otherwise it is loaded once the browser is idle,
 * and until then Back leaves the page at once.
 */
const BeforeLeaving = lazyPart(() =>
  Promise.race([whenIdle(loadBeforeLeaving), firstForm.then(loadBeforeLeaving)]),
);

/** Trying again would not bring a hidden library back. */
const explain = (error: unknown) => (isLibraryHidden(error) ? <HiddenNotice /> : null);
