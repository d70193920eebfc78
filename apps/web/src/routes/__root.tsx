import { createRootRoute, type ErrorComponentProps, Outlet } from '@tanstack/react-router';
import { NotFound } from '#/features/shell/not-found.tsx';
import { PageFailure } from '#/features/shell/page-failure.tsx';
import { PlainFrame } from '#/features/shell/plain-frame.tsx';

export const Route = createRootRoute({
  component: Outlet,
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
