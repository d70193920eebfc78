import type { MailEvent } from '@keepsake/contracts/account/mail-events';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Newsletter } from '../newsletter/index.ts';

/** A mail that came back to an address of these customers. */
export type ReturnedMail = Pick<MailEvent, 'email' | 'isPermanent'> & {
  customerIds: readonly CustomerId[];
  /** The id in its Message-ID; null if that is not known, or none of ours. */
  mailId: string | null;
  happenedAt: Date;
};

/** What follows for storage warnings, in the transaction. */
export type OnMailReturned = (trx: Queryable, returned: ReturnedMail, now: Date) => Promise<void>;

export type Deps = Pick<Platform, 'db' | 'clock' | 'log'> &
  Pick<Newsletter, 'stopNewsletters'> & {
    onMailReturned: OnMailReturned;
  };
