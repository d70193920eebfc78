import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Journal } from '../../../platform/recovery/journal.ts';
import type { SecurityLog } from '../../../platform/security-log.ts';
import type { Account } from '../accounts/index.ts';
import type { Passwords } from '../credentials/index.ts';
import type { MailedLink, MailedLinks } from '../mailed-links/index.ts';
import type { Appearances } from '../pages/index.ts';
import type { LinkRequest } from '../sign-in/index.ts';

export type Deps = {
  db: Database;
  clock: Clock;
  security: SecurityLog;
  journal: Journal;
  passwords: Passwords;
  /** Address of this installation without a trailing slash. */
  publicUrl: string;
  appearances: Appearances;
  createLink: MailedLinks['createLink'];
  /** The link that sets a new password. */
  resetPassword: MailedLink<LinkRequest>;
  /** Called in the transaction that changes an account: the customer's row follows it. */
  onAccountChanged(trx: Queryable, account: Account): Promise<void>;
};
