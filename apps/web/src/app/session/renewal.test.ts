// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOpenIdClient } from './openid-client.ts';
import { configurationWith, metadata, ORIGIN, startProvider } from './provider.fixture.ts';
import { createRenewal } from './renewal.ts';
import { createTokenStore, type TokenSet } from './token-store.ts';

let provider: ReturnType<typeof startProvider>;
beforeEach(() => {
  window.location.href = `${ORIGIN}/`;
  window.localStorage.clear();
  provider = startProvider();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A tab with its own copy of the tokens, as in a duplicated tab. */
function openTab(
  name?: string,
  identity: Parameters<typeof configurationWith>[0] = {},
  rest: Partial<TokenSet> = {},
) {
  const tokens = createTokenStore('tab');
  const expires_at = Date.now() / 1_000 + 600;
  const stored = { access_token: `access ${name}`, refresh_token: `refresh ${name}`, expires_at };
  if (name !== undefined) tokens.write({ ...stored, profile: { sub: 'customer-1' }, ...rest });
  const client = createOpenIdClient(configurationWith({ renewal: 'refresh', ...identity }));
  return { tokens, renew: createRenewal(client, tokens, 'refresh') };
}

test('a duplicated tab whose token the other one has used takes over the new one [IDN-04]', async () => {
  const [one, other] = [openTab('1a'), openTab('1a')];
  const requested: unknown[] = [];
  provider.instead['/oidc/token'] = async (_url, init) => {
    requested.push(init?.body);
    // The second tab is rejected, and only then learns about the new token.
    if (requested.length === 2) return Response.json({ error: 'invalid_grant' }, { status: 400 });
    return Response.json(provider.tokensFor());
  };
  expect(await Promise.all([one.renew(), other.renew()])).toEqual(['renewed', 'renewed']);
  expect(other.tokens.read()?.refresh_token).toBe(one.tokens.read()?.refresh_token);
  expect(other.tokens.read()?.refresh_token).not.toBe('refresh 1a');
});

test('a tab opened with a copy of a token asks the others before using it [IDN-04]', async () => {
  const [one, late] = [openTab('2a'), openTab('2a')];
  expect(await one.renew()).toBe('renewed');
  expect(await late.renew()).toBe('renewed');
  expect(provider.spent).toHaveLength(1);
  expect(late.tokens.read()?.refresh_token).toBe(one.tokens.read()?.refresh_token);
});

test('a token of another customer is never taken over [IDN-04]', async () => {
  const one = openTab('3a', {}, { profile: { sub: 'customer-2' } });
  const other = openTab('3a');
  provider.claims = { sub: 'customer-2' };
  expect(await one.renew()).toBe('renewed');
  provider.tokenRefusal = 'invalid_grant';
  expect(await other.renew()).toBe('ended');
  expect(other.tokens.read()?.refresh_token).toBe('refresh 3a');
});

test('messages of tabs of another release are ignored', async () => {
  const tab = openTab('3c');
  const channel = new BroadcastChannel('keepsake.session-renewal');
  for (const user of ['{"profile":', '{"profile":{"sub":"customer-1"}}', 7])
    channel.postMessage({ spent: 'refresh 3c', user });
  channel.postMessage(null);
  const [one, other] = [openTab('3d'), openTab('3d')];
  await one.renew();
  expect(await other.renew()).toBe('renewed');
  expect(tab.tokens.read()?.refresh_token).toBe('refresh 3c');
  channel.close();
});

test('tokens of another customer are not accepted for a refresh token [IDN-04]', async () => {
  const tab = openTab('3b');
  provider.claims = { sub: 'customer-2' };
  expect(await tab.renew()).toBe('unreachable');
  expect(tab.tokens.read()?.access_token).toBe('access 3b');
});

test.each([
  ['invalid_grant', 'ended'],
  ['invalid_scope', 'ended'],
  ['unauthorized_client', 'ended'],
  ['temporarily_unavailable', 'unreachable'],
  ['server_error', 'unreachable'],
])(
  'if no tab has used a token that is rejected as %s, the session is %s [IDN-04]',
  async (error, outcome) => {
    provider.tokenRefusal = error;
    expect(await openTab(`4 ${error}`).renew()).toBe(outcome);
  },
);

test.each([429, 500, 503])('a busy provider that responds with %i ends nothing [IDN-04]', async (status) => {
  provider.instead['/oidc/token'] = () => Response.json({ error: 'invalid_grant' }, { status });
  if (status === 429) provider.instead['/oidc/token'] = () => new Response('slow down', { status });
  expect(await openTab(`4 ${status}`).renew()).toBe('unreachable');
});

test('a refresh token is used without a scope, because some providers take an empty one literally [IDN-04]', async () => {
  await openTab('5a').renew();
  expect(provider.spent.map(Object.fromEntries)).toEqual([
    { grant_type: 'refresh_token', refresh_token: 'refresh 5a', client_id: 'web' },
  ]);
});

test('a provider that keeps the refresh token, and returns neither identity nor lifetime, still renews [IDN-04]', async () => {
  const { tokens, renew } = openTab('5b', {}, { id_token: 'kept' });
  provider.instead['/oidc/token'] = () => Response.json({ access_token: 'opaque', token_type: 'bearer' });
  expect(await renew()).toBe('renewed');
  expect(tokens.read()).toEqual({
    access_token: 'opaque',
    refresh_token: 'refresh 5b',
    id_token: 'kept',
    profile: { sub: 'customer-1' },
  });
});

const ELSEWHERE = 'https://id.example';
const elsewhere = {
  authority: ELSEWHERE,
  metadata: {
    ...metadata,
    authorization_endpoint: `${ELSEWHERE}/auth`,
    token_endpoint: `${ELSEWHERE}/token`,
  },
};

/** Frames shown by the page, which the test environment does not load. */
function watchFrames() {
  const shown = Promise.withResolvers<HTMLIFrameElement>();
  vi.spyOn(document.body, 'append').mockImplementation((frame) => {
    const element = frame as HTMLIFrameElement;
    vi.spyOn(element, 'remove');
    shown.resolve(element);
  });
  return { next: () => shown.promise };
}

test('a provider on another host is asked in a hidden frame, which passes its address to the page [IDN-03]', async () => {
  const { tokens, renew } = openTab(undefined, elsewhere);
  provider.instead['/token'] = (_url, init) => fetch(`${ORIGIN}/oidc/token`, init);
  const frames = watchFrames();
  const outcome = renew();
  const frame = await frames.next();
  const data = { source: 'keepsake.sign-in', url: provider.lead(frame.src) };
  const say = (origin: string, stated: object) =>
    window.dispatchEvent(new MessageEvent('message', { origin, data: stated }));
  say('https://evil.example', { ...data, url: `${ORIGIN}/silent-renew?error=login_required` });
  say(ORIGIN, { ...data, url: `${ORIGIN}/silent-renew?code=other&state=other` });
  say(ORIGIN, data);
  expect(await outcome).toBe('renewed');
  expect(tokens.read()?.profile.sub).toBe('customer-1');
  expect(frame.remove).toHaveBeenCalled();
});

test.each([
  ['answers', async () => new Response('{}'), 'frame-refused'],
  ['lets pages read its token endpoint alone', answerTokensAlone, 'frame-refused'],
  ['is overloaded', async () => new Response('', { status: 503 }), 'unreachable'],
  ['cannot be reached', async () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
])('a hidden frame without an answer, of a provider that %s', async (_what, answer, outcome) => {
  vi.stubGlobal('fetch', answer);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const frames = watchFrames();
  const renewed = openTab(undefined, elsewhere).renew();
  await frames.next();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await renewed).toBe(outcome);
});

async function answerTokensAlone(url: string): Promise<Response> {
  if (!url.endsWith('/token')) throw new TypeError('Failed to fetch');
  return new Response('{"error":"invalid_request"}', { status: 400 });
}
