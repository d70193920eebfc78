import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import pino from 'pino';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startSecondProvider } from '../../testing/second-provider.ts';
import { systemClock } from '../clock.ts';
import { createIntrospection } from './introspection.ts';
import { createProviderKeys } from './provider-keys.ts';
import { createMismatchReports } from './token-mismatches.ts';
import { createTokenVerifier } from './verify-tokens.ts';

type Line = { cause?: string; msg: string };
let lines: Line[] = [];
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
const running = new AsyncDisposableStack();
afterEach(() => {
  lines = [];
});

afterAll(() => running.disposeAsync());

type Started = Parameters<typeof startSecondProvider>[0];
type Settings = { otherTypes?: string[]; isIntrospected?: boolean; secret?: string };

/** Signs in at a real provider and verifies the token with a server of these settings. */
async function signIn(of: Omit<Started, 'appUrl'>, settings: Settings = {}) {
  const provider = await startSecondProvider({ appUrl: 'http://127.0.0.1:9', ...of });
  running.defer(provider.stop);
  const stored = { read: async () => null, write: async () => undefined };
  const { keys, find } = createProviderKeys({ issuer: provider.issuer, stored, log });
  const { OIDC_API_CLIENT_ID: clientId, OIDC_API_CLIENT_SECRET: clientSecret } = provider.apiSettings;
  const introspect = createIntrospection({
    findEndpoint: async () => (await find()).discovery.introspection_endpoint ?? '',
    clientId,
    clientSecret: settings.secret ?? clientSecret,
    clock: systemClock,
    log,
  });
  const { verify } = createTokenVerifier({
    issuer: provider.issuer,
    audiences: ['https://api.shop.example'],
    keys,
    clock: systemClock,
    otherTypes: settings.otherTypes,
    introspect: settings.isIntrospected ? introspect : undefined,
    reportMismatch: createMismatchReports(log),
  });
  const { tokens } = await provider.signIn(randomUUID(), {});
  return { provider, tokens, verify: () => verify(tokens.access_token), verifyAny: verify };
}

describe('access tokens of a provider [IDN-02]', () => {
  test.each(['RS256', 'ES256', 'PS256'] as const)('are accepted with keys of %s', async (algorithm) => {
    const { verify } = await signIn({ algorithm });
    expect(await verify()).toMatchObject({ identityType: 'external' });
  });

  test('of type JWT are accepted if allowed, ID tokens never', async () => {
    const { verify, verifyAny, tokens } = await signIn({ accessTokens: 'type JWT' }, { otherTypes: ['jwt'] });
    expect(await verify()).toMatchObject({ identityType: 'external' });
    await expect(verifyAny(tokens.id_token ?? '')).rejects.toMatchObject({ code: 'token-not-accepted' });
  });

  test('of type JWT are refused without a subject, and an ID token that lacks its marks as well', async () => {
    const { provider, verifyAny } = await signIn({ accessTokens: 'type JWT' }, { otherTypes: ['jwt'] });
    const exp = Math.floor(Date.now() / 1000) + 600;
    const claims = { aud: ['https://api.shop.example', 'shop-app'], exp, auth_time: exp - 600 };
    const ask = async (more: JWTPayload, typ = 'JWT') =>
      verifyAny(await provider.sign({ sub: 'anna', ...claims, ...more }, typ)).then(
        () => 'accepted',
        ({ code }) => code,
      );
    expect(await ask({ scope: 'openid' })).toBe('accepted');
    expect(await ask({ scp: ['photos'] })).toBe('accepted');
    expect(await ask({ nonce: 'x', azp: 'shop-app', name: 'Anna' })).toBe('token-not-accepted');
    expect(await ask({ scope: 'openid', at_hash: 'x' })).toBe('token-not-accepted');
    for (const sub of ['', ' ', ['anna'], 7, { id: 'anna' }])
      for (const typ of ['JWT', 'at+jwt'])
        expect(await ask({ client_id: 'shop-app', sub: sub as string }, typ)).toBe('unauthenticated');
  });

  test('that are opaque are introspected, and not again for a while', async () => {
    const { provider, verify, verifyAny } = await signIn(
      { accessTokens: 'opaque' },
      { isIntrospected: true },
    );
    const first = await verify();
    provider.setAway(true);
    expect(await verify()).toEqual(first);
    await expect(verifyAny('another')).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'retry-after': '5' },
    });
    provider.setAway(false);
    await expect(verifyAny('another')).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('that cannot be introspected because of a wrong secret are our fault, and the failure that is logged says so', async () => {
    const { verify } = await signIn({ accessTokens: 'opaque' }, { isIntrospected: true, secret: 'wrong' });
    await expect(verify()).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: expect.stringContaining('refuses OIDC_API_CLIENT_ID') },
    });
  });

  test.each([
    ['OPAQUE_TOKEN', { accessTokens: 'opaque' }],
    ['TOKEN_TYPE', { accessTokens: 'type JWT' }],
    ['TOKEN_AUDIENCE', { audience: 'https://other.example' }],
  ] as const)('that do not match are logged once: %s', async (cause, of) => {
    const { verify } = await signIn(of);
    for (let call = 0; call < 3; call++)
      await expect(verify()).rejects.toMatchObject({ code: 'token-not-accepted', status: 401 });
    const notified = lines.filter((line) => line.cause);
    expect(notified).toHaveLength(1);
    expect(notified[0]).toMatchObject({ cause });
    expect(JSON.stringify(notified)).not.toMatch(/eyJ/);
  });

  test('of another issuer do not fetch its keys', async () => {
    const { verifyAny } = await signIn({});
    const { tokens } = await signIn({});
    await expect(verifyAny(tokens.access_token)).rejects.toMatchObject({ code: 'token-not-accepted' });
    expect(lines.at(-1)).toMatchObject({ cause: 'TOKEN_ISSUER', audience: 'https://api.shop.example' });
  });
});
