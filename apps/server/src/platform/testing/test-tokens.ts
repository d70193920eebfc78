import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { B2B_CLAIM } from '@keepsake/contracts/platform/start-of-page';
import { type CryptoKey, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { systemClock } from '../clock.ts';
import { createRecentSignInCheck } from '../recent-sign-in.ts';
import { STANDARD_CLAIMS } from '../tokens/claims.ts';
import { createTokenVerifier } from '../tokens/verify-tokens.ts';

const ISSUER = 'https://issuer.example/oidc';
const AUDIENCE = 'urn:keepsake:api';

/** Signs a customer's access token, with these additional claims. */
export type TokenFor = (customerId: CustomerId, claims?: JWTPayload) => Promise<string>;

type Signer = { issuer: string; key: CryptoKey | Uint8Array; kid?: string; claims?: JWTPayload };

/** Customers whose tokens claim that they are business customers. */
export const businessCustomers = new Set<string>();

/** Signs access tokens like an issuer with this key, adding these claims to each. */
export function createTokenSigner({ issuer, key, kid, claims: always = {} }: Signer): TokenFor {
  return (customerId, claims = {}) =>
    new SignJWT({ ...details(customerId), ...always, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
      .setIssuer(issuer)
      .setAudience(AUDIENCE)
      .setSubject(customerId)
      .setExpirationTime('10m')
      .sign(key);
}

/** Claims of a customer who has just signed in. */
const details = (customerId: CustomerId) => ({
  email: `${customerId}@example.com`,
  email_verified: true,
  name: 'Test',
  auth_time: Math.floor(Date.now() / 1000),
  ...(businessCustomers.has(customerId) && { [B2B_CLAIM]: 'password' }),
});

/** A test issuer: real keys, real tokens, and the real verifier that trusts them. */
export async function createTestTokens() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const provider = { issuer: ISSUER, keys: async () => publicKey, clock: systemClock };
  const claims = { identity_type: 'consumer' };
  return {
    verifyToken: createTokenVerifier({ ...provider, audiences: [AUDIENCE], claims: STANDARD_CLAIMS }).verify,
    /** For calls that nobody counts. */
    spendBudgets: async () => undefined,
    requireRecentSignIn: createRecentSignInCheck({ ...provider, clientId: 'web' }),
    tokenFor: createTokenSigner({ issuer: ISSUER, key: privateKey, claims }),
  };
}
