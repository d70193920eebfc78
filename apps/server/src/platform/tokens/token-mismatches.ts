import type { Logger } from 'pino';
import { createBoundedCache } from '../bounded-cache.ts';
import { HOUR_MS } from '../clock.ts';
import { Problem } from '../problem.ts';

/** Why a provider's tokens do not fit the settings, and what an operator can do about it. */
const REMEDIES = {
  OPAQUE_TOKEN:
    'access tokens are opaque: have the provider issue JWTs for OIDC_AUDIENCE, or allow opaque in OIDC_TOKEN_TYPES',
  TOKEN_ISSUER: 'access tokens name another issuer than OIDC_ISSUER',
  TOKEN_AUDIENCE: 'access tokens are for another audience than OIDC_AUDIENCE',
  NO_AUDIENCE:
    'introspection answers name no audience (aud): have them name OIDC_AUDIENCE, or others’ tokens would count as ours',
  TOKEN_TYPE: 'access tokens are of a type that OIDC_TOKEN_TYPES does not allow',
  TOKEN_PURPOSE:
    'ID tokens or logout tokens come as access tokens, or access tokens of type JWT name neither scope nor client',
} as const;
export type MismatchCause = keyof typeof REMEDIES;

type Mismatch = {
  cause: MismatchCause;
  /** Null if it is not a JWT. */
  type: string | null;
  issuer?: string;
  audience?: string | string[];
};
export type ReportMismatch = (mismatch: Mismatch) => void;

/** Logs each cause once an hour, with the token's own metadata but never the token. */
export function createMismatchReports(log: Logger): ReportMismatch {
  // Anybody can send tokens, so their content must not be able to fill the log.
  const logged = createBoundedCache<true>({ max: 10, lifetimeMs: HOUR_MS });
  return ({ cause, type, issuer, audience }) => {
    if (logged.get(cause)) return;
    logged.set(cause, true);
    const details = { cause, type: short(type), issuer: short(issuer), audience: short(audience) };
    log.error(details, `the identity provider's ${REMEDIES[cause]}`);
  };
}

const short = (value: unknown) =>
  value === undefined || value === null ? null : String(value).slice(0, 200);

/** The customer has signed in, but we cannot accept the token: the app says so instead of asking for a renewal. */
export function tokenNotAccepted(code: MismatchCause): Problem {
  return new Problem('token-not-accepted', { cause: Object.assign(new Error('refused'), { code }) });
}
