import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Platform } from '../../../platform/platform.ts';
import type { MailedLink, MailedLinks } from '../mailed-links/index.ts';
import type { Keys } from './keys.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'secrets' | 'journal'> & {
  /** Our own address, for links in mails. */
  publicUrl: string;
  mail: { smtpUrl: string | null; from: string };
  createLink: MailedLinks['createLink'];
};

/** What a link confirms: the subscription with this proof. */
export type RequestedSubscription = { customerId: CustomerId; consentId: string };

/** What the calls share; each uses a part of it. */
export type Parts = Deps & { keys: Keys; link: MailedLink<RequestedSubscription> };
