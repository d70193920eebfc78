import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Mail, queueMail } from '../../../platform/mail.ts';
import { push } from '../../../platform/push.ts';
import { findRecipient, type Recipient } from '../../account/customers/index.ts';
import type { Decision, Outcome } from '../../account/operators/index.ts';
import { addressOfOwnPage } from '../../frame/channels/index.ts';
import { composeMail, withoutLinks } from '../../frame/mails/index.ts';
import { readContent } from './content.ts';
import { decideEntry, type EntryRow, lockEntry } from './store.ts';
import { translatorFor } from './texts.ts';

type DecideDeps = { db: Database; clock: Clock; publicUrl: string };

/**
 * Records the operator's decision on an entry; its customer is notified once why it was taken down. `by` names who decides, for
 * the record. Only what was seen is published; taking down needs no version, because a customer could escape it by changing the
 * entry again and again.
 */
export async function decide(
  { db, clock, publicUrl }: DecideDeps,
  id: string,
  decision: Decision,
  by: string,
): Promise<Outcome> {
  const reason = decision.state === 'taken-down' ? decision.reason : null;
  return db.transaction().execute(async (trx) => {
    const entry = await lockEntry(trx, id);
    if (!entry || (entry.state === decision.state && entry.reason === reason)) return 'decided';
    const version = decision.state === 'shown' ? decision.version : null;
    if (version !== null && (await readContent(trx, entry))?.version !== version) return 'changed';
    const now = clock();
    await decideEntry(trx, id, { state: decision.state, version, reason, by, now });
    const recipient = reason === null ? null : await findRecipient(trx, entry.customer_id);
    if (recipient && reason !== null)
      await queueMail(trx, composeTakenDown({ publicUrl, recipient, entry, reason }));
    await push(trx, entry.customer_id, { type: 'widgets-changed', data: {} }, now);
    return 'done';
  });
}

type TakenDown = {
  publicUrl: string;
  recipient: Recipient;
  entry: Pick<EntryRow, 'title' | 'product_code'>;
  reason: string;
};

/** Notifies a customer that an entry is not shown, and why. */
export function composeTakenDown({ publicUrl, recipient, entry, reason }: TakenDown): Mail {
  const { customerId, channel, email, name, locale } = recipient;
  const t = translatorFor(locale, channel.id);
  return composeMail({
    kind: 'gallery',
    to: { email, name, locale },
    brand: channel,
    subject: t('takenDown.subject'),
    text: [
      t('takenDown.text', { title: withoutLinks(entry.title) }),
      t('takenDown.reason', { reason }),
      t('takenDown.next'),
    ],
    button: t('takenDown.button'),
    link: addressOfOwnPage({
      publicUrl,
      page: `/widgets/${encodeURIComponent(entry.product_code)}`,
      channel: channel.id,
      customerId,
    }),
    why: 'account',
  });
}
