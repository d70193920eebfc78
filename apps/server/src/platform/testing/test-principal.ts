import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Principal } from '../auth.ts';
import { readClaims, STANDARD_CLAIMS } from '../tokens/claims.ts';

/** A caller who has just signed in, as a verified token would describe them. */
export function testPrincipal(of: Partial<Principal> & { customerId: CustomerId }): Principal {
  return {
    subjectId: of.customerId,
    email: '',
    name: '',
    identityType: 'external',
    b2bAuthenticationMethod: null,
    isBusiness: false,
    claims: readClaims({}, STANDARD_CLAIMS),
    sessionId: null,
    tokenDigest: 'digest',
    signedInAt: null,
    isMultiFactor: false,
    issuedAt: null,
    expiresAt: Number.POSITIVE_INFINITY,
    ...of,
  };
}
