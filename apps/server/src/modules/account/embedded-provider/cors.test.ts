import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIdentity, type TestIdentity } from '../sign-in/identity.fixture.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

/** Requests tokens with a made-up code, as a page on that origin would. */
async function askForTokens(origin: string) {
  const answer = await fetch(`${identity.issuer}/token`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ client_id: 'keepsake-web', grant_type: 'authorization_code', code: 'none' }),
  });
  const { error_description } = (await answer.json()) as { error_description: string };
  return { allowed: answer.headers.get('access-control-allow-origin'), error_description };
}

test('our own pages may read the provider’s answers, on every host', async () => {
  for (const origin of [identity.publicUrl, identity.brandOrigin]) {
    const { allowed, error_description } = await askForTokens(origin);
    expect(allowed).toBe(origin);
    expect(error_description).not.toContain('not allowed');
  }
});

test.each(['https://evil.example', 'null', 'http://kiekhof.localhost'])(
  'a page of %s gets neither an answer nor permission to read one',
  async (origin) => {
    expect(await askForTokens(origin)).toEqual({
      allowed: null,
      error_description: `origin ${origin} not allowed for client: keepsake-web`,
    });
  },
);
