import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Mail, queueMail } from '../../../platform/mail.ts';
import { createTexts } from '../../../platform/texts.ts';
import { addressOfOwnPage } from '../../frame/channels/index.ts';
import { composeMail } from '../../frame/mails/index.ts';
import { findRecipient, type Recipient } from '../customers/index.ts';
import type { ChangeParts } from './deps.ts';
import type enGB from './texts/en-GB.json';

const translatorFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));

type DecisionMail = {
  customerId: CustomerId;
  decision: 'validated' | 'blocked' | 'unblocked' | 'vat-invalid';
  reason?: string;
  vatId?: string;
};

/** Mails a business customer the decision about the account, in the same transaction. */
export async function mailDecision(
  { trx, publicUrl }: Omit<ChangeParts, 'clock'>,
  { customerId, ...decided }: DecisionMail,
): Promise<void> {
  const to = await findRecipient(trx, customerId);
  if (to) await queueMail(trx, composeDecision(publicUrl, to, decided));
}

export function composeDecision(
  publicUrl: string,
  to: Recipient,
  { decision, reason = '', vatId = '' }: Omit<DecisionMail, 'customerId'>,
): Mail {
  const t = translatorFor(to.locale, to.channel.id);
  const values = { brand: to.channel.name, reason, vatId };
  return composeMail({
    kind: 'business',
    to,
    brand: to.channel,
    subject: t(`${decision}.subject`, values),
    text:
      decision === 'blocked'
        ? [t('blocked.text', values), t('blocked.reason', values), t('blocked.next')]
        : t(`${decision}.text`, values),
    button: t(`${decision}.button`),
    link: addressOfOwnPage({
      publicUrl,
      page: '/settings/b2b',
      channel: to.channel.id,
      customerId: to.customerId,
    }),
    note: null,
    why: 'business',
  });
}
