import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { bearerTokenOf, customerIdOf, type Principal, subjectOf } from '../../../platform/auth.ts';
import { createIdTokenReader } from '../../../platform/recent-sign-in.ts';
import { type ClaimMapping, type CustomerClaims, readClaims } from '../../../platform/tokens/claims.ts';
import { createUserinfo } from '../../../platform/tokens/userinfo.ts';

/** What the provider says about a caller beyond the access token, and when it was issued; null if it says nothing. */
export type ReadClaims = (
  caller: Principal,
  request: Pick<FastifyRequest, 'headers'>,
) => Promise<{ claims: CustomerClaims; issuedAt: number | null } | null>;

type Options = Parameters<typeof createIdTokenReader>[0] & {
  claims: ClaimMapping;
  userinfoEndpoint(): Promise<string | undefined>;
  log: Logger;
};

/** Reads what access tokens need not say: from the request's ID token, and from the provider's userinfo. */
export function createClaimReaders({ claims, userinfoEndpoint, log, ...options }: Options): {
  readIdClaims: ReadClaims;
  readUserinfo: ReadClaims;
} {
  const readIdToken = createIdTokenReader(options);
  const askUserinfo = createUserinfo({ findEndpoint: userinfoEndpoint, log });
  return {
    async readIdClaims(caller, request) {
      const token = await readIdToken(caller, request);
      return token && { claims: readClaims(token.payload, claims), issuedAt: token.payload.iat ?? null };
    },
    async readUserinfo(caller, request) {
      const answer = await askUserinfo({ token: bearerTokenOf(request), digest: caller.tokenDigest });
      const subject = answer && subjectOf(answer);
      if (!answer || !subject || customerIdOf(options.issuer, subject) !== caller.subjectId) return null;
      return { claims: readClaims(answer, claims), issuedAt: caller.issuedAt };
    },
  };
}
