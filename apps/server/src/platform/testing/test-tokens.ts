import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createTokenVerifier } from '../auth.ts';
import { systemClock } from '../clock.ts';

const ISSUER = 'https://issuer.example/oidc';
const AUDIENCE = 'urn:keepsake:api';

/** A test issuer: real keys, real tokens, and the real verifier that trusts them. */
export async function createTestTokens() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const { verify } = createTokenVerifier({
    issuer: ISSUER,
    audience: AUDIENCE,
    keys: async () => publicKey,
    clock: systemClock,
  });
  async function tokenFor(customerId: string, claims: JWTPayload = {}): Promise<string> {
    return new SignJWT({
      email: `${customerId}@example.com`,
      name: 'Test',
      identity_type: 'consumer',
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(customerId)
      .setExpirationTime('10m')
      .sign(privateKey);
  }
  return { verifyToken: verify, tokenFor };
}
