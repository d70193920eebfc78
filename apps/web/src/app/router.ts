import { createRouter } from '@tanstack/react-router';
import { NotFound } from '#/features/frame/shell/not-found.tsx';
import { PageFailure } from '#/features/frame/shell/page-failure.tsx';
import { routeTree } from '../routeTree.gen.ts';

/** The router of the app; pages load when a link to them is pointed at. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
