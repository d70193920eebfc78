import { NEWSLETTER_LINK_HOURS } from '@keepsake/contracts/account/newsletter';
import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import { ADDRESS_PARAMETER } from '@keepsake/contracts/platform/start-of-page';
import * as z from 'zod';
import { HOUR_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { foldAddress } from '../../../platform/mail-address.ts';
import { neighbourhoodOf } from '../../../platform/network.ts';
import { Problem } from '../../../platform/problem.ts';
import { addressOfPage } from '../../frame/channels/index.ts';
import { findRecipient, type Recipient } from '../customers/index.ts';
import type { LinkMail, LinkPurpose } from '../mailed-links/index.ts';
import { confirmConsent } from './consents.ts';
import type { Deps, Parts, RequestedSubscription } from './deps.ts';
import type { Keys } from './keys.ts';
import { recordOptOut } from './newsletter-journal.ts';
import {
  findSubscription,
  liftSuppression,
  lockNewsletter,
  pushNewsletter,
  type SubscriptionRow,
  updateSubscription,
} from './store.ts';
import { translatorFor } from './texts.ts';

const requested = z.object({ customerId: customerIdSchema, consentId: z.string() });

export const LINK_MS = NEWSLETTER_LINK_HOURS * HOUR_MS;

/** The link of a double opt-in. Its mail says what was requested and nothing else: advertising needs the consent first. */
export function confirmationLink(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  keys: Keys,
): LinkPurpose<RequestedSubscription> {
  return {
    name: 'newsletter',
    lifetimeSeconds: LINK_MS / 1000,
    requested,
    async writeMail(trx, { customerId, consentId }) {
      const found = await findRequested(trx, keys, { customerId, consentId });
      if (!found || found.subscription.confirmed_at) return null;
      return subscriptionMail(publicUrl, found.recipient);
    },
  };
}

export function subscriptionMail(publicUrl: string, { channel, email, name, locale }: Recipient): LinkMail {
  const t = translatorFor(locale, channel.id);
  const page = new URL(addressOfPage(publicUrl, '/subscription-confirmation', channel.id));
  page.searchParams.set(ADDRESS_PARAMETER, email);
  return {
    kind: 'newsletter',
    to: { email, name, locale },
    brand: channel,
    subject: t('mail.subject'),
    text: t('mail.text', { brand: channel.name, hours: NEWSLETTER_LINK_HOURS }),
    button: t('mail.button'),
    note: t('mail.note'),
    why: 'address',
    page: page.href,
    hasToken: true,
  };
}

/** The subscription a link is for, unless the customer has another one or another address by now. */
async function findRequested(trx: Queryable, keys: Keys, { customerId, consentId }: RequestedSubscription) {
  const subscription = await findSubscription(trx, customerId);
  const recipient = await findRecipient(trx, customerId);
  if (!recipient || subscription?.consent_id !== consentId) return null;
  const isSame = subscription.address_hmac.equals(await keys.hmacOf(trx, recipient.email));
  return isSame ? { subscription, recipient } : null;
}

type Press = { email: string; token: string; ip: string };

/**
 * Confirms the subscription of a link. Pressing again finds it confirmed, as long as the customer is subscribed. Throws the
 * problem `not-found` for every link that confirms nothing, whatever the reason.
 */
export async function confirmSubscription(
  { db, keys, link, journal }: Pick<Parts, 'db' | 'keys' | 'link' | 'journal'>,
  { email, token, ip }: Press,
): Promise<void> {
  const opened = await link.open(db, token);
  const isTheirs = opened && (await foldAddress(db, opened.email)) === (await foldAddress(db, email));
  if (!isTheirs) throw new Problem('not-found');
  const outcome = await link.confirm(token, async (trx, { requested: wanted }, now) => {
    await lockNewsletter(trx, wanted.customerId);
    const found = await findRequested(trx, keys, wanted);
    if (!found) return null;
    // Another mail with a link for the same may have been pressed before.
    if (!found.subscription.confirmed_at) await confirm(trx, found.subscription, { journal, now, ip });
    return true;
  });
  if (outcome.state === 'done') return;
  const subscription =
    outcome.state === 'used' ? await findSubscription(db, opened.requested.customerId) : null;
  if (!subscription?.confirmed_at) throw new Problem('not-found');
}

/** The owner of the address has subscribed again, which lifts an earlier unsubscription. */
async function confirm(
  trx: Queryable,
  { user_id: customerId, consent_id: id, address_hmac }: SubscriptionRow,
  { journal, now, ip }: Pick<Parts, 'journal'> & { now: Date; ip: string },
): Promise<void> {
  await updateSubscription(trx, customerId, { confirmed_at: now });
  await pushNewsletter(trx, customerId, now);
  await confirmConsent(trx, { customerId, id }, { now, network: neighbourhoodOf(ip) });
  if (await liftSuppression(trx, address_hmac, 'unsubscribed'))
    await recordOptOut(journal, trx, { hmac: address_hmac, reason: 'unsubscribed', isLifted: true, now });
}
