import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useStore } from 'zustand';
import { SettingsContext } from '#/shared/configuration.tsx';
import { PushContext } from '#/shared/push.ts';
import { SessionContext } from '#/shared/session.ts';
import { Toasts } from '#/shared/ui/toasts.tsx';
import { boot, bootStore, type Grounds } from './boot/boot.ts';
import { BootFailure, BootLoader, CookieBlocked } from './boot/boot-screens.tsx';
import { createQueryClient } from './query-client.ts';
import { router } from './router.ts';
import { SessionExpired } from './session/session-expired.tsx';
import { theme } from './theme/theme.ts';

const queryClient = createQueryClient();

/** The whole app: the library's theme without its run-time style tags, which the content security policy refuses. */
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
  const { status, grounds } = useStore(bootStore);
  if (status === 'Failed') return <BootFailure onRetry={() => void boot()} />;
  if (!grounds) return <BootLoader />;
  return (
    <SettingsContext value={grounds.settings}>
      {grounds.account ? <Account {...grounds.account} /> : <CookieBlocked />}
    </SettingsContext>
  );
}

function Account({ session, push }: NonNullable<Grounds['account']>) {
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
