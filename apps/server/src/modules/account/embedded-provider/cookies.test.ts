import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD, startIdentity } from '../sign-in/identity.fixture.ts';

const parameters = {
  client_id: 'keepsake-web',
  response_type: 'code',
  scope: 'openid',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
};

/** Cookies of the response that begins a sign-in, requested over plain HTTP as a proxy does. */
async function cookiesOf(protocol: 'http' | 'https'): Promise<string[]> {
  const { publicUrl, stop } = await startIdentity({ protocol });
  onTestFinished(stop);
  const query = new URLSearchParams({ ...parameters, redirect_uri: `${publicUrl}/signed-in` });
  const address = `${publicUrl.replace('https', 'http')}/oidc/auth?${query}`;
  const answer = await fetch(address, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  return answer.headers
    .getSetCookie()
    .filter((cookie) => /^(__Secure-)?keepsake_(interaction|resume)/.test(cookie));
}

test('cookies are signed, and unreadable for scripts and other sites', async () => {
  const cookies = await cookiesOf('http');
  expect(cookies.map((cookie) => cookie.split('=')[0]).sort()).toEqual([
    'keepsake_interaction',
    'keepsake_interaction.sig',
    'keepsake_resume',
    'keepsake_resume.sig',
  ]);
  for (const cookie of cookies) expect(cookie).toMatch(/samesite=lax; httponly/i);
});

test('behind TLS they are sent and set over TLS only', async () => {
  const cookies = await cookiesOf('https');
  expect(cookies).toHaveLength(4);
  for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-.*; secure/i);
});

test.each([
  ['http', 'keepsake_session'],
  ['https', '__Host-keepsake_session'],
] as const)('over %s the session’s cookie is called %s', async (protocol, name) => {
  const identity = await startIdentity({ protocol });
  onTestFinished(identity.stop);
  await identity.addAccount('anna@example.com');
  const cookies: string[] = [];
  /** Requests over plain HTTP, as a proxy does. */
  async function ask(address: string, init: RequestInit = {}) {
    const url = new URL(address, identity.publicUrl);
    url.protocol = 'http:';
    const headers = {
      cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
      origin: identity.publicUrl,
    };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    cookies.push(...answer.headers.getSetCookie());
    return answer.headers.get('location') ?? '';
  }
  const query = new URLSearchParams({ ...parameters, redirect_uri: `${identity.publicUrl}/signed-in` });
  const page = await ask(`/oidc/auth?${query}`);
  const form = new URLSearchParams({ email: 'anna@example.com', password: PASSWORD });
  const back = await ask(await ask(page, { method: 'POST', body: form }));
  expect(back).toContain('/signed-in?code=');
  const session = cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? '';
  expect(session).toMatch(/; path=\/;/i);
  expect(session).not.toMatch(/domain=/i);
  expect(/; secure/i.test(session)).toBe(protocol === 'https');
});

test('pages opened with a cookie are not compressed', async () => {
  const { publicUrl, stop } = await startIdentity();
  onTestFinished(stop);
  const query = new URLSearchParams({ ...parameters, redirect_uri: `${publicUrl}/signed-in` });
  const started = await fetch(`${publicUrl}/oidc/auth?${query}`, { redirect: 'manual' });
  const cookie = started.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const page = await fetch(new URL(started.headers.get('location') ?? '', publicUrl), {
    headers: { cookie, 'accept-encoding': 'gzip, br' },
  });
  expect(page.status).toBe(200);
  expect((await page.text()).length).toBeGreaterThan(1_024);
  expect(page.headers.get('content-encoding')).toBeNull();
});
