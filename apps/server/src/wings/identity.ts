import { createAccountChanges } from '../modules/account/account-changes/index.ts';
import { createAccounts, type OnAccountChanged } from '../modules/account/accounts/index.ts';
import { createPasswords, createSeals } from '../modules/account/credentials/index.ts';
import { createEmbeddedProvider } from '../modules/account/embedded-provider/index.ts';
import type { MailedLinks } from '../modules/account/mailed-links/index.ts';
import type { Pages } from '../modules/account/pages/index.ts';
import { createSecurity } from '../modules/account/security/index.ts';
import { createSignIn } from '../modules/account/sign-in/index.ts';
import type { Platform } from '../platform/platform.ts';

type Parts = Pick<
  Platform,
  'db' | 'clock' | 'log' | 'secrets' | 'cursors' | 'throttle' | 'security' | 'journal'
>;

type Deps = Parts & {
  /** Address of this installation without a trailing slash. */
  publicUrl: string;
  /** Origins of the web app besides publicUrl's: one per brand host. */
  brandOrigins: readonly string[];
  clientId: string;
  /** Resource indicator of our API, the `aud` of its access tokens. */
  audience: string;
  /** Lifetime of access tokens, in seconds. */
  accessTokenSeconds: number;
  /** Whether business customers must sign in with a second factor. */
  isSecondFactorRequired: boolean;
  /** Whether photos, albums and orders of the demo are still being added. */
  isDemoComing: () => Promise<boolean>;
  pages: Pick<Pages, 'appearances' | 'policies'>;
  createLink: MailedLinks['createLink'];
  onAccountChanged: OnAccountChanged;
};

export type Identity = Awaited<ReturnType<typeof createIdentity>>;

/** What is there only while Keepsake keeps the accounts itself: the accounts, their sign-ins and the embedded provider. */
export async function createIdentity({ pages: { appearances, policies }, ...deps }: Deps) {
  const [passwords, seals] = await Promise.all([createPasswords(), createSeals(deps.secrets)]);
  const parts = { ...deps, appearances, policies, passwords, seals };
  const accounts = createAccounts(parts);
  const security = await createSecurity(parts);
  const embedded = await createEmbeddedProvider(parts);
  const { passkeys, noteEvent, noteSignIn, noteAttempt } = security;
  const { provider, issuer, keys, metadata, isRevoked } = embedded;
  const signIn = createSignIn({ ...parts, accounts, passkeys, noteSignIn, noteAttempt, provider });
  const changes = createAccountChanges({ ...parts, resetPassword: signIn.resetPassword });
  return {
    modules: [accounts, security, embedded, signIn, changes],
    issuer,
    keys,
    metadata,
    isRevoked,
    createAccount: accounts.create,
    changeAccount: accounts.changeProfile,
    closeAccount: changes.closeAccount,
    reopenAccount: accounts.reopen,
    closings: signIn.slots.closings,
    hasPendingChange: changes.isPending,
    findUndoEnd: changes.findUndoEnd,
    noteEvent,
  };
}
