import type { AppConfiguration, PublicChannel } from '@keepsake/contracts/frame/configuration';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { connectApi } from '#/shared/api/call.ts';
import { SettingsContext } from '#/shared/configuration.tsx';
import { type PushClient, PushContext } from '#/shared/push.ts';
import { type Identity, type Session, SessionContext, type SessionState } from '#/shared/session.ts';
import { Toasts } from '#/shared/ui/toasts.tsx';
import texts from '../../locales/en-GB.json' with { type: 'json' };
import { routeTree } from '../routeTree.gen.ts';
import { preparePage } from './prepare-page.ts';
import { PushInvalidation } from './push-tags.ts';
import { createQueryClient } from './query-client.ts';
import { createWaiting } from './session/create-session.ts';
import { SignInOverPage } from './session/sign-in-over-page.tsx';

const id = (at: number) => `0190a5a5-0000-7000-8000-${String(at).padStart(12, '0')}`;

export const customer = {
  customerId: customerIdSchema.parse(id(1)),
  email: 'anna@example.com',
  name: 'Anna Berger',
  channel: 'pennyfern',
  registrationDate: '2026-01-01T00:00:00Z',
  accountDeleted: false,
  changed: false,
  callbackUrl: null,
  callbackFormat: null,
  isB2b: false,
  b2bStatus: null,
  b2bMissing: [],
  birthday: null,
  phoneNumber: null,
  mailLocale: 'en-GB',
};

/** A page of photos without pictures. */
export const photoPage = (count: number) => ({
  cursor: null,
  images: Array.from({ length: count }, (_, at) => ({
    imageId: id(at + 100),
    uploadId: id(at + 200),
    localFileName: 'a.jpg',
    url: '/media/a',
    untouchedUrl: '/media/b',
    created: '2026-01-01T00:00:00Z',
    thumbnails: [],
    thumbnailState: 'loading',
  })),
});

export const channel: PublicChannel = {
  id: 'pennyfern',
  name: 'Pennyfern',
  country: 'GB',
  locale: 'en-GB',
  direction: 'ltr',
  currency: 'GBP',
  timeZone: 'Europe/London',
  vendor: 'pennyfern-gb',
  accent: { light: '#1f6b52', dark: '#62c9a2' },
  logoUrl: '/channels/pennyfern/logo.svg',
  logoDarkUrl: '/channels/pennyfern/logo-dark.svg',
  faviconUrl: '/channels/pennyfern/icon.svg',
  storageMonths: 18,
  legalLinks: [{ label: 'Terms', url: '/legal/pennyfern/terms' }],
  faqUrl: '/help/faq',
  customerCareUrl: '/help/contact',
  productsUrl: '/help/products',
};

export const configuration: AppConfiguration = {
  services: { ...SERVICE_PATHS },
  identity: { authority: '/oidc', clientId: 'web', scope: 'openid', renewal: 'session' },
  channel: 'pennyfern',
  channels: ['pennyfern'],
  languages: ['en-GB', 'de-AT'],
  featureFlags: {},
  uploadUrl: null,
  editorUrl: null,
  errorReportingUrl: null,
  consent: null,
};

const consumer: Identity = {
  sub: customer.customerId,
  email: 'anna@example.com',
  name: 'Anna Berger',
  identityType: 'consumer',
  b2bAuthenticationMethod: null,
};
const notAccepted = new ApiProblem({
  status: 401,
  url: '/',
  code: 'token-not-accepted',
  correlationId: '0123456789abcdef',
  endpoint: 'getCustomer',
});

function stateOf(status: SessionState['status'], identity: Identity): SessionState {
  if (status === 'unreachable') return { status, wasSignedIn: false };
  if (status === 'not-accepted') return { status, problem: notAccepted };
  return status === 'signed-in' || status === 'expired' ? { status, identity } : { status };
}

/** A session in the given state, of a consumer or a business customer, whose calls can be observed. */
export function fakeSession(status: SessionState['status'], { isBusiness = false } = {}) {
  const b2bAuthenticationMethod = isBusiness ? 'password' : null;
  const identity = { ...consumer, b2bAuthenticationMethod };
  const store = createStore<SessionState>(() => stateOf(status, identity));
  return {
    store,
    set: (next: SessionState['status']) => store.setState(stateOf(next, identity), true),
    start: vi.fn(async () => {}),
    signIn: vi.fn(async () => {}),
    signInOver: vi.fn(async () => true),
    addPasskey: vi.fn(async () => undefined),
    completeSignIn: vi.fn(async (): Promise<string | null> => '/'),
    signOut: vi.fn(async () => {}),
    signedOutCustomer: vi.fn((): string | null => null),
    takeNext: vi.fn((): string | null => null),
    forget: vi.fn(async () => {}),
    notAccepted: vi.fn(() => false as const),
    renew: vi.fn(async () => 'ended' as const),
    expire: vi.fn(),
    accessToken: async () => 'token',
    idToken: async () => null,
    ...createWaiting(),
    onToken: () => () => {},
  } satisfies Session & { set: unknown };
}

/** `date`: what the server's clock shows; absent: the answer does not say. */
export type Answer = { status?: number; body: unknown; date?: string };
/** Path, or method and path -> the server's answer, possibly depending on the query; all others are a 404. */
export type Answers = Record<
  string,
  /** Receives the query, the body and the Idempotency-Key. */
  Answer | ((query: URLSearchParams, sent: unknown, key: string | null) => Answer | Promise<Answer>)
>;

function answerWith(answers: Answers): void {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body: sent, headers }: RequestInit = {}) => {
    const [path = '', query] = String(url).split('?');
    const found = answers[`${method} ${path}`] ?? answers[path] ?? { status: 404, body: {} };
    const key = new Headers(headers).get(IDEMPOTENCY_HEADER);
    const requested = () => [new URLSearchParams(query), sent && JSON.parse(String(sent)), key] as const;
    const { status = 200, body, date } = typeof found === 'function' ? await found(...requested()) : found;
    return new Response(JSON.stringify(body), { status, headers: date === undefined ? {} : { date } });
  });
}

type Options = {
  path: string;
  answers: Answers;
  session?: ReturnType<typeof fakeSession>;
  flags?: Record<string, string[]>;
  push?: PushClient | null;
  editorUrl?: string | null;
  /** Account pages of a retailer's own provider; without them accounts are kept here. */
  accountPages?: AppConfiguration['identity']['accountPages'];
};

/** The whole app at a path, with a server that gives these answers. */
export async function showApp({
  path: at,
  answers,
  session = fakeSession('signed-in'),
  flags,
  push = null,
  editorUrl = null,
  accountPages,
}: Options) {
  answerWith(answers);
  window.location.href = `http://localhost:3000${at}`;
  connectApi({
    services: configuration.services,
    accessToken: session.accessToken,
    renewAccess: async () => false,
    signInAgain: session.signInAgain,
  });
  const resources = { 'en-GB': { translation: texts } };
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en-GB', resources, interpolation: { escapeValue: false } });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [at] }) });
  const identity = { ...configuration.identity, accountPages };
  const featureFlags = flags ?? { PhotoManagementTimelineViewEnabled: ['*'] };
  const settings = { configuration: { ...configuration, identity, featureFlags, editorUrl }, channel };
  const client = createQueryClient();
  // Renders without awaiting the preparation, like a page that has waited as long as it may.
  void preparePage({ router, client, settings, session });
  render(
    <MantineProvider env="test">
      <SettingsContext value={settings}>
        <SessionContext value={session}>
          <PushContext value={push}>
            <QueryClientProvider client={client}>
              <RouterProvider router={router} />
              <PushInvalidation />
              <SignInOverPage />
              <Toasts />
            </QueryClientProvider>
          </PushContext>
        </SessionContext>
      </SettingsContext>
    </MantineProvider>,
  );
  return { router, session };
}
