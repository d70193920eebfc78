import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { JWTVerifyGetKey } from 'jose';
import type { Module } from '../../../platform/module.ts';
import {
  addressRecovery,
  createEmailChanges,
  EMAIL_CHANGES_CRON,
  findPendingChange,
  findUndoEnd,
} from '../account-changes/index.ts';
import { type Account, createAccount, markOpen, type NewAccount, updateProfile } from '../accounts/index.ts';
import { createPasswords, createSeals } from '../credentials/index.ts';
import {
  answerFailures,
  createProvider,
  createProviderPages,
  createRevocationCheck,
  FORGET_CRON,
  forgetSessionsTask,
  mountProvider,
  OIDC_PATH,
  ownSessionRoutes,
  readSigningKeys,
} from '../embedded-provider/index.ts';
import type { ProviderMetadata } from '../external-provider/index.ts';
import { createPolicies } from '../pages/index.ts';
import {
  ACTIVITY_CRON,
  createChallenges,
  createNoteOwnEvent,
  forgetActivityTask,
  type NoteOwnEvent,
  ownActivityRoute,
  ownPasskeyRoutes,
  ownSecondFactorRoutes,
  relyingPartyOf,
} from '../security/index.ts';
import { closeAccount } from './closed-account.ts';
import { confirmEmailPage } from './confirm-email.ts';
import type { Deps } from './deps.ts';
import { ownPasswordRoute } from './own-password.ts';
import { resetPasswordPage } from './reset-password.ts';
import { mountPages } from './routes.ts';

export { IDENTITY_TABLES, identityData, removeSecondFactorByOperator } from '../account-changes/index.ts';
export { setIdentityType } from '../accounts/index.ts';
export { ROTATION_STEPS, type RotationStep, rotateSigningKeys } from '../embedded-provider/index.ts';
export type { NoteOwnEvent } from '../security/index.ts';
export { requireSecondFactor } from './require-second-factor.ts';
export { createSignInGate } from './sign-in-gate.ts';

export type Identity = Module & {
  /** `iss` of all tokens. */
  issuer: string;
  /** For createTokenVerifier. */
  keys: JWTVerifyGetKey;
  /** The addresses at which pages reach the provider, as in its discovery document. */
  metadata(): ProviderMetadata;
  isRevoked(sessionId: string): Promise<boolean>;
  /** Whether a change of the account's address awaits confirmation. */
  hasPendingChange(accountId: string): Promise<boolean>;
  /** Until when the last change of the account's address can be undone; null if there is none. */
  findUndoEnd(accountId: string): Promise<Date | null>;
  createAccount(account: NewAccount): Promise<Account>;
  /** Changes the name and the language of an account; undefined values stay unchanged. */
  changeAccount: typeof updateProfile;
  closeAccount: typeof closeAccount;
  /** Reopens a closed account; its owner has to sign in again. */
  reopenAccount: typeof markOpen;
  noteEvent: NoteOwnEvent;
};

/** The embedded OpenID provider at `/oidc` and its pages at `/identity`, with accounts of its own. */
export async function createIdentity(deps: Deps): Promise<Identity> {
  const { secrets, publicUrl, appearances } = deps;
  const [keys, cookieKey, challengeKey, passwords, seals] = await Promise.all([
    readSigningKeys(secrets),
    secrets.read('oidc-cookies'),
    secrets.read('passkey-challenges'),
    createPasswords(),
    createSeals(secrets),
  ]);
  const requests = new WeakMap<IncomingMessage, FastifyRequest>();
  const policies = createPolicies([new URL(publicUrl).origin, ...deps.brandOrigins]);
  const pages = createProviderPages({ appearances, requests });
  const provider = createProvider({ ...deps, keys, cookieKey, pages });
  answerFailures(provider, { requests, ...pages });
  provider.on('grant.error', ({ req }, { error: reason }) => {
    const facts = { request: requests.get(req), route: `${OIDC_PATH}/token`, reason };
    deps.security.record('token-refused', facts).catch((err) => deps.log.error({ err }, 'a line was lost'));
  });
  const links = {
    confirmEmail: confirmEmailPage(deps),
    resetPassword: resetPasswordPage(deps),
  };
  const relyingParty = relyingPartyOf(publicUrl);
  const challenges = createChallenges({ ...deps, secret: challengeKey });
  const passkeys = relyingParty && { relyingParty, challenges };
  const pageDeps = { ...deps, provider, policies, passwords, seals, links, passkeys };
  const emailChanges = createEmailChanges(pageDeps);
  const issuer = publicUrl + OIDC_PATH;
  return {
    issuer,
    metadata: () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      end_session_endpoint: `${issuer}/session/end`,
    }),
    keys: keys.verificationKeys,
    isRevoked: createRevocationCheck(deps),
    async mount(app) {
      await app.register(async (scope) =>
        mountProvider(scope, { provider, publicUrl, requests, csp: policies }),
      );
      await mountPages(app, pageDeps);
    },
    createAccount: (account) => createAccount({ ...deps, passwords }, account),
    changeAccount: updateProfile,
    closeAccount,
    reopenAccount: markOpen,
    noteEvent: createNoteOwnEvent(pageDeps),
    findUndoEnd: (accountId) => findUndoEnd(deps.db, accountId, deps.clock()),
    hasPendingChange: async (accountId) =>
      (await findPendingChange(deps.db, accountId, deps.clock())) !== null,
    routes: [
      ...emailChanges.routes,
      ownPasswordRoute(pageDeps),
      ...ownSessionRoutes(pageDeps),
      ...ownSecondFactorRoutes(pageDeps),
      ownActivityRoute(pageDeps),
      ...ownPasskeyRoutes(pageDeps),
    ],
    tasks: [forgetSessionsTask(deps), emailChanges.task, forgetActivityTask(deps)],
    crons: [FORGET_CRON, EMAIL_CHANGES_CRON, ACTIVITY_CRON],
    recoveries: [addressRecovery(pageDeps)],
  };
}

export type { Deps, PageDeps } from './deps.ts';
