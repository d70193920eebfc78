import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIdentity, startSignIn, type TestIdentity } from './identity.fixture.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const PARAMETERS = [
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'ui_locales',
  'login_hint',
  'code_challenge',
  'claims',
  'prompt',
  'channel',
  'response_type',
];
const TEXTS = ['\0', 'a\0b', '\ud800', '\u202e', '%', '😀'.repeat(200)];

describe('a text that the database cannot store', () => {
  test.each(PARAMETERS)(
    'is refused in the parameter %s of a sign-in, in its address and in a form',
    async (name) => {
      const { url } = await startSignIn(identity);
      for (const text of TEXTS) {
        const address = new URL(url);
        address.searchParams.set(name, text);
        const byAddress = await fetch(address, { redirect: 'manual' });
        expect(byAddress.status, JSON.stringify(text)).toBeLessThan(500);
        const form = { method: 'POST', body: address.searchParams, redirect: 'manual' } as const;
        expect(
          (await fetch(address.origin + address.pathname, form)).status,
          JSON.stringify(text),
        ).toBeLessThan(500);
      }
    },
  );

  test.each(['token', 'token/introspection', 'token/revocation', 'session/end'])(
    'is refused by the endpoint %s of the provider',
    async (endpoint) => {
      for (const name of [
        'client_id',
        'grant_type',
        'code',
        'refresh_token',
        'token',
        'id_token_hint',
        'state',
      ]) {
        const fields = {
          client_id: 'keepsake-web',
          grant_type: 'refresh_token',
          refresh_token: 'x',
          [name]: 'a\0b',
        };
        const form = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' } as const;
        const { status } = await fetch(`${identity.issuer}/${endpoint}`, form);
        expect(status, name).toBeLessThan(500);
      }
    },
  );

  test.each(['email', 'password', 'name', 'code'])(
    'is refused in the field %s of every form',
    async (field) => {
      for (const rest of ['', '/register', '/forgotten-password', '/code', '/recovery-code']) {
        const browser = identity.openBrowser();
        const page = await browser.open((await startSignIn(identity)).url);
        const address = page.url.replace(/\/$/, '') + rest;
        const fields = {
          email: 'anna@example.com',
          password: 'tulips in the rain',
          name: 'Anna',
          code: '123456',
        };
        const { status } = await browser.post(address, { ...fields, [field]: 'a\0b' });
        expect(status, rest).toBeLessThan(500);
        expect(status, rest).toBeGreaterThanOrEqual(400);
      }
    },
  );
});
