import { DAY_SECONDS, MINUTE_SECONDS } from '@keepsake/contracts/platform/limits';
import { retryDelay } from '#/shared/api/retry.ts';
import type { Session } from '#/shared/session.ts';
import { secondsLeft, type TokenStore } from './token-store.ts';

/**
 * Renews the token before it expires, after sleep, and when the network returns. If the provider does not answer, it retries
 * with growing delays and the session stays.
 */
export function keepFresh(tokens: Pick<TokenStore, 'read'>, session: Pick<Session, 'renew' | 'store'>): void {
  let failures = 0;
  let dueAt = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function renewIn(milliseconds: number): void {
    clearTimeout(timer);
    dueAt = Date.now() + milliseconds;
    timer = setTimeout(renewNow, milliseconds);
  }

  async function renewNow(): Promise<void> {
    clearTimeout(timer);
    if (session.store.getState().status !== 'signed-in') return;
    const outcome = await session.renew();
    failures = outcome === 'unreachable' ? failures + 1 : 0;
    if (failures > 0) renewIn(retryDelay(failures));
  }

  /** Timers stop while the computer sleeps or the browser suspends the tab. */
  function renewIfDue(): void {
    const isDue = failures > 0 || Date.now() >= dueAt;
    if (isDue && document.visibilityState === 'visible') void renewNow();
  }

  /** The store changes with every new token, including one found after a reload. */
  session.store.subscribe(({ status }) => {
    const stored = status === 'signed-in' ? tokens.read() : null;
    const left = stored ? secondsLeft(stored) : undefined;
    if (left !== undefined) renewIn(secondsUntilRenewal(left) * 1_000);
  });
  document.addEventListener('visibilitychange', renewIfDue);
  window.addEventListener('online', renewIfDue);
}

/** How long before its expiry a token is renewed, in seconds. */
const EARLY_S = MINUTE_SECONDS;
/** Timers cannot wait longer than 24 days, and a token should not live longer than a day anyway. */
const LONGEST_S = DAY_SECONDS;

/** Seconds until a token that expires in `expiresIn` seconds is renewed: a minute early, or halfway through a short lifetime. */
export function secondsUntilRenewal(expiresIn: number): number {
  return Math.min(Math.max(expiresIn - EARLY_S, expiresIn / 2, 1), LONGEST_S);
}
