import type { Platform } from '../../../platform/platform.ts';
import type { SecurityLog } from '../../../platform/security-log.ts';
import type { OnAccountChanged } from '../accounts/index.ts';
import type { Passwords } from '../credentials/index.ts';
import type { MailedLink, MailedLinks } from '../mailed-links/index.ts';
import type { Appearances } from '../pages/index.ts';
import type { LinkRequest } from '../sign-in/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'journal'> & {
  security: SecurityLog;
  passwords: Passwords;
  /** Address of this installation without a trailing slash. */
  publicUrl: string;
  appearances: Appearances;
  createLink: MailedLinks['createLink'];
  /** The link that sets a new password. */
  resetPassword: MailedLink<LinkRequest>;
  onAccountChanged: OnAccountChanged;
};
