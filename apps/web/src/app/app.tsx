import {
  type ButtonProps,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  MantineProvider,
  type MantineTheme,
} from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { useStore } from 'zustand';
import { PageFailure } from '#/features/frame/shell/index.ts';
import { SettingsContext } from '#/shared/configuration.tsx';
import { PushContext } from '#/shared/push.ts';
import { SessionContext } from '#/shared/session.ts';
import { Toasts } from '#/shared/ui/toasts.tsx';
import { routeTree } from '../routeTree.gen.ts';
import { bootStore, type Environment } from './boot.ts';
import { BootFailure, BootLoader, CookieBlocked } from './boot-screens.tsx';
import { preparePage } from './prepare-page.ts';
import { PushInvalidation } from './push-tags.ts';
import { createQueryClient } from './query-client.ts';
import { SignInOverPage } from './session/sign-in-over-page.tsx';

const queryClient = createQueryClient();

/** The app's router; it preloads pages when a link to them is hovered. */
const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: PageFailure,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Mantine only needs the name: the shades come from tokens.css, where the channel's colour is known. */
const accent: MantineColorsTuple = Array(10).fill('var(--accent)') as unknown as MantineColorsTuple;

/** Quiet surfaces and a single accent: small radii, one font, a pointer cursor over everything clickable. */
const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  fontFamily: 'var(--mantine-font-family)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    if (input.color === 'red' && input.variant === 'filled') {
      return { ...colors, background: 'var(--danger)', hover: 'var(--danger)', color: 'var(--paper)' };
    }
    if (input.color === 'red' && input.variant === 'outline') {
      return { ...colors, color: 'var(--danger)', border: '1px solid var(--danger)' };
    }
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-accent)' } : colors;
  },
  components: {
    Button: {
      classNames: (_: MantineTheme, { color, variant }: ButtonProps) =>
        color === 'red' && variant === undefined ? { label: 'danger' } : {},
    },
  },
});

/** Loads the app's first page together with the data it shows. */
export const prepareFirstPage = ({ settings, account }: Environment, requested?: Promise<void>) =>
  preparePage({ router, client: queryClient, settings, session: account?.session, requested });

type Props = { onRetry: () => void };

/** The whole app. Mantine's run-time style tags are off, because the content security policy blocks them. */
export function App({ onRetry }: Props) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Started onRetry={onRetry} />
    </MantineProvider>
  );
}

function Started({ onRetry }: Props) {
  const { status, environment } = useStore(bootStore);
  if (status === 'Failed') return <BootFailure onRetry={onRetry} />;
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
          <PushInvalidation />
          <SignInOverPage />
          <Toasts />
        </QueryClientProvider>
      </PushContext>
    </SessionContext>
  );
}
