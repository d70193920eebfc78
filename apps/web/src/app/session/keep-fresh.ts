import type { UserManager } from 'oidc-client-ts';
import { retryDelay } from '#/shared/retry/retry-delay.ts';
import type { Session } from '#/shared/session/session.ts';

/** Renewed this long before its end, in seconds: the library's own notice comes at the same time. */
const EARLY_S = 60;

/**
 * Renews before the token ends, after sleep and when the network is back. A provider without an answer is asked
 * again with growing pauses; the session stays.
 */
export function keepFresh(manager: UserManager, session: Pick<Session, 'renew' | 'store'>): void {
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function renewNow(): Promise<void> {
    clearTimeout(retry);
    if (session.store.getState().status !== 'signed-in') return;
    const outcome = await session.renew();
    failures = outcome === 'unreachable' ? failures + 1 : 0;
    if (failures > 0) retry = setTimeout(renewNow, retryDelay(failures, Math.random));
  }

  async function renewIfDue(): Promise<void> {
    if (document.visibilityState !== 'visible') return;
    const user = await manager.getUser();
    if (user && (user.expires_in ?? 0) <= EARLY_S) await renewNow();
  }

  manager.events.addAccessTokenExpiring(() => void renewNow());
  document.addEventListener('visibilitychange', () => void renewIfDue());
  window.addEventListener('online', () => void renewIfDue());
}
