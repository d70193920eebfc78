// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { RenewalOutcome, SessionState } from '#/shared/session.ts';
import { keepFresh, secondsUntilRenewal } from './keep-fresh.ts';

const identity = {
  sub: 'customer-1',
  email: '',
  name: null,
  identityType: null,
  b2bAuthenticationMethod: null,
};

/** A session with tokens of this lifetime; the provider gives `answers` first, and then renews. */
async function signIn(lifetimeS: number, answers: RenewalOutcome[] = []) {
  let endsAt = 0;
  const store = createStore<SessionState>(() => ({ status: 'starting' }));
  const takeToken = () => {
    endsAt = Date.now() + lifetimeS * 1_000;
    store.setState({ status: 'signed-in', identity }, true);
  };
  const renew = vi.fn(async (): Promise<RenewalOutcome> => {
    const answer = answers.shift() ?? 'renewed';
    if (answer === 'renewed') takeToken();
    return answer;
  });
  const stored = () => ({ access_token: 'token', profile: identity, expires_at: Math.floor(endsAt / 1_000) });
  keepFresh({ read: stored }, { store, renew });
  takeToken();
  await vi.advanceTimersByTimeAsync(0);
  return { renew, store };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  [600, 540],
  [3_600, 3_540],
  [60, 30],
  [10, 5],
  [-5, 1],
  [40 * 86_400, 86_400],
])('a token with %i seconds left is renewed after %i', (left, seconds) => {
  expect(secondsUntilRenewal(left)).toBe(seconds);
});

test('each token is renewed once, before its end', async () => {
  const { renew } = await signIn(600);
  await vi.advanceTimersByTimeAsync(539_000);
  expect(renew).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(renew).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(540_000);
  expect(renew).toHaveBeenCalledTimes(2);
});

test('a provider that is down is retried with growing delays', async () => {
  const { renew, store } = await signIn(600, ['unreachable', 'unreachable', 'unreachable']);
  await vi.advanceTimersByTimeAsync(540_000);
  expect(renew).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(renew).toHaveBeenCalledTimes(4);
  expect(store.getState().status).toBe('signed-in');
});

test('after sleep it is renewed, if due, when the tab becomes visible or the network returns', async () => {
  const { renew } = await signIn(600);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(renew).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 8 * 3_600_000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(renew).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event('online'));
  expect(renew).toHaveBeenCalledTimes(1);
});

test('a provider that was down is retried immediately when the network returns', async () => {
  const { renew } = await signIn(600, ['unreachable']);
  await vi.advanceTimersByTimeAsync(540_000);
  window.dispatchEvent(new Event('online'));
  expect(renew).toHaveBeenCalledTimes(2);
});

test('nothing is renewed after a sign-out', async () => {
  const { renew, store } = await signIn(600);
  store.setState({ status: 'expired', identity }, true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(renew).not.toHaveBeenCalled();
});
