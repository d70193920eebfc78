import type { AppConfiguration } from '@keepsake/contracts';
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import * as z from 'zod';
import { createTokenVerifier, type VerifyToken, type WatchSessions } from '../../../platform/auth.ts';
import type { Clock } from '../../../platform/clock.ts';
import { listen } from '../../../platform/database/listen.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
import { SESSION_ENDED_CHANNEL } from './provider/sessions.ts';

type GateDeps = {
  /** The embedded provider; null where the retailer has its own. */
  identity: {
    issuer: string;
    keys: JWTVerifyGetKey;
    isRevoked(sessionId: string): Promise<boolean>;
  } | null;
  oidc: { issuer: string | null; clientId: string; audience: string };
  publicUrl: string;
  /** Origins of the brands' hosts, besides publicUrl's. */
  brandOrigins: readonly string[];
  databaseUrl: string;
  log: Logger;
  /** The clock by which issuers date tokens. */
  machineClock: Clock;
};

export type SignInGate = Module & {
  verifyToken: VerifyToken;
  /** False where the provider does not tell us of its sessions. */
  isSessionOver(sessionId: string): Promise<boolean>;
  watchSessions: WatchSessions;
  /** What a page on that origin needs to sign in. */
  identityFor(origin: string): AppConfiguration['identity'];
  isAllowedOrigin(origin: string): boolean;
};

/** Verifies the tokens of the embedded provider, or of the retailer's own where one is configured. */
export async function createSignInGate(deps: GateDeps): Promise<SignInGate> {
  const { identity, oidc, publicUrl, brandOrigins, databaseUrl, log } = deps;
  const issuer = identity?.issuer ?? oidc.issuer ?? '';
  const { verify, drop, dropAll } = createTokenVerifier({
    issuer,
    audience: oidc.audience,
    keys: identity?.keys ?? externalKeys(issuer),
    clock: deps.machineClock,
    isRevoked: identity?.isRevoked,
  });
  const watchers = new Set<Parameters<WatchSessions>[0]>();
  const listener = await listen({
    url: databaseUrl,
    channel: SESSION_ENDED_CHANNEL,
    log,
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
      return { authority: issuer, clientId: oidc.clientId, scope, renewal };
    },
    isAllowedOrigin: (origin) => origin === ownOrigin || brandOrigins.includes(origin),
    close: listener.close,
  };
}

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });
const TIMEOUT_MS = 5_000;
/** After a failed discovery, requests get 'unavailable' for this long without another attempt. */
const RETRY_AFTER_MS = 2_000;

/**
 * Keys of an external provider: discovered when first needed and again after failures, fetched again when a token names an
 * unknown key. Throws the problem `unavailable` while the provider does not answer.
 */
export function externalKeys(issuer: string, fetchDocument: typeof fetch = fetch): JWTVerifyGetKey {
  let found: Promise<JWTVerifyGetKey> | null = null;
  const drop = (failed: Promise<JWTVerifyGetKey>) => {
    if (found === failed) found = null;
  };
  const find = () => {
    found ??= discover(issuer, fetchDocument);
    const asked = found;
    asked.catch(() => setTimeout(drop, RETRY_AFTER_MS, asked).unref());
    return asked;
  };
  return async (header, token) => (await find())(header, token);
}

async function discover(issuer: string, fetchDocument: typeof fetch): Promise<JWTVerifyGetKey> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const answer = await fetchDocument(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    const document = discovery.parse(await answer.json());
    if (document.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
      throw new Error(`${url} names another issuer`);
    return createRemoteJWKSet(new URL(document.jwks_uri), {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: 10_000,
    });
  } catch (error) {
    throw new Problem('unavailable', { cause: error });
  }
}
