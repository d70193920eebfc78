import { createRootRoute, Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CookieConsent } from '#/features/frame/cookies/index.ts';
import { NotFound, PageFailure, PlainFrame } from '#/features/frame/shell/index.ts';
import { ArchivesInProgress } from '#/features/library/downloads/index.ts';
import { useClearSelectionsOnLeave } from '#/features/library/photo-grid/index.ts';
import { HiddenNotice } from '#/features/library/state/index.ts';
import { isLibraryHidden } from '#/shared/api/api-problem.ts';
import { useIsSignedIn } from '#/shared/session.ts';
import { closeAllDialogs, DialogOutlet } from '#/shared/ui/define-dialog.tsx';
import { InsteadOfFailure } from '#/shared/ui/error-state.tsx';
import { leaveTopmost, useHasLayers } from '#/shared/ui/layers.ts';

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
    <InsteadOfFailure value={explain}>
      <CookieConsent />
      <Outlet />
      <ArchivesInProgress />
      {isSignedIn && <DialogOutlet />}
      <LayersBeforeBack />
    </InsteadOfFailure>
  );
}

/** Back leaves what lies over a page, then ends a mode such as selecting, and only then leaves the page. */
function LayersBeforeBack(): null {
  const { history } = useRouter();
  const hasLayers = useHasLayers();
  useEffect(() => {
    if (!hasLayers) return;
    return history.block({
      blockerFn: ({ action }) => action === 'BACK' && leaveTopmost('back'),
      enableBeforeUnload: false,
    });
  }, [history, hasLayers]);
  return null;
}

/** Trying again would not bring a hidden library back. */
const explain = (error: unknown) => (isLibraryHidden(error) ? <HiddenNotice /> : null);
