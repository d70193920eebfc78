// @vitest-environment happy-dom
import {
  ErrorResponse,
  ErrorTimeout,
  InMemoryWebStorage,
  type OidcMetadata,
  User,
  UserManager,
  WebStorageStateStore,
} from 'oidc-client-ts';
import { expect, test, vi } from 'vitest';
import { createRenewal } from './renewal.ts';

const userWith = (name: string, sub = 'customer-1') =>
  new User({
    access_token: `access ${name}`,
    refresh_token: `refresh ${name}`,
    expires_at: Date.now() / 1_000 + 600,
    token_type: 'Bearer',
    profile: { sub, iss: 'i', aud: 'a', exp: 0, iat: 0 },
  });

/** Stores what the provider gave, as the library does. */
async function settle(manager: UserManager, user: User): Promise<User> {
  await manager.storeUser(user);
  return user;
}

/** A tab with a token of its own storage, as a browser gives it to a duplicated tab. */
async function openTab(token: string, metadata: Partial<OidcMetadata> = {}): Promise<UserManager> {
  const manager = new UserManager({
    authority: 'http://localhost:3000/oidc',
    client_id: 'web',
    redirect_uri: 'http://localhost:3000/signed-in',
    metadata,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  });
  await manager.storeUser(userWith(token));
  return manager;
}

test('[IDN-04] a duplicated tab whose token the other one has spent takes over what that one got', async () => {
  const [one, other] = [await openTab('1a'), await openTab('1a')];
  vi.spyOn(one, 'signinSilent').mockImplementation(async () => settle(one, userWith('1b')));
  const renewOne = createRenewal(one, 'refresh');
  const renewOther = createRenewal(other, 'refresh');
  vi.spyOn(other, 'signinSilent').mockImplementation(async () => {
    await renewOne();
    throw new ErrorResponse({ error: 'invalid_grant' });
  });
  expect(await renewOther()).toBe('renewed');
  expect((await other.getUser())?.refresh_token).toBe('refresh 1b');
});

test('[IDN-04] a tab opened with a copy of a token asks the others before it spends it', async () => {
  const [one, late] = [await openTab('2a'), await openTab('2a')];
  vi.spyOn(one, 'signinSilent').mockImplementation(async () => settle(one, userWith('2b')));
  await createRenewal(one, 'refresh')();
  const spend = vi.spyOn(late, 'signinSilent');
  expect(await createRenewal(late, 'refresh')()).toBe('renewed');
  expect(spend).not.toHaveBeenCalled();
  expect((await late.getUser())?.refresh_token).toBe('refresh 2b');
});

test('[IDN-04] a token of another customer is never taken over', async () => {
  const [one, other] = [await openTab('3a'), await openTab('3a')];
  vi.spyOn(one, 'signinSilent').mockImplementation(async () => settle(one, userWith('3b', 'customer-2')));
  await createRenewal(one, 'refresh')();
  vi.spyOn(other, 'signinSilent').mockRejectedValue(new ErrorResponse({ error: 'invalid_grant' }));
  expect(await createRenewal(other, 'refresh')()).toBe('ended');
  expect((await other.getUser())?.refresh_token).toBe('refresh 3a');
});

test.each([
  ['invalid_grant', 'ended'],
  ['invalid_scope', 'ended'],
  ['unauthorized_client', 'ended'],
  ['temporarily_unavailable', 'unreachable'],
  ['server_error', 'unreachable'],
])(
  '[IDN-04] of a token that no tab has spent and that is refused as %s, the session is %s',
  async (error, outcome) => {
    const tab = await openTab(`4 ${error}`);
    vi.spyOn(tab, 'signinSilent').mockRejectedValue(new ErrorResponse({ error }));
    expect(await createRenewal(tab, 'refresh')()).toBe(outcome);
  },
);

test('[IDN-04] a refresh token is spent without a scope, which an empty one is to some providers', async () => {
  const tab = await openTab('5a', { token_endpoint: 'https://id.example/token' });
  const spent: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: URLSearchParams }) => {
    spent.push(String(body));
    return Response.json({ error: 'invalid_grant' }, { status: 400 });
  });
  expect(await createRenewal(tab, 'refresh')()).toBe('ended');
  expect(spent).toEqual(['grant_type=refresh_token&refresh_token=refresh+5a&client_id=web']);
  vi.unstubAllGlobals();
});

test.each([
  ['answers', async () => new Response('{}'), 'frame-refused'],
  ['lets pages read its token endpoint alone', answerTokensAlone, 'frame-refused'],
  ['is overloaded', async () => new Response('', { status: 503 }), 'unreachable'],
  ['cannot be reached', async () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
])('a hidden frame that says nothing, of a provider that %s', async (_what, answer, outcome) => {
  vi.stubGlobal('fetch', answer);
  const tab = new UserManager({
    authority: 'https://id.example',
    client_id: 'web',
    redirect_uri: 'http://localhost:3000/signed-in',
    metadata: { issuer: 'https://id.example', token_endpoint: 'https://id.example/token' },
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  });
  vi.spyOn(tab, 'signinSilent').mockRejectedValue(new ErrorTimeout('IFrame timed out without a response'));
  expect(await createRenewal(tab, 'refresh')()).toBe(outcome);
  vi.unstubAllGlobals();
});

async function answerTokensAlone(url: string): Promise<Response> {
  if (!url.endsWith('/token')) throw new TypeError('Failed to fetch');
  return new Response('{"error":"invalid_request"}', { status: 400 });
}
