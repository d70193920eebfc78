import { sql } from 'kysely';
import * as z from 'zod';
import { inTurn } from '../../../platform/database/database.ts';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import { anonymiseConsents } from './consents.ts';
import type { Parts } from './deps.ts';
import { lockNewsletter, removeSubscription } from './store.ts';

export const TABLES: Tables = {
  newsletter_subscriptions: { customer: 'user_id', erasedBy: 'module' },
  newsletter_consents: { customer: 'user_id', erasedBy: 'module' },
  newsletter_deliveries: { customer: 'user_id', erasedBy: 'module' },
  newsletter_issues: { impersonal: 'mailings, as they are sent to everybody' },
  newsletter_suppressions: { stays: 'nothing is sent there again' },
  newsletter_texts: { impersonal: 'texts of consent' },
};

const SUBSCRIPTION = tableFile({
  name: 'newsletter',
  table: 'newsletter_subscriptions',
  orderBy: ['user_id'],
  row: z.strictObject({
    topics: z.array(z.string()),
    frequency: z.string(),
    pausedUntil: z.string().nullable(),
    confirmedAt: z.string().nullable(),
  }),
});

const CONSENTS = tableFile({
  name: 'newsletter-consents',
  table: 'newsletter_consents',
  only: sql`exists (select from newsletter_texts where digest = text_digest)`,
  orderBy: ['id'],
  row: z.strictObject({
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
  }),
  from: {
    text: sql`(select text from newsletter_texts where digest = text_digest)`,
  },
});

/** Erases the subscription and deliveries; proofs of consent stay without the customer, because claims can still be made. */
export function personalData({ db, clock }: Pick<Parts, 'db' | 'clock'>): DeclaredData {
  return {
    area: 'newsletter',
    async erase(customerId) {
      await inTurn(db, { lock: lockNewsletter, customerId }, async (trx) => {
        await anonymiseConsents(trx, customerId, clock());
        await removeSubscription(trx, customerId);
        await trx.deleteFrom('newsletter_deliveries').where('user_id', '=', customerId).execute();
      });
      return null;
    },
    files: [SUBSCRIPTION, CONSENTS],
  };
}
