import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { JWTVerifyGetKey } from 'jose';
import type { Provider } from 'oidc-provider';
import type { Module } from '../../../platform/module.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { ProviderMetadata } from '../external-provider/index.ts';
import { answerFailures } from './answer-failures.ts';
import { mountProvider, OIDC_PATH } from './bridge.ts';
import { createProvider } from './create-provider.ts';
import type { Deps } from './deps.ts';
import { ownSessionRoutes } from './own-sessions.ts';
import { createProviderPages } from './provider-pages.ts';
import { IS_SESSION_OVER } from './session-store.ts';
import { createRevocationCheck } from './sessions.ts';
import { readSigningKeys } from './signing-keys.ts';

export { endSessionsOf, SESSION_ENDED_CHANNEL } from './sessions.ts';
export { ROTATION_STEPS, type RotationStep, rotateSigningKeys } from './signing-keys.ts';

/** Kept even while the retailer's own provider signs customers in. */
export const SESSION_TABLES: Tables = {
  oidc_payloads: { erasedBy: 'module' },
  account_sessions: { deletedWith: 'accounts' },
};

export type EmbeddedProvider = Module & {
  /** `iss` of all tokens. */
  issuer: string;
  /** For createTokenVerifier. */
  keys: JWTVerifyGetKey;
  /** The addresses at which pages reach the provider, as in its discovery document. */
  metadata(): ProviderMetadata;
  isRevoked(sessionId: string): Promise<boolean>;
  /** oidc-provider, whose interactions the pages of a sign-in complete. */
  provider: Provider;
};

/** The embedded OpenID provider at `/oidc`: sessions, tokens and the keys that sign them. Its interactions are `sign-in`'s. */
export async function createEmbeddedProvider(deps: Deps): Promise<EmbeddedProvider> {
  const { secrets, publicUrl } = deps;
  const [keys, cookieKey] = await Promise.all([readSigningKeys(secrets), secrets.read('oidc-cookies')]);
  const requests = new WeakMap<IncomingMessage, FastifyRequest>();
  const pages = createProviderPages({ ...deps, requests, cookieKey });
  const provider = createProvider({ ...deps, keys, cookieKey, pages });
  answerFailures(provider, { requests, ...pages });
  provider.on('grant.error', ({ req }, { error: reason }) => {
    const details = { request: requests.get(req), route: `${OIDC_PATH}/token`, reason };
    deps.security.record('token-refused', details).catch((err) => deps.log.error({ err }, 'a line was lost'));
  });
  const issuer = publicUrl + OIDC_PATH;
  return {
    issuer,
    keys: keys.verificationKeys,
    metadata: () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      end_session_endpoint: `${issuer}/session/end`,
    }),
    isRevoked: createRevocationCheck(deps),
    provider,
    mount: (app) =>
      app.register(async (scope) =>
        mountProvider(scope, { provider, publicUrl, requests, csp: deps.policies }),
      ),
    routes: ownSessionRoutes(deps),
    expires: [
      { table: 'oidc_payloads', column: 'expires_at', isHourly: true },
      { table: 'account_sessions', only: IS_SESSION_OVER, isHourly: true },
    ],
  };
}
