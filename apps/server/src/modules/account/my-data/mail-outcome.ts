import { MY_DATA_VALID_DAYS } from '@keepsake/contracts/account/my-data';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Mail, queueMail } from '../../../platform/mail.ts';
import { dateInSentence } from '../../../platform/texts.ts';
import { addressOfOwnPage, channelOrDefault } from '../../frame/channels/index.ts';
import { composeMail } from '../../frame/mails/index.ts';
import { findRecipient, type Recipient } from '../customers/index.ts';
import type { Deps } from './deps.ts';
import type { ArchiveRow } from './store.ts';
import { translatorFor } from './texts.ts';

/**
 * Mails the outcome of an archive to its customer, in the transaction that stores it. The link leads to the page, which requires
 * a sign-in. Without an address, as the retailer's provider may give none, there is no mail.
 */
export async function mailOutcome(
  { publicUrl, clock }: Pick<Deps, 'publicUrl' | 'clock'>,
  trx: Queryable,
  row: ArchiveRow,
  status: 'READY' | 'FAILED',
): Promise<void> {
  const to = await findRecipient(trx, row.user_id);
  if (to) await queueMail(trx, composeOutcome({ publicUrl, to, row, status, now: clock() }));
}

type Notified = {
  publicUrl: string;
  to: Recipient;
  row: Pick<ArchiveRow, 'channel' | 'export_id'>;
  status: 'READY' | 'FAILED';
  now: Date;
};

export function composeOutcome({ publicUrl, to, row, status, now }: Notified): Mail {
  const brand = channelOrDefault(row.channel);
  const t = translatorFor(to.locale, brand.id);
  const hasPhotos = status === 'READY' && row.export_id !== null;
  const outcome = status === 'READY' ? 'ready' : 'failed';
  const expiry = new Date(now.getTime() + MY_DATA_VALID_DAYS * DAY_MS);
  const date = dateInSentence(expiry, to.locale, brand.timeZone);
  return composeMail({
    kind: 'my-data',
    to,
    brand,
    subject: t(`mail.${outcome}.subject`),
    text: t(hasPhotos ? 'mail.ready.textWithPhotos' : `mail.${outcome}.text`, {
      date,
      days: MY_DATA_VALID_DAYS,
    }),
    button: t(`mail.${outcome}.button`),
    link: addressOfOwnPage({
      publicUrl,
      page: '/settings/my-data',
      channel: brand.id,
      customerId: to.customerId,
    }),
    note: t('mail.note'),
    why: 'account',
  });
}
