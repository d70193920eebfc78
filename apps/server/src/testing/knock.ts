import { randomUUID } from 'node:crypto';
import type { Mounted } from './note-routes.ts';
import type { Installation } from './start-installation.ts';

/** What a path below the identity provider stands for: requests that get as far as its tables. */
const authorizationAt = (origin: string) =>
  `/oidc/auth?${new URLSearchParams({
    client_id: 'keepsake-web',
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'kBPQLjAHyEXUIEEKL5AFDHcnNjSmPtdgbZKkhXGNQfs',
    code_challenge_method: 'S256',
    redirect_uri: `${origin}/signed-in`,
  })}`;
const FORM = new URLSearchParams({
  email: 'anna@example.com',
  password: 'tulips in the rain',
  client_id: 'keepsake-web',
  grant_type: 'authorization_code',
  code: 'x',
  code_verifier: 'x'.repeat(43),
  redirect_uri: 'http://localhost:3000/signed-in',
});

type Node = Pick<Installation['nodes'][number], 'address' | 'identity'>;

/** The routes that HTTP clients call. */
export const doorsOf = (mounted: readonly Mounted[]) =>
  mounted.map(({ name }) => name).filter((door) => /^(GET|POST|PUT|PATCH|DELETE) /.test(door));

export type Knocked = {
  id: string;
  door: string;
  status: number;
  headers: Headers;
};

/** Headers beside the usual ones, and another body. */
type Sent = { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> };

/** Sends a request to a route, as method and pattern, with its parameters filled in. */
export async function knock(
  { address, identity }: Node,
  door: string,
  token: string,
  sent?: Sent,
): Promise<Knocked> {
  const { origin } = new URL(identity?.issuer ?? '');
  const [method = '', pattern = ''] = door.split(' ');
  const path = pattern
    .replaceAll(/:channel\b/g, 'pennyfern')
    .replaceAll(/:\w+/g, () => randomUUID())
    .replace('/oidc/*', () => (method === 'POST' ? '/oidc/token' : authorizationAt(origin)))
    .replace('*', 'anything');
  const id = randomUUID();
  const isPage = /^\/(identity|operator|gallery|oidc)/.test(path);
  const answer = await fetch(address + path, {
    method,
    headers: {
      'x-correlationid': id,
      ...(isPage
        ? { origin, accept: 'text/html', 'sec-fetch-site': 'same-origin' }
        : { authorization: `Bearer ${token}` }),
      'content-type': isPage ? 'application/x-www-form-urlencoded' : 'application/json',
      ...sent?.headers,
    },
    body: method === 'GET' ? null : (sent?.body ?? (isPage ? String(FORM) : '{}')),
    redirect: 'manual',
  });
  await answer.arrayBuffer();
  return { id, door, status: answer.status, headers: answer.headers };
}
