import type { NewsletterFrequency, NewsletterTopic } from '@keepsake/contracts/account/newsletter';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { inTurn } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { findRecipient } from '../customers/index.ts';
import { CONSENT_VERSION, consentText, insertConsent, keepText } from './consents.ts';
import type { Parts } from './deps.ts';
import { findSubscription, findSuppression, lockNewsletter, putSubscription } from './store.ts';

export type ImportedSubscription = {
  customerId: CustomerId;
  topics: readonly NewsletterTopic[];
  frequency: NewsletterFrequency;
  confirmedAt: Date;
};

/**
 * Takes over a subscription confirmed elsewhere. A customer's existing or pending subscription is kept; a suppressed address
 * stays suppressed.
 * @returns whether it was taken over.
 */
export async function importSubscription(
  { db, keys }: Pick<Parts, 'db' | 'keys'>,
  { customerId, topics, frequency, confirmedAt }: ImportedSubscription,
): Promise<boolean> {
  return inTurn(db, { lock: lockNewsletter, customerId }, async (trx) => {
    const recipient = await findRecipient(trx, customerId);
    if (!recipient || (await findSubscription(trx, customerId))) return false;
    const { channel, locale, email } = recipient;
    const address_hmac = await keys.hmacOf(trx, email);
    if (await findSuppression(trx, address_hmac)) return false;
    const consent_id = newId();
    const text = consentText(locale, channel);
    const shared = { user_id: customerId, address_hmac, topics: [...topics] };
    await insertConsent(trx, {
      ...shared,
      id: consent_id,
      source: 'import',
      text_version: CONSENT_VERSION,
      text_digest: await keepText(trx, { version: CONSENT_VERSION, locale, text }),
      locale,
      requested_at: confirmedAt,
      confirmed_at: confirmedAt,
    });
    await putSubscription(trx, {
      ...shared,
      consent_id,
      frequency,
      link_sent_at: confirmedAt,
      link_expires_at: confirmedAt,
      confirmed_at: confirmedAt,
    });
    return true;
  });
}
