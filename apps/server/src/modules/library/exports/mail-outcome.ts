import { EXPORT_VALID_DAYS } from '@keepsake/contracts/library/exports';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Mail, queueMail } from '../../../platform/mail.ts';
import { dateInSentence } from '../../../platform/texts.ts';
import { findRecipient, type Recipient } from '../../account/customers/index.ts';
import { addressOfOwnPage, addressOfPage, channelOrDefault } from '../../frame/channels/index.ts';
import { composeMail } from '../../frame/mails/index.ts';
import type { Deps } from './deps.ts';
import type { ExportRow } from './store.ts';
import { translatorFor } from './texts.ts';

/**
 * Mails the outcome of an export to its customer, in the transaction that stores the outcome: exactly once. An export for 'my
 * data' is announced with the rest.
 */
export async function mailOutcome(
  { publicUrl, clock }: Pick<Deps, 'publicUrl' | 'clock'>,
  trx: Queryable,
  row: ExportRow,
  outcome: 'ready' | 'failed',
): Promise<void> {
  if (row.reason === 'my-data') return;
  const to = await findRecipient(trx, row.user_id);
  if (to) await queueMail(trx, composeOutcome({ publicUrl, to, row, outcome, now: clock() }));
}

type Notified = {
  publicUrl: string;
  to: Recipient;
  row: Pick<ExportRow, 'id' | 'channel' | 'reason'>;
  outcome: 'ready' | 'failed';
  now: Date;
};

export function composeOutcome({ publicUrl, to, row, outcome, now }: Notified): Mail {
  const brand = channelOrDefault(row.channel);
  const t = translatorFor(to.locale, brand.id);
  const kind = outcome === 'ready' && row.reason === 'retention' ? 'kept' : outcome;
  const expiry = new Date(now.getTime() + EXPORT_VALID_DAYS * DAY_MS);
  const date = dateInSentence(expiry, to.locale, brand.timeZone);
  const { id: channel } = brand;
  // The address of an export is nobody else's: its page says so itself.
  const link =
    outcome === 'ready'
      ? addressOfPage(publicUrl, `/my-photos/exports/${row.id}`, channel)
      : addressOfOwnPage({ publicUrl, page: '/my-photos/photos', channel, customerId: to.customerId });
  return composeMail({
    kind: 'export',
    to,
    brand,
    subject: t(`mail.${kind}.subject`),
    text: t(`mail.${kind}.text`, { date, days: EXPORT_VALID_DAYS }),
    button: t(`mail.${outcome}.button`),
    link,
    why: row.reason === 'retention' ? 'photos' : 'account',
  });
}
