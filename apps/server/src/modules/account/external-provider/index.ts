import { endSession } from '@keepsake/contracts/account/sign-out';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { CLEAR_CACHE } from '../../../platform/http/security-headers.ts';
import type { ClaimMapping } from '../../../platform/tokens/claims.ts';
import { createIntrospection } from '../../../platform/tokens/introspection.ts';
import { createMismatchReports } from '../../../platform/tokens/token-mismatches.ts';
import { createUserinfo } from '../../../platform/tokens/userinfo.ts';
import { mountBackChannelLogout } from './back-channel-logout.ts';
import { endAtProvider, isEndedAtProvider, isSessionEnded } from './ended-sessions.ts';
import { findProvider } from './find-provider.ts';

type ProviderDeps = {
  db: Database;
  machineClock: Clock;
  log: Logger;
  issuer: string;
  oidc: {
    clientId: string;
    claims: ClaimMapping;
    otherTypes: readonly string[];
    api: { clientId: string; clientSecret: string } | null;
  };
};

/** The retailer's own OpenID provider, as far as it concerns us: its keys, its tokens and the sessions that it ends. */
export function createExternalProvider(deps: ProviderDeps) {
  const { db, machineClock, log, oidc } = deps;
  const provider = findProvider({ ...deps, clock: machineClock });
  const { issuer, keys, metadata, introspectionEndpoint, userinfoEndpoint } = provider;
  const introspect =
    oidc.api &&
    createIntrospection({ ...oidc.api, findEndpoint: introspectionEndpoint, clock: machineClock, log });
  return {
    issuer,
    keys,
    metadata,
    /** How its tokens are read. */
    tokens: {
      claims: oidc.claims,
      otherTypes: oidc.otherTypes,
      introspect: introspect ?? undefined,
      reportMismatch: createMismatchReports(log),
    },
    askUserinfo: createUserinfo(userinfoEndpoint),
    isEnded: (caller: Parameters<typeof isEndedAtProvider>[1]) => isEndedAtProvider(db, caller),
    isSessionOver: (sessionId: string) => isSessionEnded(db, sessionId),
    module: {
      routes: [
        route(endSession, async ({ customer, reply }) => {
          // The provider may still ask whether to end its session: if it continues, so do its other tokens.
          await endAtProvider(db, { tokenDigest: customer.tokenDigest }, machineClock());
          reply.header(...CLEAR_CACHE);
        }),
      ],
      mount: (app: Parameters<typeof mountBackChannelLogout>[0]) =>
        mountBackChannelLogout(app, { db, issuer, clientId: oidc.clientId, keys, machineClock, log }),
    },
  };
}

export type ExternalProvider = ReturnType<typeof createExternalProvider>;

export { FORGET_ENDED_CRON, forgetEndedTask, PROVIDER_LOGOUT_CHANNEL, readEnded } from './ended-sessions.ts';

export type { ProviderMetadata } from './find-provider.ts';
