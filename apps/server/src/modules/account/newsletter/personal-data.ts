import type { CustomerId } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { dataFile, type PersonalData } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import { anonymiseConsents } from './consents.ts';
import type { Parts } from './deps.ts';
import { findSubscription, lockNewsletter, removeSubscription } from './store.ts';

export const TABLES: Tables = {
  newsletter_subscriptions: { customer: 'user_id', erasedBy: 'module' },
  newsletter_consents: { customer: 'user_id', erasedBy: 'module' },
  newsletter_deliveries: { customer: 'user_id', erasedBy: 'module' },
  newsletter_issues: { impersonal: 'mailings, as they are sent to everybody' },
  newsletter_suppressions: { stays: 'nothing is sent there again' },
  newsletter_texts: { impersonal: 'texts of consent' },
};

const subscriptionRow = z.strictObject({
  topics: z.array(z.string()),
  frequency: z.string(),
  pausedUntil: z.string().nullable(),
  confirmedAt: z.string().nullable(),
});

const consentRow = z.strictObject({
  source: z.string(),
  text: z.string(),
  locale: z.string(),
  topics: z.array(z.string()),
  requestedAt: z.string(),
  requestedNetwork: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  confirmedNetwork: z.string().nullable(),
  endedAt: z.string().nullable(),
  endedBy: z.string().nullable(),
});

/** Erases the subscription and deliveries; proofs of consent stay without the customer, because claims can still be made. */
export function personalData({ db, clock }: Pick<Parts, 'db' | 'clock'>): PersonalData {
  return {
    area: 'newsletter',
    async erase(customerId) {
      await db.transaction().execute(async (trx) => {
        await lockNewsletter(trx, customerId);
        await anonymiseConsents(trx, customerId, clock());
        await removeSubscription(trx, customerId);
        await trx.deleteFrom('newsletter_deliveries').where('user_id', '=', customerId).execute();
      });
      return null;
    },
    files: [
      dataFile({
        name: 'newsletter',
        row: subscriptionRow,
        read: (customerId) => readSubscription(db, customerId),
      }),
      dataFile({
        name: 'newsletter-consents',
        row: consentRow,
        read: (customerId) => readConsents(db, customerId),
      }),
    ],
  };
}

const iso = (at: Date | null) => at?.toISOString() ?? null;

async function* readSubscription(db: Database, customerId: CustomerId) {
  const found = await findSubscription(db, customerId);
  if (!found) return;
  const { topics, frequency, paused_until, confirmed_at } = found;
  yield { topics, frequency, pausedUntil: iso(paused_until), confirmedAt: iso(confirmed_at) };
}

async function* readConsents(db: Database, customerId: CustomerId) {
  const rows = await db
    .selectFrom('newsletter_consents')
    .innerJoin('newsletter_texts', 'digest', 'text_digest')
    .selectAll('newsletter_consents')
    .select('text')
    .where('user_id', '=', customerId)
    .orderBy('id')
    .execute();
  for (const { source, text, locale, topics, ...row } of rows) {
    yield {
      source,
      text,
      locale,
      topics,
      requestedAt: row.requested_at.toISOString(),
      requestedNetwork: row.requested_network,
      confirmedAt: iso(row.confirmed_at),
      confirmedNetwork: row.confirmed_network,
      endedAt: iso(row.ended_at),
      endedBy: row.ended_by,
    };
  }
}
