import type { Queryable } from '../../../../platform/database/database.ts';

/** Documents that the retailer's platform has not been given, the first one first. */
export function listUnsent(db: Queryable, limit: number) {
  return db
    .selectFrom('structured_invoices')
    .select(['user_id as userId', 'invoice_id as invoiceId', 'channel', 'number', 'xml'])
    .where('sent_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** Notes that the platform has been given a document. */
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

/** Notes what the platform calls a document and said of it; false when there is none of this number. */
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

/** How many documents there are, by what the platform said. */
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
