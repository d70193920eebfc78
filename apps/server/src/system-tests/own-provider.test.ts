import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { receiveMail } from '../modules/account/mailed-links/receive-mail.fixture.ts';
import type { Database } from '../platform/database/database.ts';
import { freePort } from '../testing/free-port.ts';
import { startSecondProvider } from '../testing/second-provider.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Two nodes whose customers sign in at a provider with its own names for all claims. */
let installation: Installation;
let provider: Awaited<ReturnType<typeof startSecondProvider>>;
const lines: string[] = [];

beforeAll(async () => {
  const PORT = String(await freePort());
  const appUrl = `http://127.0.0.1:${PORT}`;
  provider = await startSecondProvider({ appUrl, inAccessToken: ['https://shop.example/brand', 'sid'] });
  installation = await startInstallation({
    roles: ['all', 'web'],
    logTo: (line) => void lines.push(line),
    env: {
      ...provider.settings,
      PORT,
      PUBLIC_URL: appUrl,
      CONSENT_SCRIPTS: JSON.stringify({
        '*': { analytics: { script: 'https://stats.example/a.js', origins: [] } },
        bildersonn: { marketing: { script: 'https://ads.example/tag.js', origins: [] } },
      }),
      OIDC_CLAIMS: JSON.stringify({
        channel: {
          claim: 'https://shop.example/brand',
          values: { UK: 'pennyfern', AT: 'bildersonn', NL: 'kiekhof', FR: 'cliclune', SE: 'stundbo' },
        },
        email: 'mail',
        verified: { claim: 'mail_state', values: { confirmed: true } },
        name: 'display_name',
        language: 'lang',
        business: { claim: 'customer_group', values: { trade: 'sso' } },
      }),
    },
  });
});
afterAll(async () => {
  await installation.stop();
  await provider.stop();
});

const nodeAt = (at: number) => installation.nodes[at]?.address ?? '';
type Tokens = { access_token: string; id_token?: string | undefined };
const ask = (at: number, { access_token, id_token }: Tokens, path = '/api/customers/customers/me') =>
  fetch(nodeAt(at) + path, {
    headers: { authorization: `Bearer ${access_token}`, ...(id_token && { 'x-id-token': id_token }) },
  });
const person = (brand: string, rest: object = {}) => ({
  'https://shop.example/brand': brand,
  mail: `${randomUUID()}@example.com`,
  mail_state: 'confirmed',
  display_name: 'Anna Holm',
  ...rest,
});

async function openSocket(at: number, token: string) {
  const socket = new WebSocket(`${nodeAt(at).replace('http', 'ws')}/api/push/socket`);
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ action: 'authenticate', token }));
  expect(String((await answered)[0])).toBe('OK');
  return { socket, closed };
}
const withinASecond = (closed: Promise<number>) =>
  Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 1_000, 'still open'))]);

describe('with a provider with other names for claims [IDN-01, IDN-02, CFG-07]', () => {
  test.each([
    ['UK', 'pennyfern', 'en-GB'],
    ['AT', 'bildersonn', 'de-AT'],
    ['NL', 'kiekhof', 'nl-NL'],
    ['FR', 'cliclune', 'fr-FR'],
    ['SE', 'stundbo', 'sv-SE'],
  ])('a customer of %s gets %s, with the address of the ID token', async (brand, channel, mailLocale) => {
    const claims = person(brand);
    const { tokens } = await provider.signIn(`auth0|${randomUUID()}`, claims);
    const answer = await ask(0, tokens);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      channel,
      mailLocale,
      email: claims.mail,
      name: 'Anna Holm',
      isB2b: false,
    });
  });

  test('name and address follow at the next sign-in; an unverified address does not', async () => {
    const sub = randomUUID();
    const first = person('UK');
    await ask(0, (await provider.signIn(sub, first)).tokens);
    const second = { ...person('UK'), display_name: 'Anna Berg', mail_state: 'new' };
    const notified = await (await ask(1, (await provider.signIn(sub, second)).tokens)).json();
    expect(notified).toMatchObject({ email: first.mail, name: 'Anna Berg' });
    const third = { ...second, mail_state: 'confirmed' };
    const { tokens } = await provider.signIn(sub, third);
    expect(await (await ask(0, tokens)).json()).toMatchObject({ email: second.mail });
  });

  test('an invalid token is refused as usual [IDN-04]', async () => {
    expect((await ask(0, { access_token: 'abc' })).status).toBe(401);
  });
});

describe('what does not depend on who keeps the accounts', () => {
  const database = () => installation.nodes[0]?.connection.db as Database;
  const post = (at: number, { access_token, id_token }: Tokens, path: string, body: object = {}) =>
    fetch(`${nodeAt(at)}/api/identity/v2/identities/external/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${access_token}`,
        'x-id-token': id_token ?? '',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code;

  test.each([
    ['UK', 'pennyfern'],
    ['SE', 'stundbo'],
  ])(
    'a link with a token deletes an account of %s, for its owner and on every node [IDN-05, IDN-06, IDN-07, IDN-08]',
    async (brand, channel) => {
      const claims = person(brand);
      const sub = `auth0|${randomUUID()}`;
      const { tokens } = await provider.signIn(sub, claims);
      const stranger = await provider.signIn(`auth0|${randomUUID()}`, person(brand));
      await ask(0, stranger.tokens);
      expect((await ask(0, tokens)).status).toBe(200);
      const id = encodeURIComponent(sub);
      expect((await post(0, tokens, `${id}/deleteaccount`, { channel })).status).toBe(200);
      const { link } = await receiveMail(database(), claims.mail, /./);
      const token = new URL(link).searchParams.get('confirmation-token');
      expect(token).toMatch(/^[\w-]{43}$/);
      const confirm = `${id}/deleteaccount/${token}/actions/confirm`;
      expect((await post(1, stranger.tokens, confirm)).status).toBe(404);
      expect((await ask(1, tokens)).status).toBe(200);
      expect((await post(1, tokens, confirm)).status).toBe(204);
      for (const at of [0, 1])
        await expect.poll(async () => codeOf(await ask(at, tokens))).toBe('account-deleted');
      expect(await codeOf(await ask(0, tokens, '/api/photo-management/users/counts'))).toBe(
        'account-deleted',
      );
      expect((await ask(0, stranger.tokens)).status).toBe(200);
    },
  );

  test.each([
    ['www.pennyfern.example', 'pennyfern', 'en-GB', '/api/customers'],
    ['www.bildersonn.example', 'bildersonn', 'de-AT', '/api/customers'],
    ['www.stundbo.example', 'stundbo', 'sv-SE', 'https://tjanster.stundbo.example/api/customers'],
  ])(
    'a page at %s is that of %s in %s [CFG-01, CFG-02, CFG-03, CFG-05, CFG-06, CFG-07, CFG-08]',
    async (...row) => {
      const [host, id, locale, customers] = row;
      const read = async (url: string) =>
        (await installation.nodes[1]?.http.inject({ url, headers: { host } }))?.json();
      const { channel, identity, services } = await read('/config.json');
      expect([channel, services.customers, identity.authority]).toEqual([id, customers, provider.issuer]);
      expect(await read(`/channels/${id}.json`)).toMatchObject({ id, locale });
      expect((await read(`/locales/${locale}.json`)).session.unreachable).toEqual(expect.any(String));
    },
  );

  test.each([
    ['pennyfern', '11', '10'],
    ['bildersonn', '11', '01'],
    ['bildersonn', '10', '00'],
    ['kiekhof', '00', '00'],
  ])(
    'cookies in %s: %s is stored as %s, as far as the brand has them [COK-01, COK-02, COK-03]',
    async (channel, code, stored) => {
      const page = (await (await fetch(`${nodeAt(0)}/config.json?channel=${channel}`)).json()) as {
        consent: { revision: string } | null;
      };
      const { revision } = page.consent ?? { revision: '' };
      const answer = await fetch(`${nodeAt(1)}/api/cookie-consent?channel=${channel}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code, revision }),
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('set-cookie')).toContain(`cookieConsent=${stored}.`);
    },
  );
});

describe('back-channel logout', () => {
  test('ends calls and push on every node within a second, and nothing of another session', async () => {
    const sub = randomUUID();
    const mine = await provider.signIn(sub, person('UK'));
    const other = await provider.signIn(sub, person('UK'));
    const sockets = await Promise.all([0, 1].map((at) => openSocket(at, mine.tokens.access_token)));
    const stored = await openSocket(1, other.tokens.access_token);
    for (const at of [0, 1]) expect((await ask(at, mine.tokens)).status).toBe(200);
    await mine.signOut();
    for (const { closed } of sockets) expect(await withinASecond(closed)).toBe(4401);
    for (const at of [0, 1]) {
      expect((await ask(at, mine.tokens)).status).toBe(401);
      expect((await ask(at, other.tokens)).status).toBe(200);
    }
    expect(stored.socket.readyState).toBe(stored.socket.OPEN);
    stored.socket.terminate();
  });

  const send = (token: string, at = 0) =>
    fetch(`${nodeAt(at)}/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    });
  const now = () => Math.floor(Date.now() / 1000);
  const good = () => ({
    iat: now(),
    exp: now() + 120,
    jti: randomUUID(),
    sid: randomUUID(),
    sub: randomUUID(),
    events: { [LOGOUT_EVENT]: {} },
  });

  test('of an unknown session succeeds, once', async () => {
    const token = await provider.sign(good());
    const answer = await send(token);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const repeated = await send(token, 1);
    expect([repeated.status, await repeated.json()]).toEqual([
      400,
      { error: 'invalid_request', error_description: expect.stringContaining('used before') },
    ]);
  });

  test('of a subject ends every earlier session, and no later one', async () => {
    const sub = randomUUID();
    const before = await provider.signIn(sub, person('UK'));
    expect((await ask(1, before.tokens)).status).toBe(200);
    expect((await send(await provider.sign({ ...good(), sid: undefined, sub }))).status).toBe(200);
    await expect.poll(async () => (await ask(1, before.tokens)).status, { timeout: 1_000 }).toBe(401);
    const since = now();
    await expect.poll(now, { timeout: 3_000 }).toBeGreaterThan(since);
    expect((await ask(1, (await provider.signIn(sub, person('UK'))).tokens)).status).toBe(200);
  });

  test.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another client', { aud: 'other-app' }],
    ['no time', { iat: undefined }],
    ['a time long ago', { iat: 1_700_000_000 }],
    ['an end in the past', { exp: 1_700_000_000 }],
    ['no id', { jti: undefined }],
    ['no event', { events: undefined }],
    ['another event', { events: { 'https://shop.example/login': {} } }],
    ['an event that is no object', { events: { [LOGOUT_EVENT]: true } }],
    ['neither session nor subject', { sid: undefined, sub: undefined }],
    ['a nonce', { nonce: 'n' }],
  ])('with %s is refused', async (_what, claims) => {
    const answer = await send(await provider.sign({ ...good(), ...claims }));
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  test('with an ID token, garbage or nothing is refused', async () => {
    const { tokens } = await provider.signIn(randomUUID(), person('UK'));
    expect((await send(tokens.id_token ?? '')).status).toBe(400);
    expect((await send(await provider.sign(good(), 'at+jwt'))).status).toBe(400);
    expect((await send('x.y.z')).status).toBe(400);
    expect((await fetch(`${nodeAt(0)}/backchannel-logout`, { method: 'POST' })).status).toBe(400);
  });
});

test('signing out in the app ends its session on every node, whatever the provider says', async () => {
  const { tokens } = await provider.signIn(randomUUID(), person('UK'));
  const socket = await openSocket(1, tokens.access_token);
  const ending = await fetch(`${nodeAt(0)}/api/identity/sessions/own/actions/end`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect(ending.status).toBe(204);
  expect(await withinASecond(socket.closed)).toBe(4401);
  expect((await ask(1, tokens)).status).toBe(401);
});

test('while the provider is unreachable known keys still work', async () => {
  const { tokens } = await provider.signIn(randomUUID(), person('UK'));
  provider.setAway(true);
  for (const at of [0, 1]) expect((await ask(at, tokens)).status).toBe(200);
  provider.setAway(false);
});

test('no token and no address is logged', () => {
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('\n')).not.toMatch(/eyJ[\w-]{20}|@example\.com/);
});
