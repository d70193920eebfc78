import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { useStore } from 'zustand';
import { NotFound, PageFailure } from '#/features/frame/shell/page-failure.tsx';
import { SettingsContext } from '#/shared/configuration.tsx';
import { PushContext } from '#/shared/push.ts';
import { SessionContext } from '#/shared/session.ts';
import { Toasts } from '#/shared/ui/toasts.tsx';
import { routeTree } from '../routeTree.gen.ts';
import { boot, bootStore, type Environment } from './boot.ts';
import { BootFailure, BootLoader, CookieBlocked } from './boot-screens.tsx';
import { createQueryClient } from './query-client.ts';
import { SessionExpired } from './session/session-expired.tsx';
import { theme } from './theme.ts';

const queryClient = createQueryClient();

/** The router of the app; pages load when a link to them is hovered. */
const router = createRouter({
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

/** The whole app. Mantine's run-time style tags are off: the content security policy refuses them. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Started />
    </MantineProvider>
  );
}

function Started() {
  const { status, environment } = useStore(bootStore);
  if (status === 'Failed') return <BootFailure onRetry={() => void boot()} />;
  if (!environment) return <BootLoader />;
  return (
    <SettingsContext value={environment.settings}>
      {environment.account ? <Account {...environment.account} /> : <CookieBlocked />}
    </SettingsContext>
  );
}

function Account({ session, push }: NonNullable<Environment['account']>) {
  return (
    <SessionContext value={session}>
      <PushContext value={push}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <SessionExpired />
          <Toasts />
        </QueryClientProvider>
      </PushContext>
    </SessionContext>
  );
}
