import type { changeNewsletter } from '@keepsake/contracts/account/newsletter';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { inTurn, type Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { neighbourhoodOf } from '../../../platform/network.ts';
import { Problem } from '../../../platform/problem.ts';
import { confirmConsent, endConsent, findConsent, insertConsent } from './consents.ts';
import type { Parts } from './deps.ts';
import { recordOptOut } from './newsletter-journal.ts';
import {
  findSubscription,
  findSuppression,
  lockNewsletter,
  pushNewsletter,
  removeSubscription,
  type SubscriptionRow,
  suppress,
  updateSubscription,
} from './store.ts';

type Change = Omit<BodyOf<typeof changeNewsletter>, 'locale'>;

/** Changes the given fields of a confirmed subscription. New topics require a consent of their own. Throws `not-found`. */
export async function change(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { customerId, ip, requested }: { customerId: CustomerId; ip: string; requested: Change },
): Promise<void> {
  const { topics, frequency, pauseDays } = requested;
  await inTurn(db, { lock: lockNewsletter, customerId }, async (trx) => {
    const found = await findSubscription(trx, customerId);
    if (!found?.confirmed_at) throw new Problem('not-found');
    const now = clock();
    await pushNewsletter(trx, customerId, now);
    const isPaused = pauseDays !== undefined && pauseDays > 0;
    const isOther = topics !== undefined && topics.toSorted().join() !== found.topics.toSorted().join();
    const consent_id = isOther
      ? await renewConsent(trx, found, { source: 'topics-change', topics, now, network: neighbourhoodOf(ip) })
      : undefined;
    await updateSubscription(trx, customerId, {
      topics,
      frequency,
      consent_id,
      paused_until: isPaused
        ? new Date(now.getTime() + pauseDays * DAY_MS)
        : pauseDays === 0
          ? null
          : undefined,
    });
  });
}

type Renewal = {
  source: 'topics-change' | 'address-change';
  topics?: readonly string[];
  address_hmac?: Buffer;
  now: Date;
  network: string | null;
};

/** Replaces the confirmed proof of consent by a new one based on it, and returns its id. */
async function renewConsent(
  trx: Queryable,
  { user_id: customerId, consent_id }: SubscriptionRow,
  { source, now, network, topics, address_hmac }: Renewal,
): Promise<string> {
  const before = await findConsent(trx, customerId, consent_id);
  if (!before) throw new Error('A subscription has no proof of consent');
  const id = newId();
  await insertConsent(trx, {
    ...before,
    id,
    source,
    topics: [...(topics ?? before.topics)],
    address_hmac: address_hmac ?? before.address_hmac,
    requested_at: now,
    requested_network: network,
  });
  await confirmConsent(trx, { customerId, id }, { now, network });
  const by = source === 'address-change' ? source : 'replaced';
  await endConsent(trx, { customerId, id: consent_id }, { by, now });
  return id;
}

type Ended = { by: 'customer' | 'one-click' | 'bounce' | 'complaint'; now: Date };

/**
 * Ends a customer's subscription, if there is one. The address of a confirmed one is suppressed, until its owner confirms a new
 * subscription.
 */
export async function unsubscribe(
  trx: Queryable,
  { journal }: Pick<Parts, 'journal'>,
  { customerId, by, now }: Ended & { customerId: CustomerId },
): Promise<void> {
  const ended = await endSubscription(trx, customerId, { by, now });
  if (!ended?.confirmed_at) return;
  const [hmac, reason] = [ended.address_hmac, by === 'bounce' ? 'bounced' : 'unsubscribed'] as const;
  await suppress(trx, hmac, reason, now);
  await recordOptOut(journal, trx, { hmac, reason, isLifted: false, now });
}

/** Ends a customer's subscription and its proof of consent, and returns it; null if there is none. */
export async function endSubscription(
  trx: Queryable,
  customerId: CustomerId,
  { by, now }: Ended,
): Promise<SubscriptionRow | null> {
  await lockNewsletter(trx, customerId);
  const found = await findSubscription(trx, customerId);
  if (!found) return null;
  await endConsent(trx, { customerId, id: found.consent_id }, { by, now });
  await removeSubscription(trx, customerId);
  await pushNewsletter(trx, customerId, now);
  return found;
}

/**
 * Makes a subscription follow the account to a new, confirmed address (ADR 42). A pending one does not: its link went to the
 * previous address. Nor does any follow to a suppressed address, or if there is none any more.
 */
export async function followAddress(
  trx: Queryable,
  { keys, clock }: Pick<Parts, 'keys' | 'clock'>,
  { customerId, email }: { customerId: CustomerId; email: string },
): Promise<void> {
  await lockNewsletter(trx, customerId);
  const found = await findSubscription(trx, customerId);
  const address_hmac = await keys.hmacOf(trx, email);
  if (!found || found.address_hmac.equals(address_hmac)) return;
  const now = clock();
  await pushNewsletter(trx, customerId, now);
  if (email === '' || !found.confirmed_at || (await findSuppression(trx, address_hmac))) {
    await endConsent(trx, { customerId, id: found.consent_id }, { by: 'address-change', now });
    return removeSubscription(trx, customerId);
  }
  const consent_id = await renewConsent(trx, found, {
    source: 'address-change',
    address_hmac,
    now,
    network: null,
  });
  await updateSubscription(trx, customerId, { address_hmac, consent_id });
}
