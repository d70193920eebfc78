// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSession, identityOf } from './create-session.ts';
import { configurationWith, ORIGIN, startProvider } from './provider.fixture.ts';

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

/** Records the addresses to which the page navigates. */
function watchAddresses(): string[] {
  const led: string[] = [];
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void led.push(String(url)));
  return led;
}

/** Records the addresses with which the page replaces itself. */
function watchReplaced(): string[] {
  const led: string[] = [];
  vi.spyOn(window.location, 'replace').mockImplementation((url) => void led.push(String(url)));
  return led;
}

/** Fakes popups, which the provider redirects back immediately. */
function openWindows() {
  const close = vi.fn();
  vi.spyOn(window, 'open').mockImplementation(() => {
    const replace = (url: string) => {
      const data = { source: 'keepsake.sign-in', url: provider.lead(url) };
      window.dispatchEvent(new MessageEvent('message', { data, origin: ORIGIN }));
    };
    return { closed: false, close, location: { replace } } as unknown as Window;
  });
  return { close };
}

test('creating a session without a configuration fails [ERR-08]', () => {
  expect(() => createSession(undefined)).toThrow('Config should be loaded before authentication');
});

test('the ID token contains e-mail, subject, identity type and B2B authentication method [IDN-02]', () => {
  const claims = { sub: 'customer-1', email: 'anna@example.com', identity_type: 'consumer' };
  expect(identityOf({ ...claims, name: 'Anna', b2b_authentication_method: 'sso' })).toEqual({
    sub: 'customer-1',
    email: 'anna@example.com',
    name: 'Anna',
    identityType: 'consumer',
    b2bAuthenticationMethod: 'sso',
  });
});

test('a session at the provider is found silently, and nothing of it is stored', async () => {
  const session = open();
  await session.start();
  expect(session.store.getState()).toMatchObject({ status: 'signed-in', identity: { sub: 'customer-1' } });
  expect(await session.accessToken()).toMatch(/^token-/);
  expect(Object.fromEntries(provider.requested[0] ?? [])).toMatchObject({
    prompt: 'none',
    client_id: 'web',
    redirect_uri: `${ORIGIN}/silent-renew`,
    response_type: 'code',
    scope: 'openid',
    code_challenge_method: 'S256',
    channel: 'pennyfern',
  });
  expect([...Object.keys(window.localStorage), ...Object.keys(window.sessionStorage)]).toEqual([]);
});

test.each([
  ['login_required', 'signed-out'],
  ['invalid_grant', 'signed-out'],
  ['server_error', 'unreachable'],
  ['temporarily_unavailable', 'unreachable'],
])('a first answer of %s means %s', async (error, status) => {
  provider.refusal = error;
  const session = open();
  await session.start();
  expect(session.store.getState().status).toBe(status);
});

const STORED = `keepsake.user.user:${ORIGIN}/oidc:web`;
/** Stores tokens as the page does across a reload. */
const keep = (secondsLeft: number, rest: object = {}) =>
  window.sessionStorage.setItem(
    STORED,
    JSON.stringify({
      access_token: 'kept',
      token_type: 'Bearer',
      profile: { sub: 'customer-1' },
      expires_at: Math.floor(Date.now() / 1_000) + secondsLeft,
      ...rest,
    }),
  );

test('only a customer who was signed in here is told so while the provider is down', async () => {
  provider.refusal = 'server_error';
  const visitor = open({ renewal: 'refresh' });
  await visitor.start();
  expect(visitor.store.getState()).toEqual({ status: 'unreachable', wasSignedIn: false });
  keep(-1);
  const customer = open({ renewal: 'refresh' });
  await customer.start();
  expect(customer.store.getState()).toEqual({ status: 'unreachable', wasSignedIn: true });
});

test('with refresh tokens, a reload finds the tokens again and renews an expired one [IDN-04]', async () => {
  keep(300);
  const reloaded = open({ renewal: 'refresh' });
  await reloaded.start();
  expect(await reloaded.accessToken()).toBe('kept');
  expect(provider.spent).toEqual([]);
  keep(-1, { refresh_token: 'kept too' });
  const late = open({ renewal: 'refresh' });
  await late.start();
  expect(await late.accessToken()).toMatch(/^token-/);
  expect(JSON.parse(window.sessionStorage.getItem(STORED) ?? '')).toMatchObject({
    access_token: await late.accessToken(),
    refresh_token: expect.stringMatching(/^refresh-/),
  });
});

test.each(['{"access_token":', 'null', '{"access_token":"kept","profile":null}'])(
  'damaged tokens such as %s count as none, and are removed',
  async (damaged) => {
    window.sessionStorage.setItem(STORED, damaged);
    provider.refusal = 'login_required';
    const reloaded = open({ renewal: 'refresh' });
    await reloaded.start();
    expect(reloaded.store.getState().status).toBe('signed-out');
    expect(window.sessionStorage.getItem(STORED)).toBeNull();
  },
);

test('a provider that is down does not end a session', async () => {
  const session = open();
  await session.start();
  provider.instead['/oidc/token'] = () => new Response('', { status: 500 });
  expect(await session.renew()).toBe('unreachable');
  expect(session.store.getState().status).toBe('signed-in');
});

test('an ended session offers sign-in over the page and continues with the same customer [IDN-04]', async () => {
  const session = open();
  await session.start();
  provider.refusal = 'login_required';
  expect(await session.renew()).toBe('ended');
  expect(session.store.getState()).toMatchObject({ status: 'expired', identity: { sub: 'customer-1' } });
  provider.refusal = null;
  const { close } = openWindows();
  const before = await session.accessToken();
  expect(await session.signInOver()).toBe(true);
  expect(session.store.getState().status).toBe('signed-in');
  expect(await session.accessToken()).not.toBe(before);
  expect(close).toHaveBeenCalled();
  expect(provider.requested.at(-1)?.get('display')).toBe('popup');
});

test('a session that now belongs to another customer has ended [IDN-04]', async () => {
  const session = open();
  await session.start();
  provider.claims = { sub: 'customer-2' };
  expect(await session.renew()).toBe('ended');
  expect(session.store.getState()).toMatchObject({ status: 'expired', identity: { sub: 'customer-1' } });
});

test('another customer does not see what was on the page, and none of its work becomes theirs [IDN-04]', async () => {
  const session = open();
  await session.start();
  provider.claims = { sub: 'customer-2' };
  openWindows();
  const led = watchReplaced();
  const onToken = vi.fn();
  session.onToken(onToken);
  expect(await session.signInOver()).toBe(false);
  expect(led).toEqual(['/']);
  expect(onToken).not.toHaveBeenCalled();
  expect(await session.accessToken()).toBeNull();
  expect(document.body.hidden).toBe(true);
});

test('a popup that is blocked or closed is reported', async () => {
  const session = open();
  vi.spyOn(window, 'open').mockReturnValue(null);
  await expect(session.signInOver()).rejects.toThrow('opened no window');
  const replace = vi.fn();
  vi.spyOn(window, 'open').mockReturnValue({ closed: true, close() {}, location: { replace } } as never);
  await expect(session.signInOver()).rejects.toThrow('The window was closed');
});

test('whoever stays when the browser asks can go on, as with a new passkey', async () => {
  const session = open();
  await session.start();
  const stay = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', stay);
  vi.spyOn(window.location, 'assign').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  });
  await session.addPasskey('/settings');
  window.removeEventListener('beforeunload', stay);
});

test('a token of a rejected kind is not renewed', async () => {
  const session = open();
  await session.start();
  session.notAccepted({} as Parameters<typeof session.notAccepted>[0]);
  expect(await session.renew()).toBe('ended');
  expect(provider.requested).toHaveLength(1);
  expect(session.store.getState().status).toBe('not-accepted');
});

test('calls that encounter an expired token at the same time renew it once', async () => {
  const session = open();
  await session.start();
  await Promise.all([session.renew(), session.renew(), session.renew()]);
  expect(provider.requested).toHaveLength(2);
});

test('calls that need a more recent sign-in wait for the same one [IDN-11]', async () => {
  const session = open();
  const answers = Promise.all([session.signInAgain(), session.signInAgain()]);
  expect(session.waiting.getState().isForSignIn).toBe(true);
  session.endWaiting(true);
  expect(await answers).toEqual([true, true]);
  const declined = session.signInAgain();
  session.endWaiting(false);
  expect(await declined).toBe(false);
  expect(session.waiting.getState().isForSignIn).toBe(false);
});

test('a more recent sign-in asks the provider for the same customer’s password', async () => {
  const session = open();
  await session.start();
  openWindows();
  expect(await session.signInOver({ isAnew: true })).toBe(true);
  expect(Object.fromEntries(provider.requested.at(-1) ?? [])).toMatchObject({
    max_age: '0',
    login_hint: 'anna@example.com',
  });
});

test('additional parameters for a retailer’s own provider are sent with every request and replace nothing', async () => {
  const session = open({ parameters: { audience: 'https://api.example', prompt: 'consent' } });
  await session.start();
  const led = watchAddresses();
  void session.signIn('/', { isNew: true });
  await vi.waitFor(() => expect(led).toHaveLength(1));
  const requested = { audience: 'https://api.example', channel: 'pennyfern' };
  expect(Object.fromEntries(provider.requested[0] ?? [])).toMatchObject({ ...requested, prompt: 'none' });
  expect(Object.fromEntries(new URL(led[0] ?? '').searchParams)).toMatchObject({
    ...requested,
    prompt: 'consent',
    screen_hint: 'signup',
  });
});

test('a passkey is requested for the signed-in customer', async () => {
  const session = open();
  await session.start();
  const led = watchAddresses();
  void session.addPasskey('/settings');
  await vi.waitFor(() => expect(led).toHaveLength(1));
  expect(Object.fromEntries(new URL(led[0] ?? '').searchParams)).toMatchObject({
    prompt: 'create_passkey',
    login_hint: 'anna@example.com',
    id_token_hint: expect.stringMatching(/\.unsigned$/),
  });
});
