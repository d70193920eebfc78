import type { NewsletterFrequency, NewsletterTopic } from '@keepsake/contracts/account/newsletter';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Selectable, Updateable } from 'kysely';
import { lockCount, type Queryable } from '../../../platform/database/database.ts';
import type { NewsletterSubscriptions } from '../../../platform/database/database-types.ts';
import { push } from '../../../platform/push.ts';

export type SubscriptionRow = Selectable<NewsletterSubscriptions>;
type Choice = { topics: readonly NewsletterTopic[]; frequency: NewsletterFrequency };

/** Makes other changes of a customer's newsletter wait until this transaction ends. */
export async function lockNewsletter(trx: Queryable, customerId: CustomerId): Promise<void> {
  await lockCount(trx, 'newsletter', customerId);
}

export async function findSubscription(
  db: Queryable,
  customerId: CustomerId,
): Promise<SubscriptionRow | null> {
  const found = await db
    .selectFrom('newsletter_subscriptions')
    .selectAll()
    .where('user_id', '=', customerId)
    .executeTakeFirst();
  return found ?? null;
}

/** Stores a subscription, replacing the customer's previous one. */
export async function putSubscription(
  trx: Queryable,
  { topics, ...row }: Omit<SubscriptionRow, 'paused_until' | 'last_issue_at'>,
): Promise<void> {
  const values = { ...row, topics: [...topics], paused_until: null, last_issue_at: null };
  await trx
    .insertInto('newsletter_subscriptions')
    .values(values)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** Changes the given fields of a customer's subscription. */
export async function updateSubscription(
  trx: Queryable,
  customerId: CustomerId,
  { topics, ...change }: Partial<Choice> & Omit<Updateable<NewsletterSubscriptions>, 'topics' | 'frequency'>,
): Promise<void> {
  await trx
    .updateTable('newsletter_subscriptions')
    .set({ ...change, ...(topics && { topics: [...topics] }) })
    .where('user_id', '=', customerId)
    .execute();
}

/** Lets the customer's other windows reload the newsletter, too. */
export async function pushNewsletter(trx: Queryable, customerId: CustomerId, now: Date): Promise<void> {
  await push(trx, customerId, { type: 'account-changed', data: {} }, now);
}

export async function removeSubscription(trx: Queryable, customerId: CustomerId): Promise<void> {
  await trx.deleteFrom('newsletter_subscriptions').where('user_id', '=', customerId).execute();
}

type Reason = 'unsubscribed' | 'bounced';

/** Why an address is suppressed; null if it is not. */
export async function findSuppression(db: Queryable, hmac: Buffer): Promise<Reason | null> {
  const found = await db
    .selectFrom('newsletter_suppressions')
    .select('reason')
    .where('address_hmac', '=', hmac)
    .executeTakeFirst();
  return found?.reason ?? null;
}

/** Suppresses an address; one that bounced keeps that reason. */
export async function suppress(trx: Queryable, hmac: Buffer, reason: Reason, now: Date): Promise<void> {
  await trx
    .insertInto('newsletter_suppressions')
    .values({ address_hmac: hmac, reason, suppressed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('address_hmac')
        .doUpdateSet({ reason, suppressed_at: now })
        .where('newsletter_suppressions.reason', '<>', 'bounced'),
    )
    .execute();
}

/** Lifts the suppression of an address if it has this reason. */
export async function liftSuppression(trx: Queryable, hmac: Buffer, reason: Reason): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('newsletter_suppressions')
    .where('address_hmac', '=', hmac)
    .where('reason', '=', reason)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
