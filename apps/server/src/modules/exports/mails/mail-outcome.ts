import { EXPORT_VALID_DAYS } from '@keepsake/contracts';
import type { Queryable } from '../../../platform/database/database.ts';
import { queueMail } from '../../../platform/mail/mail.ts';
import { dateInSentence } from '../../../platform/texts/date-in-sentence.ts';
import { defaultChannel, findChannel } from '../../channels/index.ts';
import { composeMail, findRecipient } from '../../mails/index.ts';
import type { Deps } from '../deps.ts';
import type { ExportRow } from '../export-row.ts';
import { translator } from '../texts/texts.ts';

const DAY_MS = 86_400_000;

/** Tells the customer what became of an export, in the transaction in which it became so: never twice, never not at all. */
export async function mailOutcome(
  { publicUrl, clock }: Pick<Deps, 'publicUrl' | 'clock'>,
  trx: Queryable,
  row: ExportRow,
  outcome: 'ready' | 'failed',
): Promise<void> {
  const recipient = await findRecipient(trx, row.user_id);
  if (!recipient) return;
  const { locale, email, name } = recipient;
  const look = findChannel(row.channel) ?? defaultChannel;
  const t = translator(locale);
  const kind = outcome === 'ready' && row.reason === 'retention' ? 'kept' : outcome;
  const expiry = new Date(clock().getTime() + EXPORT_VALID_DAYS * DAY_MS);
  const date = dateInSentence(expiry, locale, look.timeZone);
  const path = outcome === 'ready' ? `/my-photos/exports/${row.id}` : '/my-photos/photos';
  const mail = composeMail({
    look,
    locale,
    to: email,
    name,
    subject: t(`mail.${kind}.subject`),
    text: t(`mail.${kind}.text`, { date }),
    button: t(`mail.${outcome}.button`),
    link: addressAt(publicUrl, path, look.id),
  });
  await queueMail(trx, mail);
}

/** Our own host shows the default brand unless the address names another. */
function addressAt(publicUrl: string, path: string, channel: string): string {
  return `${publicUrl}${path}${channel === defaultChannel.id ? '' : `?channel=${channel}`}`;
}
