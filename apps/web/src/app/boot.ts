import { createStore } from 'zustand/vanilla';
import { connectApi } from '#/shared/api/call.ts';
import type { Settings } from '#/shared/configuration.tsx';
import { connectErrorReports, reportFailure } from '#/shared/error-reports.ts';
import { rememberQueryFlags } from '#/shared/flags.tsx';
import { isLocalStorageAvailable } from '#/shared/has-storage.ts';
import { rememberStrippedMode } from '#/shared/layout.ts';
import { takeMailedToken } from '#/shared/mailed-token.ts';
import { openWhenUsed, type PushClient } from '#/shared/push.ts';
import type { Session } from '#/shared/session.ts';
import { visitStorage } from '#/shared/surviving-storage.ts';
import { applyChannel } from './apply-channel.ts';
import { requestedChannel } from './embedded-settings.ts';
import { loadSettings, loadTexts } from './load-configuration.ts';
import { createSession } from './session/create-session.ts';
import type { Started } from './start-session.ts';

/** What every page needs; `account` is null if the browser blocks storage. */
export type Environment = { settings: Settings; account: { session: Session; push: PushClient } | null };

/** Progress of the start [CFG-04], in the specification's terms for a request. */
type BootState = {
  status: 'NotRequested' | 'InProgress' | 'Finished' | 'Failed';
  environment?: Environment;
  error?: unknown;
};

export const bootStore = createStore<BootState>(() => ({ status: 'NotRequested' }));

type Options = {
  /** What was started before the app's code arrived. */
  started?: Started | null;
  /** Called as soon as calls can be made, while the texts are loading. */
  onReady?: (environment: Environment) => void;
};

/**
 * Loads configuration, channel and texts, then creates the session, reusing whatever was started before. Can be called again
 * after a failure.
 */
export async function boot({ started = null, onReady }: Options = {}): Promise<void> {
  if (bootStore.getState().status === 'InProgress') return;
  bootStore.setState({ status: 'InProgress' }, true);
  try {
    const environment = await loadEnvironment(started);
    onReady?.(environment);
    await loadTexts(environment.settings.channel, started?.texts);
    bootStore.setState({ status: 'Finished', environment }, true);
  } catch (error) {
    reportFailure('LOAD_CONFIGURATION', error);
    bootStore.setState({ status: 'Failed', error }, true);
  }
}

async function loadEnvironment(started: Started | null): Promise<Environment> {
  const hasStorage = isLocalStorageAvailable();
  const visit = hasStorage ? visitStorage : null;
  takeMailedToken(visit);
  const settings = started?.settings ?? (await loadSettings(requestedChannel(window.location.search, visit)));
  connectErrorReports(settings.configuration.errorReportingUrl);
  applyChannel(settings.channel);
  if (visit) {
    rememberQueryFlags(window.location.search, visit);
    rememberStrippedMode(window.location.search, visit);
  }
  return { settings, account: hasStorage ? openAccount(settings, started?.session) : null };
}

function openAccount({ configuration }: Settings, opened?: Session) {
  const session = opened ?? createSession(configuration);
  connectApi({
    services: configuration.services,
    accessToken: session.accessToken,
    renewAccess: async () => (await session.renew()) === 'renewed',
    signInAgain: session.signInAgain,
    idToken: session.idToken,
    notAccepted: session.notAccepted,
    expire: session.expire,
  });
  // Looks for a session while the texts load; the page that completes a sign-in creates its own.
  if (!opened && window.location.pathname !== '/signed-in') void session.start();
  const push = openWhenUsed(async () => {
    const { openPushClient } = await import('#/shared/push-client.ts');
    return openPushClient(configuration.services.push ?? '/api/push', session);
  });
  return { session, push };
}
