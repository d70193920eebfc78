import { DELETION_GRACE_DAYS, DELETION_LINK_HOURS } from '@keepsake/contracts/account/account-deletion';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { queueMail } from '../../../platform/mail.ts';
import { createTexts } from '../../../platform/texts.ts';
import { addressOfOwnPage, addressOfPage, type Channel } from '../../frame/channels/index.ts';
import { composeMail, type MailContent } from '../../frame/mails/index.ts';
import type { Recipient } from '../customers/index.ts';
import type { LinkMail } from '../mailed-links/index.ts';
import type { Deps } from './deps.ts';
import type enGB from './texts/en-GB.json';

const translatorFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));

type Mailed = 'confirm' | 'closed' | 'kept';
type Content = Pick<MailContent, 'kind' | 'to' | 'brand' | 'subject' | 'text' | 'button' | 'why'>;

export function contentOf(mail: Mailed, to: Recipient, brand: Channel, date = ''): Content {
  const t = translatorFor(to.locale, brand.id);
  return {
    kind: 'delete-account',
    why: 'account',
    to,
    brand,
    subject: t(`${mail}.subject`),
    text: t(`${mail}.text`, {
      brand: brand.name,
      date,
      hours: DELETION_LINK_HOURS,
      days: DELETION_GRACE_DAYS,
    }),
    button: t(`${mail}.button`, { brand: brand.name }),
  };
}

/** The mail with the link that deletes the account. */
export function confirmationMail(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { to, brand, accountId }: { to: Recipient; brand: Channel; accountId: CustomerId | null },
): LinkMail {
  return {
    ...contentOf('confirm', to, brand),
    note: translatorFor(to.locale, brand.id)('confirm.note'),
    page: addressOfPage(publicUrl, '/delete-account-confirmation', brand.id),
    hasToken: true,
    accountId,
  };
}

/** Mails, in the same transaction, that the account is closed and until which day it can be kept, or that it was kept. */
export async function mailOutcome(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  trx: Queryable,
  outcome: { mail: 'closed' | 'kept'; to: Recipient; brand: Channel; date?: string },
): Promise<void> {
  const { mail, to, brand, date } = outcome;
  const { customerId } = to;
  const link = addressOfOwnPage({ publicUrl, page: '/', channel: brand.id, customerId });
  await queueMail(trx, composeMail({ ...contentOf(mail, to, brand, date), link, note: null }));
}
