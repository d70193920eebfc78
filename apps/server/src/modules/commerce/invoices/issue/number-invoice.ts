import { sql } from 'kysely';
import type { Database, Queryable } from '../../../../platform/database/database.ts';

/** Our numbers begin with a distinct letter, because a channel may have earlier ones from its shop. */
const PREFIXES = { invoice: 'KI', 'credit-note': 'KC' } as const;

export type ToNumber = {
  invoiceId: string;
  userId: string;
  channel: string;
  kind: keyof typeof PREFIXES;
  /** The year of the series: that of the day of issue in the channel's calendar. */
  year: number;
  now: Date;
};
export type Numbered = { number: string; numberedAt: Date };

/**
 * The number of an invoice: the next one of its channel, year and kind, without gaps, or the one it already has. The series is
 * locked until the number is bound to the invoice; a sequence would lose numbers in a rollback.
 */
export function numberInvoice(db: Database, asked: ToNumber): Promise<Numbered> {
  const { invoiceId, userId, channel, kind, year, now } = asked;
  const series = `${channel} ${year} ${kind}`;
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`invoice series ${series}`}, 0))`.execute(trx);
    const known = await findNumber(trx, invoiceId);
    if (known) return known;
    const { value } = await trx
      .insertInto('invoice_series')
      .values({ series, value: 1 })
      .onConflict((conflict) =>
        conflict.column('series').doUpdateSet({ value: sql`invoice_series.value + 1` }),
      )
      .returning('value')
      .executeTakeFirstOrThrow();
    const number = `${PREFIXES[kind]}-${year}-${String(value).padStart(6, '0')}`;
    await trx
      .insertInto('invoice_numbers')
      .values({
        channel,
        number,
        customer_id: userId,
        invoice_id: invoiceId,
        series,
        place: value,
        created_at: now,
      })
      .execute();
    return { number, numberedAt: now };
  });
}

async function findNumber(trx: Queryable, invoiceId: string): Promise<Numbered | undefined> {
  const row = await trx
    .selectFrom('invoice_numbers')
    .select(['number', 'created_at'])
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  return row && { number: row.number, numberedAt: row.created_at };
}
