import type { Queryable } from '../../../../platform/database/database.ts';

/** Documents not yet given to the retailer's platform, oldest first. */
export function listUnsent(db: Queryable, limit: number) {
  return db
    .selectFrom('structured_invoices')
    .select(['user_id as userId', 'invoice_id as invoiceId', 'channel', 'number', 'xml'])
    .where('sent_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** Records that the platform was given a document. */
export async function recordSent(
  db: Queryable,
  { userId, invoiceId }: { userId: string; invoiceId: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('structured_invoices')
    .set({ sent_at: now })
    .where('user_id', '=', userId)
    .where('invoice_id', '=', invoiceId)
    .execute();
}

type Answered = { channel: string; number: string; reference: string; answer: string };

/** Records the platform's reference and answer for a document; false if there is none with this number. */
export async function recordAnswer(
  db: Queryable,
  { channel, number, reference, answer }: Answered,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('structured_invoices')
    .set({ reference, answer })
    .where('channel', '=', channel)
    .where('number', '=', number)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The number of documents by the platform's answer. */
export function countDocuments(db: Queryable) {
  return db
    .selectFrom('structured_invoices')
    .select((eb) => [
      'channel',
      eb('sent_at', 'is not', null).as('isSent'),
      'answer',
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(['channel', 'isSent', 'answer'])
    .orderBy('channel')
    .execute();
}
