import { createHash, randomBytes } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { linkFromOutbox } from './outbox.ts';

type Customer = { email: string; password: string; name: string };

/** A form of the provider's own pages, as a browser submits it. */
type Form = { origin: string; fields: Record<string, string>; headers?: Record<string, string> };

const clientId = 'keepsake-web';

/**
 * Registers a customer through the sign-in forms and the mailed link, without a page; afterwards the request context is signed
 * in at the provider. Returns what is needed to request an access token.
 */
export async function registerByForms(request: APIRequestContext, customer: Customer) {
  const origin = new URL((await request.get('/health/live')).url()).origin;
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${origin}/signed-in`;
  const started = await request.get('/oidc/auth', {
    params: {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: randomBytes(8).toString('hex'),
      nonce: randomBytes(8).toString('hex'),
    },
  });
  await send(request, `${started.url()}/register`, { origin, fields: customer, headers: fromAnywhere() });
  const link = new URL(await linkFromOutbox(request, customer.email));
  const token = link.searchParams.get('confirmation-token') ?? '';
  const fields = { 'confirmation-token': token };
  const back = await send(request, link.origin + link.pathname, { origin, fields });
  const code = new URL(back.url()).searchParams.get('code') ?? '';
  expect(code, `the way back from the provider: ${back.url()}`).not.toBe('');
  return { origin, code, verifier, redirectUri };
}

/** Headers for API calls of the customer who has just registered. */
export async function authorizationOf(
  request: APIRequestContext,
  { origin, code, verifier, redirectUri }: Awaited<ReturnType<typeof registerByForms>>,
): Promise<string> {
  const answer = await request.post(`${origin}/oidc/token`, {
    form: {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return `Bearer ${token}`;
}

/** A random network per customer, because one network may request only a few mails per hour. */
export function fromAnywhere(): Record<string, string> {
  return { 'x-forwarded-for': `10.${randomBytes(3).join('.')}` };
}

async function send(request: APIRequestContext, address: string, { origin, fields, headers }: Form) {
  const answer = await request.post(address, {
    form: fields,
    headers: { origin, 'sec-fetch-site': 'same-origin', accept: 'text/html', ...headers },
  });
  expect(answer.ok(), `${address}: ${answer.status()}`).toBe(true);
  return answer;
}
