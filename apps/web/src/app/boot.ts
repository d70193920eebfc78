import { createStore } from 'zustand/vanilla';
import { connectApi } from '#/shared/api/call.ts';
import type { Settings } from '#/shared/configuration.tsx';
import { connectErrorReports, reportFailure } from '#/shared/error-reports.ts';
import { rememberQueryFlags } from '#/shared/flags.tsx';
import { rememberStrippedMode } from '#/shared/layout.ts';
import { takeMailedToken } from '#/shared/mailed-token.ts';
import { openPushClient, type PushClient } from '#/shared/push.ts';
import type { Session } from '#/shared/session.ts';
import { isLocalStorageAvailable } from '#/shared/storage.ts';
import { applyChannel } from './apply-channel.ts';
import { loadSettings, loadTexts } from './load-configuration.ts';
import { createSession } from './session/create-session.ts';

/** What every page needs; without an account where the browser keeps nothing. */
export type Environment = { settings: Settings; account: { session: Session; push: PushClient } | null };

/** How far the start has come [CFG-04], in the specification's words for a request. */
type BootState = {
  status: 'NotRequested' | 'InProgress' | 'Finished' | 'Failed';
  environment?: Environment;
  error?: unknown;
};

export const bootStore = createStore<BootState>(() => ({ status: 'NotRequested' }));

/** Loads configuration, channel and texts, then creates the session. Can be called again after a failure. */
export async function boot(): Promise<void> {
  if (bootStore.getState().status === 'InProgress') return;
  bootStore.setState({ status: 'InProgress' }, true);
  try {
    bootStore.setState({ status: 'Finished', environment: await loadEnvironment() }, true);
  } catch (error) {
    reportFailure('LOAD_CONFIGURATION', error);
    bootStore.setState({ status: 'Failed', error }, true);
  }
}

async function loadEnvironment(): Promise<Environment> {
  const hasStorage = isLocalStorageAvailable();
  const visit = hasStorage ? window.sessionStorage : null;
  takeMailedToken(visit);
  const settings = await loadSettings(askedChannel(window.location.search, visit));
  connectErrorReports(settings.configuration.errorReportingUrl);
  applyChannel(settings.channel);
  if (visit) {
    rememberQueryFlags(window.location.search, visit);
    rememberStrippedMode(window.location.search, visit);
  }
  const account = hasStorage ? openAccount(settings) : null;
  // Looks for a session while the texts load; the page that finishes a sign-in creates its own.
  if (window.location.pathname !== '/signed-in') void account?.session.start();
  await loadTexts(settings.channel);
  return { settings, account };
}

function openAccount({ configuration }: Settings) {
  const session = createSession(configuration);
  connectApi({
    services: configuration.services,
    accessToken: session.accessToken,
    renewAccess: async () => (await session.renew()) === 'renewed',
    signInAgain: session.signInAgain,
    idToken: session.idToken,
    notAccepted: session.notAccepted,
    expire: session.expire,
  });
  return { session, push: openPushClient(configuration.services.push ?? '/api/push', session) };
}

const REMEMBERED = 'keepsake.channel';

type KeyValue = Pick<Storage, 'getItem' | 'setItem'>;

/** The channel of `?channel=`, remembered for the visit because sign-in leads away and back; null for the host's own. */
export function askedChannel(search: string, visit: KeyValue | null): string | null {
  const asked = new URLSearchParams(search).get('channel');
  if (asked !== null) visit?.setItem(REMEMBERED, asked);
  return asked ?? visit?.getItem(REMEMBERED) ?? null;
}
