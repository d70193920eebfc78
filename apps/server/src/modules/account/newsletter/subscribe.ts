import type { NewsletterFrequency, NewsletterTopic } from '@keepsake/contracts/account/newsletter';
import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { inTurn, type Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { neighbourhoodOf } from '../../../platform/network.ts';
import { Problem } from '../../../platform/problem.ts';
import { isRecent } from '../../../platform/recently.ts';
import { findRecipient } from '../customers/index.ts';
import { justSent } from '../mailed-links/index.ts';
import { LINK_MS } from './confirm.ts';
import { CONSENT_VERSION, consentText, endConsent, insertConsent, keepText } from './consents.ts';
import type { Parts } from './deps.ts';
import {
  findSubscription,
  findSuppression,
  lockNewsletter,
  pushNewsletter,
  putSubscription,
  updateSubscription,
} from './store.ts';

type Requested = {
  customerId: CustomerId;
  topics: readonly NewsletterTopic[];
  frequency: NewsletterFrequency;
  /** The language and version of the text that was shown. */
  locale: Locale;
  consentVersion: string;
  ip: string;
};

/**
 * Stores a customer's choice and mails the link that confirms it; a confirmed subscription only changes its choice. Throws
 * `conflict` if the text shown is outdated, or if mails to the address bounced.
 */
export async function subscribe(parts: Parts, requested: Requested): Promise<void> {
  const { db, keys, clock } = parts;
  const { customerId, topics, frequency } = requested;
  const recipient = await findRecipient(db, customerId);
  if (!recipient) throw new Problem('not-found');
  if (recipient.email === '') throw new Problem('no-address');
  if (requested.consentVersion !== CONSENT_VERSION) throw new Problem('conflict');
  const hmac = await keys.hmacOf(db, recipient.email);
  const suppression = await findSuppression(db, hmac);
  if (suppression === 'bounced') throw new Problem('conflict');
  const text = consentText(requested.locale, recipient.channel);
  await inTurn(db, { lock: lockNewsletter, customerId }, async (trx) => {
    const now = clock();
    await pushNewsletter(trx, customerId, now);
    const found = await findSubscription(trx, customerId);
    const isSame = found?.address_hmac.equals(hmac) ?? false;
    if (found?.confirmed_at && isSame && suppression === null) {
      return updateSubscription(trx, customerId, { topics, frequency });
    }
    if (found && !found.confirmed_at && isSame && found.link_expires_at > now) {
      await updateSubscription(trx, customerId, { topics, frequency });
      return void (await mailLinkAgain(trx, parts, customerId));
    }
    if (found) await endConsent(trx, { customerId, id: found.consent_id }, { by: 'replaced', now });
    const consentId = await beginSubscription(trx, requested, { hmac, text, now });
    await parts.link.queue(trx, { customerId, consentId });
  });
}

/** Stores a subscription that is yet to be confirmed, with its proof of consent, whose id it returns. */
async function beginSubscription(
  trx: Queryable,
  { customerId, topics, frequency, locale, ip }: Requested,
  { hmac, text, now }: { hmac: Buffer; text: string; now: Date },
): Promise<string> {
  const consentId = newId();
  const both = { user_id: customerId, address_hmac: hmac, topics: [...topics] };
  await insertConsent(trx, {
    ...both,
    id: consentId,
    source: 'double-opt-in',
    text_version: CONSENT_VERSION,
    text_digest: await keepText(trx, { version: CONSENT_VERSION, locale, text }),
    locale,
    requested_at: now,
    requested_network: neighbourhoodOf(ip),
  });
  await putSubscription(trx, {
    ...both,
    consent_id: consentId,
    frequency,
    link_sent_at: now,
    link_expires_at: new Date(now.getTime() + LINK_MS),
    confirmed_at: null,
  });
  return consentId;
}

/**
 * Mails the link of a pending subscription again, even if the earlier one has expired.
 * @returns 'none' if nothing is pending, 'just sent' if the latest mail is too recent.
 */
export async function mailLinkAgain(
  trx: Queryable,
  { clock, link }: Pick<Parts, 'clock' | 'link'>,
  customerId: CustomerId,
): Promise<'sent' | 'none' | 'just sent'> {
  const now = clock();
  const found = await findSubscription(trx, customerId);
  if (!found || found.confirmed_at) return 'none';
  if (isRecent(found.link_sent_at, justSent(now))) return 'just sent';
  await updateSubscription(trx, customerId, {
    link_sent_at: now,
    link_expires_at: new Date(now.getTime() + LINK_MS),
  });
  await link.queue(trx, { customerId, consentId: found.consent_id });
  return 'sent';
}
