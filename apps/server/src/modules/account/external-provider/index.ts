import { endSession } from '@keepsake/contracts/account/account-sessions';
import type { Clock } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { CLEAR_CACHE } from '../../../platform/http/security-headers.ts';
import type { Module } from '../../../platform/module.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ClaimMapping } from '../../../platform/tokens/claims.ts';
import { createIntrospection } from '../../../platform/tokens/introspection.ts';
import { createMismatchReports } from '../../../platform/tokens/token-mismatches.ts';
import { mountBackChannelLogout } from './back-channel-logout.ts';
import { endAtProvider, isEndedAtProvider, isSessionEnded } from './ended-sessions.ts';
import { findProvider } from './find-provider.ts';
import { createClaimReaders } from './read-claims.ts';

export { PROVIDER_LOGOUT_CHANNEL, readEnded } from './ended-sessions.ts';
export type { ProviderMetadata } from './find-provider.ts';
export type { ReadClaims } from './read-claims.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  /** The clock by which issuers date tokens. */
  machineClock: Clock;
  oidc: {
    /** Null if the embedded provider keeps the accounts. */
    issuer: string | null;
    clientId: string;
    claims: ClaimMapping;
    otherTypes: readonly string[];
    api: { clientId: string; clientSecret: string } | null;
  };
};

export type ExternalProvider = Module & {
  /** The provider's keys and tokens, and which sessions it ended; null if the embedded one keeps the accounts. */
  provider: Provider | null;
};
export type Provider = ReturnType<typeof readProvider>;

/**
 * The retailer's own OpenID provider, as far as it concerns us: its keys, its tokens and the sessions that it ends. What is kept of it
 * expires even after the embedded provider has taken over.
 */
export function createExternalProvider(deps: Deps): ExternalProvider {
  const { issuer } = deps.oidc;
  const provider = issuer === null ? null : readProvider(deps, issuer);
  return {
    provider,
    ...(provider && callsOf(deps, provider)),
    expires: [
      { table: 'ended_sessions', column: 'expires_at', isHourly: true },
      { table: 'logout_tokens', column: 'expires_at', isHourly: true },
    ],
    tables: {
      ended_sessions: { impersonal: 'hashes of a provider’s ids of sessions and subjects, which expire' },
      identity_provider: { impersonal: 'which provider keeps the accounts' },
      logout_tokens: { impersonal: 'ids of tokens that were used' },
    },
  };
}

function readProvider({ db, machineClock, log, oidc }: Deps, issuer: string) {
  const { introspectionEndpoint, userinfoEndpoint, ...found } = findProvider({
    db,
    clock: machineClock,
    log,
    issuer,
  });
  const introspect =
    oidc.api &&
    createIntrospection({ ...oidc.api, findEndpoint: introspectionEndpoint, clock: machineClock, log });
  return {
    ...found,
    /** How its tokens are read. */
    tokens: {
      claims: oidc.claims,
      otherTypes: oidc.otherTypes,
      introspect: introspect ?? undefined,
      reportMismatch: createMismatchReports(log),
    },
    ...createClaimReaders({ ...oidc, ...found, clock: machineClock, userinfoEndpoint, log }),
    isEnded: (caller: Parameters<typeof isEndedAtProvider>[1]) => isEndedAtProvider(db, caller),
    isSessionOver: (sessionId: string) => isSessionEnded(db, sessionId),
  };
}

function callsOf({ db, machineClock, log, oidc }: Deps, { issuer, keys }: Provider): Module {
  return {
    routes: [
      route(endSession, async ({ customer, reply }) => {
        // The provider may still ask whether to end its session: if it continues, so do its other tokens.
        await endAtProvider(db, { tokenDigest: customer.tokenDigest }, machineClock());
        reply.header(...CLEAR_CACHE);
      }),
    ],
    mount: (app) =>
      mountBackChannelLogout(app, { db, issuer, clientId: oidc.clientId, keys, machineClock, log }),
  };
}
