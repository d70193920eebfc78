import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';
import type { Secrets } from '../../../platform/secrets.ts';
import { StartupError } from '../../../platform/startup-error.ts';
import { parseStoredJson } from '../../../platform/stored-json.ts';
import { keySet } from '../../../platform/tokens/provider-keys.ts';

export const SIGNING_ALGORITHM = 'ES256';

export type SigningKeys = {
  /** Including private parts, signing key first. */
  jwks: JSONWebKeySet;
  /** For createTokenVerifier: the public parts. */
  verificationKeys: JWTVerifyGetKey;
};

const JWKS = 'oidc-jwks';

/** The keys that sign tokens, created once per installation and stored as the secret `oidc-jwks`. */
export async function readSigningKeys(secrets: Secrets): Promise<SigningKeys> {
  const jwks = parseKeys(await secrets.read(JWKS, makeKeys));
  return { jwks, verificationKeys: createLocalJWKSet({ keys: jwks.keys.map(publicPartOf) }) };
}

const parseKeys = (stored: string): JSONWebKeySet => parseStoredJson(keySet, stored, `the secret ${JWKS}`);

/** The steps of a rotation that signs nobody out; restart every node after each. */
export const ROTATION_STEPS = ['add', 'use', 'remove'] as const;
export type RotationStep = (typeof ROTATION_STEPS)[number];

/** Throws StartupError if the step does not follow from the present keys. */
export async function rotateSigningKeys(secrets: Secrets, step: RotationStep): Promise<void> {
  await secrets.change(JWKS, async (value) => {
    const { keys } = parseKeys(value);
    return JSON.stringify({ keys: await applyStep(keys, step) });
  });
}

async function applyStep(keys: readonly JWK[], step: RotationStep): Promise<JWK[]> {
  const [first, second] = keys;
  if (!first) throw new StartupError('there is no signing key: start Keepsake once.');
  if (step === 'add') {
    if (second)
      throw new StartupError('there already is a second signing key: continue with use, or remove.');
    return [first, await makeKey()];
  }
  if (!second) throw new StartupError('there is only one signing key: start with add.');
  return step === 'use' ? [second, first] : [first];
}

async function makeKeys(): Promise<string> {
  return JSON.stringify({ keys: [await makeKey()] });
}

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { ...jwk, kid, alg: SIGNING_ALGORITHM, use: 'sig' };
}

function publicPartOf({ d: _, ...jwk }: JWK): JWK {
  return jwk;
}
