import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';
import type { Database } from '../../../../platform/database/database.ts';
import { readSecret } from '../../../../platform/secrets.ts';

export const SIGNING_ALGORITHM = 'ES256';

export type SigningKeys = {
  /** With private parts, the signing key first. */
  jwks: JSONWebKeySet;
  /** For createTokenVerifier: the public parts. */
  verificationKeys: JWTVerifyGetKey;
};

/**
 * The keys that sign tokens, created once per installation and stored as the secret `oidc-jwks`. To rotate them without
 * signing anybody out: append a new key and restart all nodes; move it to the front and restart; ten minutes later, when
 * the last token of the old key has expired, remove that key and restart.
 */
export async function readSigningKeys(db: Database): Promise<SigningKeys> {
  const jwks = JSON.parse(await readSecret(db, 'oidc-jwks', makeKeys)) as JSONWebKeySet;
  return { jwks, verificationKeys: createLocalJWKSet({ keys: jwks.keys.map(publicPartOf) }) };
}

async function makeKeys(): Promise<string> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return JSON.stringify({ keys: [{ ...jwk, kid, alg: SIGNING_ALGORITHM, use: 'sig' }] });
}

function publicPartOf({ d: _, ...jwk }: JWK): JWK {
  return jwk;
}
