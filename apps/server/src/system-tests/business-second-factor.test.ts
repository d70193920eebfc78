import type { Enrolment } from '@keepsake/contracts/account/second-factor';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { openBrowser } from '../modules/account/sign-in/browser.fixture.ts';
import { PASSWORD, signIn, startSignIn } from '../modules/account/sign-in/identity.fixture.ts';
import { freePort } from '../testing/free-port.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

let installation: Installation;
let provider: { issuer: string; publicUrl: string };
beforeAll(async () => {
  const PORT = String(await freePort());
  const publicUrl = `http://127.0.0.1:${PORT}`;
  provider = { publicUrl, issuer: `${publicUrl}/oidc` };
  const env = { PORT, PUBLIC_URL: publicUrl, BUSINESS_SECOND_FACTOR: 'required' };
  installation = await startInstallation({ identity: 'embedded', env });
});
afterAll(() => installation.stop());

async function newAccount(email: string, isBusiness: boolean) {
  const kind = isBusiness
    ? ({ identityType: 'business', b2bAuthenticationMethod: 'password' } as const)
    : ({ identityType: 'consumer' } as const);
  const rest = { name: 'Studio', password: PASSWORD, channel: 'pennyfern', locale: 'en-GB' } as const;
  const account = await installation.nodes[0]?.identity?.createAccount({ email, ...kind, ...rest });
  const path = `/api/identity/v2/identities/${kind.identityType}/${account?.id}/second-factor`;
  const call = async (token: string, method: string, address: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(provider.publicUrl + address, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : null };
  };
  return { path, call };
}
const ME = '/api/customers/customers/me';

test('a business customer who signed in by password alone is only offered a second step', async () => {
  const { path, call } = await newAccount('studio@example.com', true);
  const first = await signIn(provider, openBrowser(provider.publicUrl), 'studio@example.com');
  const token = first.tokens.access_token;
  for (const address of [ME, '/api/photo-management/users/counts', path.replace('second-factor', 'sessions')])
    expect(await call(token, 'GET', address)).toMatchObject({
      status: 403,
      body: { code: 'second-factor-required' },
    });
  expect((await call(token, 'GET', path)).body).toMatchObject({ since: null, isRequired: true });
  const { secret } = (await call(token, 'POST', `${path}/actions/begin`)).body as Enrolment;
  const code = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  expect((await call(token, 'POST', `${path}/actions/confirm`, { code: code(-1) })).status).toBe(200);
  expect((await call(token, 'GET', ME)).status).toBe(403);
  const browser = openBrowser(provider.publicUrl);
  const attempt = await startSignIn(provider);
  const second = await browser.submit(await browser.open(attempt.url), {
    email: 'studio@example.com',
    password: PASSWORD,
  });
  const tokens = await attempt.redeem(await browser.submit(second, { code: code(0) }));
  expect((await call(tokens.access_token, 'GET', ME)).status).toBe(200);
  expect((await call(tokens.access_token, 'DELETE', path)).body).toMatchObject({
    code: 'second-factor-required',
  });
});

test('consumers need none', async () => {
  const { path, call } = await newAccount('anna@example.com', false);
  const { tokens } = await signIn(provider, openBrowser(provider.publicUrl), 'anna@example.com');
  expect((await call(tokens.access_token, 'GET', ME)).status).toBe(200);
  expect((await call(tokens.access_token, 'GET', path)).body).toMatchObject({ isRequired: false });
});

test('the retailer’s own provider decides that itself', () => {
  const env = { OIDC_ISSUER: 'https://id.example', BUSINESS_SECOND_FACTOR: 'required' };
  expect(() => readConfig(env)).toThrow(
    'BUSINESS_SECOND_FACTOR=required is for the embedded identity provider',
  );
});
