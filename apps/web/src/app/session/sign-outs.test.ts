// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withFullStorage } from '#/shared/storage.fixture.ts';
import { createSession } from './create-session.ts';
import { configurationWith, metadata, ORIGIN, startProvider } from './provider.fixture.ts';

let provider: ReturnType<typeof startProvider>;
const open = (identity: Parameters<typeof configurationWith>[0] = {}) =>
  createSession(configurationWith(identity));

beforeEach(() => {
  window.location.href = `${ORIGIN}/`;
  window.sessionStorage.clear();
  window.localStorage.clear();
  document.body.hidden = false;
  provider = startProvider();
});
afterEach(() => {
  // Back on the page, whose question is asked again.
  window.dispatchEvent(new Event('pageshow'));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Records the addresses with which the page replaces itself. */
function watchReplaced(): string[] {
  const led: string[] = [];
  vi.spyOn(window.location, 'replace').mockImplementation((url) => void led.push(String(url)));
  return led;
}

test('a sign-out continues to the requested page, once, and leaves no token behind [SHL-13]', async () => {
  const session = open();
  await session.start();
  const led = watchReplaced();
  void session.signOut('/account-deleted');
  await vi.waitFor(() => expect(led).toHaveLength(1));
  const { origin, pathname, searchParams } = new URL(led[0] ?? '');
  expect(origin + pathname).toBe(metadata.end_session_endpoint);
  expect(searchParams.get('id_token_hint')).toMatch(/\.unsigned$/);
  expect(searchParams.get('post_logout_redirect_uri')).toBe(`${ORIGIN}/logout`);
  expect(searchParams.get('channel')).toBe('pennyfern');
  expect([session.takeNext(), session.takeNext()]).toEqual(['/account-deleted', null]);
  expect(await session.accessToken()).toBeNull();
});

test('a sign-out leaves without the browser’s question, which would come too late', async () => {
  const session = open();
  await session.start();
  const ask = vi.fn();
  window.addEventListener('beforeunload', ask);
  vi.spyOn(window.location, 'replace').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  });
  void session.signOut();
  await vi.waitFor(() => expect(window.location.replace).toHaveBeenCalled());
  expect(ask).not.toHaveBeenCalled();
});

test('without a connection nobody is signed out, here, elsewhere or in other tabs', async () => {
  const [session, other] = [open(), open()];
  await Promise.all([session.start(), other.start()]);
  const led = watchReplaced();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(session.signOut()).rejects.toThrow('offline');
  expect(led).toEqual([]);
  expect(await session.accessToken()).not.toBeNull();
  expect(await other.accessToken()).not.toBeNull();
  expect(session.signedOutCustomer()).toBeNull();
});

test('a tab knows whom it has signed out, until somebody signs in', async () => {
  const session = open();
  await session.start();
  watchReplaced();
  void session.signOut();
  await vi.waitFor(() => expect(session.signedOutCustomer()).toBe('customer-1'));
  const next = open();
  await next.start();
  expect(next.signedOutCustomer()).toBeNull();
});

test('a tab that can store nothing more signs out nevertheless, as do the others [SHL-13]', async () => {
  const [session, other] = [open(), open()];
  await Promise.all([session.start(), other.start()]);
  const led = watchReplaced();
  await withFullStorage(async () => {
    void session.signOut();
    await vi.waitFor(() => expect(led).toHaveLength(2));
    expect(session.signedOutCustomer()).toBe('customer-1');
  });
  expect(await session.accessToken()).toBeNull();
  expect(await other.accessToken()).toBeNull();
});

test('if the provider has no sign-out, signing out ends here [SHL-13]', async () => {
  const session = open({ metadata: { ...metadata, end_session_endpoint: undefined } });
  await session.start();
  await session.signOut('/account-deleted');
  expect(session.takeNext()).toBeNull();
  expect(session.store.getState()).toEqual({ status: 'signed-out' });
});

test('a sign-out takes the customer’s other tabs to the signed-out page, without asking and without a lookup [SHL-13]', async () => {
  const [tab, other, stranger] = [open(), open(), open()];
  await Promise.all([tab.start(), other.start()]);
  provider.claims = { sub: 'customer-2' };
  await stranger.start();
  const ask = vi.fn();
  window.addEventListener('beforeunload', ask);
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  });
  void tab.signOut();
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/logout'));
  expect(replace.mock.calls.filter(([path]) => path === '/logout')).toHaveLength(1);
  expect(ask).not.toHaveBeenCalled();
  expect(document.body.hidden).toBe(true);
  expect(await other.accessToken()).toBeNull();
  expect(other.signedOutCustomer()).toBe('customer-1');
  expect(await stranger.accessToken()).not.toBeNull();
  const requested = provider.requested.length;
  const reloaded = open();
  await reloaded.start();
  expect(reloaded.store.getState()).toEqual({ status: 'signed-out' });
  expect(provider.requested).toHaveLength(requested);
  const later = open();
  await later.start();
  expect(later.store.getState()).toMatchObject({ status: 'signed-in' });
});
