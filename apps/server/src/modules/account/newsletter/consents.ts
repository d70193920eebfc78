import { createHash } from 'node:crypto';
import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Insertable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { NewsletterConsents } from '../../../platform/database/database-types.ts';
import { NOBODY } from '../../../platform/ids.ts';
import { translatorFor } from './texts.ts';

/** Changed whenever a text changes its meaning; a test knows the texts of a version. */
export const CONSENT_VERSION = '2026-11-29';

/** What a subscriber agrees to. */
export const consentText = (locale: Locale, brand: { id: string; name: string }): string =>
  translatorFor(locale, brand.id)('consent', { brand: brand.name });

type ShownText = { version: string; locale: string; text: string };

/** Stores a text once; returns the digest by which proofs refer to it. */
export async function keepText(trx: Queryable, shown: ShownText): Promise<Buffer> {
  const digest = createHash('sha256').update(shown.text).digest();
  await trx
    .insertInto('newsletter_texts')
    .values({ digest, ...shown })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return digest;
}

export async function insertConsent(
  trx: Queryable,
  { topics, ...consent }: Insertable<NewsletterConsents>,
): Promise<void> {
  await trx
    .insertInto('newsletter_consents')
    .values({ ...consent, topics: [...topics] })
    .execute();
}

export function findConsent(db: Queryable, customerId: CustomerId, id: string) {
  return db
    .selectFrom('newsletter_consents')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Why a consent is no longer valid. */
type Ending = 'customer' | 'one-click' | 'bounce' | 'complaint' | 'address-change' | 'replaced' | 'erased';

export async function endConsent(
  trx: Queryable,
  { customerId, id }: { customerId: CustomerId; id: string },
  { by, now }: { by: Ending; now: Date },
): Promise<void> {
  await trx
    .updateTable('newsletter_consents')
    .set({ ended_at: now, ended_by: by })
    .where('user_id', '=', customerId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Records when the link was pressed and from which network. */
export async function confirmConsent(
  trx: Queryable,
  { customerId, id }: { customerId: CustomerId; id: string },
  { now, network }: { now: Date; network: string | null },
): Promise<void> {
  await trx
    .updateTable('newsletter_consents')
    .set({ confirmed_at: now, confirmed_network: network })
    .where('user_id', '=', customerId)
    .where('id', '=', id)
    .execute();
}

/** Detaches a customer's proofs from the customer, and deletes unconfirmed ones, which prove nothing. */
export async function anonymiseConsents(trx: Queryable, customerId: CustomerId, now: Date): Promise<void> {
  const theirs = trx.deleteFrom('newsletter_consents').where('user_id', '=', customerId);
  await theirs.where('confirmed_at', 'is', null).execute();
  const disowned = trx.updateTable('newsletter_consents').where('user_id', '=', customerId);
  await disowned.where('ended_at', 'is', null).set({ ended_at: now, ended_by: 'erased' }).execute();
  await disowned.set({ user_id: NOBODY }).execute();
}
