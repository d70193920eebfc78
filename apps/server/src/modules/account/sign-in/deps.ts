import type { Provider } from 'oidc-provider';
import type { Platform } from '../../../platform/platform.ts';
import type { SecurityLog } from '../../../platform/security-log.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Passwords, Seals } from '../credentials/index.ts';
import type { Closings } from '../deletion/index.ts';
import type { MailedLinks } from '../mailed-links/index.ts';
import type { Appearances, Policies } from '../pages/index.ts';
import type { CeremonyDeps, Security } from '../security/index.ts';
import type { LinkPage, LinkRequest, Registration } from './link-page.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'throttle'> & {
  security: SecurityLog;
  /** Address of this installation without a trailing slash. */
  publicUrl: string;
  appearances: Appearances;
  policies: Policies;
  createLink: MailedLinks['createLink'];
  provider: Provider;
  accounts: Pick<Accounts, 'add' | 'findToSignIn'>;
  noteSignIn: Security['noteSignIn'];
  noteAttempt: Security['noteAttempt'];
  passwords: Passwords;
  seals: Seals;
  /** Passkey ceremonies; null if browsers cannot use passkeys here. */
  passkeys: CeremonyDeps | null;
  /** Whether photos, albums and orders of the demo are still being added. */
  isDemoComing: () => Promise<boolean>;
};

/** What the pages share; each uses a part of it. */
export type PageDeps = Deps & {
  closings(): Closings;
  links: { confirmEmail: LinkPage<Registration>; resetPassword: LinkPage<LinkRequest> };
};

/** What it takes to show a form of a sign-in. */
export type FormDeps = Pick<PageDeps, 'provider' | 'appearances' | 'policies'>;
