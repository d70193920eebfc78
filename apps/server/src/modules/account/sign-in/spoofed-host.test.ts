import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIdentity, startSignIn, type TestIdentity } from './identity.fixture.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const spoofed = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };

/** Sends the given Host header, which fetch would replace. */
function ask(address: string): Promise<{ headers: Record<string, unknown>; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { headers: { ...spoofed, accept: 'text/html' } }, async (answer) => {
      const chunks = await Array.fromAsync(answer);
      resolve({ headers: answer.headers, body: Buffer.concat(chunks as Buffer[]).toString() });
    });
    sent.on('error', reject).end();
  });
}

test.each([
  '/oidc/.well-known/openid-configuration',
  '/identity/interaction/none',
  '/oidc/session/end',
  '/oidc/nothing',
])('a spoofed host appears nowhere in the answer of %s', async (path) => {
  const { headers, body } = await ask(identity.publicUrl + path);
  expect(JSON.stringify(headers) + body).not.toContain('evil.example');
});

test('a sign-in started with a spoofed host continues at our own address', async () => {
  const { headers } = await ask((await startSignIn(identity)).url);
  expect(headers.location).toMatch(/^\/identity\/interaction\//);
  expect(JSON.stringify(headers)).not.toContain('evil.example');
});
