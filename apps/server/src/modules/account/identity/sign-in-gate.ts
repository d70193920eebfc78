import type { AppConfiguration } from '@keepsake/contracts';
import type { JWTVerifyGetKey } from 'jose';
import { createTokenVerifier, type VerifyToken, type WatchSessions } from '../../../platform/auth.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseListener } from '../../../platform/database/listen.ts';
import { createRecentSignInCheck, type RequireRecentSignIn } from '../../../platform/recent-sign-in.ts';
import { findProvider, type ProviderMetadata } from './find-provider.ts';
import { SESSION_ENDED_CHANNEL } from './provider/sessions.ts';

type GateDeps = {
  /** The embedded provider; null where the retailer has its own. */
  identity: {
    issuer: string;
    keys: JWTVerifyGetKey;
    metadata(): ProviderMetadata;
    isRevoked(sessionId: string): Promise<boolean>;
  } | null;
  oidc: { issuer: string | null; clientId: string; audience: string };
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
  /** False where the provider does not tell us of its sessions. */
  isSessionOver(sessionId: string): Promise<boolean>;
  watchSessions: WatchSessions;
  /** What a page on that origin needs to sign in. */
  identityFor(origin: string): AppConfiguration['identity'];
  isAllowedOrigin(origin: string): boolean;
};

/** Verifies the tokens of the embedded provider, or of the retailer's own where one is configured. */
export async function createSignInGate(deps: GateDeps): Promise<SignInGate> {
  const { identity, oidc, publicUrl, brandOrigins, listener } = deps;
  const provider = identity ?? findProvider(oidc.issuer ?? '');
  const { issuer } = provider;
  const { verify, drop, dropAll } = createTokenVerifier({
    issuer,
    audience: oidc.audience,
    keys: provider.keys,
    clock: deps.machineClock,
    isRevoked: identity?.isRevoked,
  });
  const watchers = new Set<Parameters<WatchSessions>[0]>();
  await listener.listen({
    channel: SESSION_ENDED_CHANNEL,
    onMessage(sessionId) {
      drop(sessionId);
      for (const watcher of watchers) watcher(sessionId);
    },
    onReconnect() {
      dropAll();
      for (const watcher of watchers) watcher(null);
    },
  });
  const ownOrigin = new URL(publicUrl).origin;
  return {
    verifyToken: verify,
    requireRecentSignIn: createRecentSignInCheck({
      issuer,
      clientId: oidc.clientId,
      keys: provider.keys,
      clock: deps.machineClock,
    }),
    isSessionOver: identity?.isRevoked ?? (async () => false),
    watchSessions(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    identityFor(origin) {
      // The provider's cookie reaches a silent renewal only from its own site.
      const isSameSite = identity !== null && origin === ownOrigin;
      const scope = `openid email profile${isSameSite ? '' : ' offline_access'}`;
      const renewal = isSameSite ? 'session' : 'refresh';
      const metadata = provider.metadata();
      return { authority: issuer, clientId: oidc.clientId, scope, renewal, ...(metadata && { metadata }) };
    },
    isAllowedOrigin: (origin) => origin === ownOrigin || brandOrigins.includes(origin),
  };
}
