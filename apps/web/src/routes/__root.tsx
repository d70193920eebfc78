import { createRootRoute, type ErrorComponentProps, Outlet } from '@tanstack/react-router';
import { NotFound } from '#/features/frame/shell/not-found.tsx';
import { PageFailure } from '#/features/frame/shell/page-failure.tsx';
import { PlainFrame } from '#/features/frame/shell/plain-frame.tsx';
import { DownloadsHost } from '#/features/library/downloads/downloads-host.tsx';
import { DialogOutlet } from '#/shared/ui/dialogs.tsx';

export const Route = createRootRoute({
  component: Pages,
  notFoundComponent: () => (
    <PlainFrame>
      <NotFound />
    </PlainFrame>
  ),
  errorComponent: (props: ErrorComponentProps) => (
    <PlainFrame>
      <PageFailure {...props} />
    </PlainFrame>
  ),
});

/** Deletions and downloads go on while the customer moves between pages of either layout. */
function Pages() {
  return (
    <>
      <Outlet />
      <DownloadsHost />
      <DialogOutlet />
    </>
  );
}
