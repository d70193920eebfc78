// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withFullStorage } from '#/shared/storage.fixture.ts';
import { createSession } from './create-session.ts';
import { configurationWith, ORIGIN, startProvider } from './provider.fixture.ts';
import { safeReturnPath } from './sign-in.ts';

const reported = vi.hoisted(() => vi.fn());
vi.mock('#/shared/error-reports.ts', () => ({ reportFailure: reported }));

let provider: ReturnType<typeof startProvider>;
/** Addresses to which the page navigates. */
const led: string[] = [];

beforeEach(() => {
  window.location.href = `${ORIGIN}/`;
  window.sessionStorage.clear();
  window.localStorage.clear();
  provider = startProvider();
  reported.mockReset();
  led.length = 0;
  const lead = (url: string | URL) => void led.push(String(url));
  vi.spyOn(window.location, 'replace').mockImplementation(lead);
  vi.spyOn(window.location, 'assign').mockImplementation(lead);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = (identity: Parameters<typeof configurationWith>[0] = {}) =>
  createSession(configurationWith(identity));

/** Starts a sign-in in a tab of its own; resolves to the provider's redirect address. */
async function beginSignIn(returnTo: string): Promise<string> {
  const before = led.length;
  void open().signIn(returnTo);
  await vi.waitFor(() => expect(led).toHaveLength(before + 1));
  return provider.lead(led.at(-1) ?? '');
}

/** Completes it in the page to which the provider redirects. */
const complete = (url: string) => open().completeSignIn(url);

test('it continues to the requested page with its query [IDN-01]', async () => {
  const answer = await beginSignIn('/my-photos/photos?sort=created');
  expect(await complete(answer)).toBe('/my-photos/photos?sort=created');
  expect(window.localStorage).toHaveLength(0);
});

test('sign-ins started in several tabs, or by two presses, each reach their page [IDN-01]', async () => {
  const answers = [await beginSignIn('/orders'), await beginSignIn('/settings')];
  expect(await complete(answers[0] ?? '')).toBe('/orders');
  expect(await complete(answers[1] ?? '')).toBe('/settings');
});

test('an abandoned sign-in is removed after a quarter of an hour [IDN-01]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await beginSignIn('/orders');
  vi.setSystemTime(Date.now() + 14 * 60_000);
  await beginSignIn('/settings');
  expect(window.localStorage).toHaveLength(2);
  vi.setSystemTime(Date.now() + 2 * 60_000);
  const answer = await beginSignIn('/');
  expect(window.localStorage).toHaveLength(2);
  vi.setSystemTime(Date.now() + 60 * 60_000);
  expect(await complete(answer)).toBe('/');
  vi.useRealTimers();
});

test.each([
  ['was begun elsewhere', (answer: string) => answer.replace('state=', 'state=un')],
  ['has no state', (answer: string) => answer.replace(/state=[^&]*/, '')],
])('a sign-in that %s is silently restarted once', async (_what, spoil) => {
  const answer = spoil(await beginSignIn('/orders'));
  expect(await complete(answer)).toBeNull();
  expect(await complete(provider.lead(led[1] ?? ''))).toBe('/');
  expect(reported).not.toHaveBeenCalled();
  expect(provider.spent).toHaveLength(1);
});

test('a lost sign-in is not restarted if that could not be noted, which would be for ever [ERR-03]', async () => {
  const answer = (await beginSignIn('/orders')).replace(/state=[^&]*/, '');
  const before = led.length;
  await withFullStorage(() => expect(complete(answer)).rejects.toThrow());
  expect(led).toHaveLength(before);
  expect(reported).toHaveBeenCalledWith('AUTHENTICATION', expect.any(Error));
});

test('a sign-in whose stored request is damaged is silently restarted', async () => {
  const answer = await beginSignIn('/orders');
  for (const key of Object.keys(window.localStorage)) window.localStorage.setItem(key, '{"kind":"page"}');
  expect(await complete(answer)).toBeNull();
  expect(await complete(provider.lead(led[1] ?? ''))).toBe('/');
  expect(window.localStorage).toHaveLength(0);
});

test('a redirect address works only once: the sign-in is restarted', async () => {
  const answer = await beginSignIn('/orders');
  await complete(answer);
  expect(await complete(answer)).toBeNull();
  expect(led).toHaveLength(2);
  expect(provider.spent).toHaveLength(1);
});

test.each([
  ['a nonce of another sign-in', { nonce: 'another' }],
  ['another issuer', { iss: 'https://id.evil.example' }],
  ['another audience', { aud: 'shop' }],
  ['no subject', { sub: undefined }],
])('an ID token with %s signs nobody in', async (_what, claims) => {
  const answer = await beginSignIn('/orders');
  provider.instead['/oidc/token'] = () => Response.json(provider.tokensFor(claims));
  expect(await complete(answer)).toBeNull();
  expect(reported).toHaveBeenCalledWith('AUTHENTICATION', expect.any(Error));
});

test('an answer in the name of another provider signs nobody in', async () => {
  const answer = (await beginSignIn('/orders')).replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fid.evil.example');
  expect(await complete(answer)).toBeNull();
  expect(provider.spent).toEqual([]);
  expect(reported).toHaveBeenCalledWith('AUTHENTICATION', expect.any(Error));
});

test.each([-26, 26])('a clock that is %i hours wrong keeps nobody out', async (hours) => {
  const answer = await beginSignIn('/orders');
  const exp = Math.floor(Date.now() / 1_000) - hours * 3_600;
  const { nonce } = Object.fromEntries(new URL(led[0] ?? '').searchParams);
  provider.instead['/oidc/token'] = () =>
    Response.json(provider.tokensFor({ nonce, exp, iat: exp - 600, nbf: exp - 600 }));
  expect(await complete(answer)).toBe('/orders');
});

test('without metadata the provider’s discovery document is requested, and must be its own [CFG-02]', async () => {
  const session = () => open({ metadata: undefined });
  void session().signIn('/orders');
  await vi.waitFor(() => expect(led).toHaveLength(1));
  expect(await session().completeSignIn(provider.lead(led[0] ?? ''))).toBe('/orders');
  provider.instead['/oidc/.well-known/openid-configuration'] = () =>
    Response.json({ issuer: 'https://id.evil.example' });
  await expect(session().signIn('/orders')).rejects.toThrow('another issuer');
  for (const body of ['<html>', 'null', `{"issuer":7}`, `{"issuer":"${ORIGIN}/oidc","token_endpoint":7}`]) {
    provider.instead['/oidc/.well-known/openid-configuration'] = () => new Response(body);
    await expect(session().signIn('/orders')).rejects.toThrow('no discovery document');
  }
});

/** Starts a sign-in over the page; resolves to the address to which the provider redirects its popup. */
async function beginInPopup(): Promise<string> {
  let requested = '';
  const location = {
    replace(url: string) {
      requested = url;
    },
  };
  vi.spyOn(window, 'open').mockReturnValue({ closed: false, close() {}, location } as never);
  void open().signInOver();
  await vi.waitFor(() => expect(requested).not.toBe(''));
  return provider.lead(requested);
}

test('in the popup it passes its address to the opening page, and signs in nobody', async () => {
  const postMessage = vi.fn();
  vi.stubGlobal('opener', { postMessage });
  const answer = await beginInPopup();
  expect(await complete(answer)).toBeNull();
  expect(postMessage).toHaveBeenCalledWith({ source: 'keepsake.sign-in', url: answer }, ORIGIN);
  expect(provider.spent).toEqual([]);
});

test('in a popup whose opener is gone it closes the window, or else signs in there', async () => {
  const answer = await beginInPopup();
  vi.stubGlobal('opener', null);
  const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
  const closed = vi.spyOn(window, 'closed', 'get').mockReturnValue(true);
  expect(await complete(answer)).toBeNull();
  expect(provider.spent).toEqual([]);
  closed.mockReturnValue(false);
  expect(await complete(answer)).toBe('/');
  expect(close).toHaveBeenCalledTimes(2);
});

test('another failure is reported in the provider’s words and leads to the root, reloaded [ERR-03] [ERR-04]', async () => {
  provider.refusal = 'access_denied';
  expect(await complete(await beginSignIn('/orders'))).toBeNull();
  expect(reported).toHaveBeenCalledWith(
    'AUTHENTICATION',
    expect.objectContaining({ message: 'access_denied' }),
  );
  expect(led.at(-1)).toBe('/');
});

test('a second consecutive failure is shown instead of looping [ERR-03]', async () => {
  provider.refusal = 'access_denied';
  await complete(await beginSignIn('/orders'));
  const answer = await beginSignIn('/orders');
  const before = led.length;
  await expect(complete(answer)).rejects.toThrow('access_denied');
  expect(led).toHaveLength(before);
});

test('a page is returned to with its query and fragment', () => {
  expect(safeReturnPath('/my-photos/photos?sort=created#2024-07', ORIGIN)).toBe(
    '/my-photos/photos?sort=created#2024-07',
  );
});

test.each([
  'https://evil.example/',
  '//evil.example',
  'javascript:alert(1)',
  '/\\evil.example',
  '/signed-in?code=1',
  '/logout',
  undefined,
  7,
])('%s leads home instead', (wanted) => {
  expect(safeReturnPath(wanted, ORIGIN)).toBe('/');
});
