import type { AppConfiguration } from '@keepsake/contracts/frame/configuration';
import type { JWTVerifyGetKey } from 'jose';
import type { EndedScope, IsAllowedOrigin, VerifyToken, WatchSessions } from '../../../platform/auth.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseListener } from '../../../platform/database/listen.ts';
import { Problem } from '../../../platform/problem.ts';
import { createRecentSignInCheck, type RequireRecentSignIn } from '../../../platform/recent-sign-in.ts';
import { createTokenVerifier, type FindCustomerId } from '../../../platform/tokens/verify-tokens.ts';
import type { IdentityFor } from '../../frame/configuration/index.ts';
import { type EmbeddedProvider, SESSION_ENDED_CHANNEL } from '../embedded-provider/index.ts';
import type { Provider as ExternalProvider, ProviderMetadata } from '../external-provider/index.ts';
import { PROVIDER_LOGOUT_CHANNEL, readEnded } from '../external-provider/index.ts';

type Provider = {
  issuer: string;
  keys: JWTVerifyGetKey;
  metadata(): ProviderMetadata | undefined;
};

type GateDeps = {
  /** The embedded provider; null if the retailer has its own. */
  identity: (Provider & Pick<EmbeddedProvider, 'isRevoked'>) | null;
  /** The retailer's own provider; null if the embedded one keeps the accounts. */
  external: ExternalProvider | null;
  oidc: {
    clientId: string;
    audiences: readonly string[];
    scope: string;
    parameters: Record<string, string>;
    accountPages: NonNullable<AppConfiguration['identity']['accountPages']>;
  };
  findCustomerId: FindCustomerId;
  publicUrl: string;
  /** Origins of the brands' hosts, besides publicUrl's. */
  brandOrigins: readonly string[];
  listener: DatabaseListener;
  /** The clock by which issuers date tokens. */
  machineClock: Clock;
};

export type SignInGate = {
  verifyToken: VerifyToken;
  requireRecentSignIn: RequireRecentSignIn;
  /** Whether a customer's session has ended. */
  isSessionOver(sessionId: string): Promise<boolean>;
  watchSessions: WatchSessions;
  identityFor: IdentityFor;
  isAllowedOrigin: IsAllowedOrigin;
};

/** Verifies the tokens of the embedded provider, or of the retailer's own if one is configured. */
export async function createSignInGate(deps: GateDeps): Promise<SignInGate> {
  const { identity, external, oidc, brandOrigins, machineClock: clock } = deps;
  const provider = external ?? identity;
  if (!provider) throw new Error('There is no identity provider');
  const { issuer, keys } = provider;
  const { verify, drop, dropAll } = createTokenVerifier({
    issuer,
    audiences: oidc.audiences,
    keys,
    clock,
    ...(external
      ? { ...external.tokens, isEnded: external.isEnded, findCustomerId: deps.findCustomerId }
      : { isEnded: async ({ sessionId }) => sessionId !== null && !!(await identity?.isRevoked(sessionId)) }),
  });
  const ownOrigin = new URL(deps.publicUrl).origin;
  return {
    verifyToken: verify,
    requireRecentSignIn: createRecentSignInCheck({ issuer, clientId: oidc.clientId, keys, clock }),
    isSessionOver: external?.isSessionOver ?? (async (sessionId) => !!(await identity?.isRevoked(sessionId))),
    watchSessions: await watchEndings(deps.listener, (ended) => (ended ? drop(ended) : dropAll())),
    identityFor: (origin) => {
      const { clientId } = oidc;
      const metadata = provider.metadata();
      const own = { authority: issuer, clientId, ...(metadata && { metadata }) };
      return { ...own, ...(external ? externalSignIn(oidc) : embeddedSignIn(origin === ownOrigin)) };
    },
    isAllowedOrigin: (origin) => origin === ownOrigin || brandOrigins.includes(origin),
  };
}

/** Follows what ends on any node: first it is dropped here, then whoever watches is notified. */
async function watchEndings(
  listener: DatabaseListener,
  drop: (ended: EndedScope | null) => void,
): Promise<WatchSessions> {
  const watchers = new Set<Parameters<WatchSessions>[0]>();
  const notify = (ended: EndedScope | null) => {
    drop(ended);
    for (const watcher of watchers) watcher(ended);
  };
  await listener.listen({
    channel: SESSION_ENDED_CHANNEL,
    onMessage: (sessionId) => notify({ sessionId }),
    onReconnect: () => notify(null),
  });
  await listener.listen({
    channel: PROVIDER_LOGOUT_CHANNEL,
    onMessage: (payload) => notify(readEnded(payload)),
  });
  return (watcher) => {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  };
}

const externalSignIn = ({ scope, parameters, accountPages }: GateDeps['oidc']) =>
  ({ scope, parameters, accountPages, renewal: 'refresh' }) as const;

/** The provider's cookie reaches a silent renewal only from its own site. */
const embeddedSignIn = (isSameSite: boolean) =>
  ({
    scope: `openid email profile${isSameSite ? '' : ' offline_access'}`,
    renewal: isSameSite ? 'session' : 'refresh',
  }) as const;

type Gate = { verifyToken: VerifyToken };

/**
 * A gate that answers business customers who signed in with one factor with the problem `second-factor-required` if the operator
 * requires two (ADR 55). `verifySetUp` admits them to set one up.
 */
export function requireSecondFactor<G extends Gate>(
  gate: G,
  { isRequired }: { isRequired: boolean },
): G & { verifySetUp: VerifyToken } {
  return {
    ...gate,
    verifySetUp: gate.verifyToken,
    async verifyToken(token) {
      const customer = await gate.verifyToken(token);
      if (isRequired && customer.isBusiness && !customer.isMultiFactor)
        throw new Problem('second-factor-required');
      return customer;
    },
  };
}
