import type { AppConfiguration } from '@keepsake/contracts';
import type { Logger } from 'pino';
import { createTokenVerifier, type VerifyToken } from '../../../platform/auth.ts';
import { systemClock } from '../../../platform/clock.ts';
import { listen } from '../../../platform/database/listen.ts';
import type { Identity } from './create-identity.ts';
import { externalKeys } from './external-keys.ts';
import { SESSION_ENDED_CHANNEL } from './provider/sessions.ts';

type Deps = {
  identity: Identity | null;
  oidc: { issuer: string | null; clientId: string; audience: string };
  publicUrl: string;
  /** Origins of the brands' hosts, besides publicUrl's. */
  brandOrigins: readonly string[];
  databaseUrl: string;
  log: Logger;
};

export type SignInGate = {
  verifyToken: VerifyToken;
  /** What a page of that origin needs to sign in. */
  identityFor(origin: string): AppConfiguration['identity'];
  isAllowedOrigin(origin: string): boolean;
  close(): Promise<void>;
};

/** Which tokens open the platform: those of the embedded provider, or of the retailer's own when one is set. */
export async function createSignInGate({
  identity,
  oidc,
  publicUrl,
  brandOrigins,
  databaseUrl,
  log,
}: Deps): Promise<SignInGate> {
  const issuer = identity?.issuer ?? oidc.issuer ?? '';
  const { verify, forget, forgetAll } = createTokenVerifier({
    issuer,
    audience: oidc.audience,
    keys: identity?.keys ?? externalKeys(issuer),
    // The issuer's clock is the real one, also where ours is moved.
    clock: systemClock,
    isRevoked: identity?.isRevoked,
  });
  const listener = await listen({
    url: databaseUrl,
    channel: SESSION_ENDED_CHANNEL,
    log,
    onMessage: forget,
    onReconnect: forgetAll,
  });
  const ownOrigin = new URL(publicUrl).origin;
  return {
    verifyToken: verify,
    identityFor(origin) {
      // The provider's cookie reaches a silent renewal only from its own site.
      const isSameSite = identity !== null && origin === ownOrigin;
      const scope = `openid email profile${isSameSite ? '' : ' offline_access'}`;
      return {
        authority: issuer,
        clientId: oidc.clientId,
        scope,
        renewal: isSameSite ? 'session' : 'refresh',
      };
    },
    isAllowedOrigin: (origin) => origin === ownOrigin || brandOrigins.includes(origin),
    close: listener.close,
  };
}
