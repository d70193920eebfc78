import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { JWTVerifyGetKey } from 'jose';
import type { Task } from '../../../platform/jobs/jobs.ts';
import { readSecret } from '../../../platform/secrets.ts';
import type { Account } from './accounts/account.ts';
import { createAccount, type NewAccount } from './accounts/create-account.ts';
import { createPasswords } from './accounts/passwords.ts';
import { createThrottle } from './accounts/throttle.ts';
import { identityCleanUpTask, identityCron } from './clean-up.ts';
import type { IdentityDeps } from './deps.ts';
import { identityMailTask } from './mails/mail-task.ts';
import { createAppearances } from './pages/appearance.ts';
import { createPolicies } from './pages/policies.ts';
import { mountProvider, OIDC_PATH } from './provider/bridge.ts';
import { createProvider } from './provider/create-provider.ts';
import { createProviderPages } from './provider/provider-pages.ts';
import { createRevocationCheck } from './provider/sessions.ts';
import { readSigningKeys } from './provider/signing-keys.ts';
import { mountPages } from './routes/mount-pages.ts';

export type Identity = {
  /** `iss` of every token. */
  issuer: string;
  /** For createTokenVerifier. */
  keys: JWTVerifyGetKey;
  isRevoked(sessionId: string): Promise<boolean>;
  /** Mounts the provider at `/oidc` and its pages at `/identity`. */
  mount(app: FastifyInstance): Promise<void>;
  createAccount(account: NewAccount): Promise<Account>;
  /** Background work: writing mails, cleaning up. */
  tasks: readonly Task[];
  crons: readonly string[];
};

/** The embedded OpenID provider with its accounts. */
export async function createIdentity(deps: IdentityDeps): Promise<Identity> {
  const { db, publicUrl } = deps;
  const [keys, cookieKey, pepper, passwords] = await Promise.all([
    readSigningKeys(db),
    readSecret(db, 'oidc-cookies'),
    readSecret(db, 'identity-pepper'),
    createPasswords(),
  ]);
  const requests = new WeakMap<IncomingMessage, FastifyRequest>();
  const appearances = createAppearances(deps);
  const policies = createPolicies([new URL(publicUrl).origin, ...deps.brandOrigins]);
  const pages = createProviderPages({ appearances, requests });
  const provider = createProvider({ ...deps, keys, cookieKey, pages });
  const throttle = createThrottle({ ...deps, pepper });
  return {
    issuer: publicUrl + OIDC_PATH,
    keys: keys.verificationKeys,
    isRevoked: createRevocationCheck(deps),
    async mount(app) {
      await app.register(async (scope) =>
        mountProvider(scope, { provider, publicUrl, requests, csp: policies }),
      );
      await mountPages(app, { ...deps, provider, appearances, policies, passwords, throttle, pepper });
    },
    crons: [identityCron],
    createAccount: (account) => createAccount({ ...deps, passwords }, account),
    tasks: [identityMailTask({ ...deps, pepper, appearances, throttle }), identityCleanUpTask(deps)],
  };
}
