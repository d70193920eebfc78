import { createStore } from 'zustand/vanilla';
import { connectApi } from '#/shared/api/call.ts';
import type { Settings } from '#/shared/configuration.tsx';
import { connectFailureReporting, reportFailure } from '#/shared/error-reports.ts';
import { rememberQueryFlags } from '#/shared/flags.tsx';
import { rememberStrippedMode } from '#/shared/layout.ts';
import { openPushClient, type PushClient } from '#/shared/push.ts';
import type { Session } from '#/shared/session.ts';
import { isLocalStorageAvailable } from '#/shared/storage.ts';
import { createSession } from '../session/create-session.ts';
import { applyChannel } from '../theme/apply-channel.ts';
import { askedChannel } from './asked-channel.ts';
import { loadSettings } from './load-settings.ts';
import { loadTexts } from './load-texts.ts';

/** What the app stands on once it has started; no session where the browser keeps nothing. */
export type Grounds = { settings: Settings; account: { session: Session; push: PushClient } | null };

/** How far the start has come [CFG-04], in the specification's words for a request. */
type BootState = {
  status: 'NotRequested' | 'InProgress' | 'Finished' | 'Failed';
  grounds?: Grounds;
  error?: unknown;
};

export const bootStore = createStore<BootState>(() => ({ status: 'NotRequested' }));

/** Loads configuration, channel and texts, then makes the session; again after a failure. */
export async function boot(): Promise<void> {
  if (bootStore.getState().status === 'InProgress') return;
  bootStore.setState({ status: 'InProgress' }, true);
  try {
    bootStore.setState({ status: 'Finished', grounds: await layGrounds() }, true);
  } catch (error) {
    reportFailure('LOAD_CONFIGURATION', error);
    bootStore.setState({ status: 'Failed', error }, true);
  }
}

async function layGrounds(): Promise<Grounds> {
  const hasStorage = isLocalStorageAvailable();
  const visit = hasStorage ? window.sessionStorage : null;
  const settings = await loadSettings(askedChannel(window.location.search, visit));
  connectFailureReporting(settings.configuration.errorReportingUrl);
  applyChannel(settings.channel);
  if (visit) {
    rememberQueryFlags(window.location.search, visit);
    rememberStrippedMode(window.location.search, visit);
  }
  const account = hasStorage ? openAccount(settings) : null;
  // The session is looked for while the texts load; the page that finishes a sign-in makes its own.
  if (window.location.pathname !== '/signed-in') void account?.session.start();
  await loadTexts(settings.channel.locale);
  return { settings, account };
}

function openAccount({ configuration }: Settings) {
  const session = createSession(configuration);
  connectApi({
    services: configuration.services,
    accessToken: session.accessToken,
    renewAccess: async () => (await session.renew()) === 'renewed',
  });
  return { session, push: openPushClient(configuration.services.push ?? '/api/push', session) };
}
