import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import { NOBODY } from '../../../../platform/ids.ts';
import type { Journal } from '../../../../platform/recovery/journal.ts';
import type { Deps } from '../deps.ts';
import { type DocumentKind, nameOfSeries, numberAt } from './invoice-numbers.ts';
import { NUMBERS } from './number-journal.ts';

type NumberDeps = Pick<Deps, 'db'> & { journal: Pick<Journal, 'require'> };

export type ToNumber = {
  invoiceId: string;
  customerId: CustomerId;
  orderCode: string;
  channel: string;
  kind: DocumentKind;
  /** The year of the series: that of the day of issue in the channel's calendar. */
  year: number;
  currency: string;
  net: number;
  tax: number;
  gross: number;
  now: Date;
};
export type Numbered = { number: string; numberedAt: Date };

/**
 * The number of an invoice: the next one of its channel, year and kind, without gaps, or the one it already has. The series is
 * locked until the number is bound to the invoice; a sequence would lose numbers in a rollback. The number is in the journal before
 * it is given out (ADR 82). Throws if the store is away.
 */
export function numberInvoice({ db, journal }: NumberDeps, requested: ToNumber): Promise<Numbered> {
  const { invoiceId, customerId, orderCode, channel, kind, year, currency, net, tax, gross, now } = requested;
  return db.transaction().execute(async (trx) => {
    const run = await readRun(trx);
    const series = nameOfSeries({ channel, kind, year, run });
    await sql`select pg_advisory_xact_lock(hashtextextended(${`invoice series ${series}`}, 0))`.execute(trx);
    const existing = await findNumber(trx, invoiceId);
    if (existing) return existing;
    const place = await raiseSeries(trx, series);
    const number = numberAt({ kind, year, run }, place);
    const bound = { channel, number, customer_id: customerId, invoice_id: invoiceId };
    await trx
      .insertInto('invoice_numbers')
      .values({ ...bound, series, place, created_at: now })
      .execute();
    const sums = { currency, net, tax, gross };
    const context = { channel, number, invoiceId, customerId, orderCode, numberedAt: now.toISOString() };
    await journal.require(NUMBERS, { ...context, ...sums });
    return { number, numberedAt: now };
  });
}

/** Leaves the number of a document to nobody. */
export async function disownNumber(trx: Queryable, { invoiceId }: { invoiceId: string }): Promise<void> {
  await trx
    .updateTable('invoice_numbers')
    .set({ customer_id: NOBODY })
    .where('invoice_id', '=', invoiceId)
    .execute();
}

/** How often numbers have begun anew. */
export async function readRun(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('invoice_runs')
    .select(({ fn }) => fn.max('run').as('run'))
    .executeTakeFirst();
  return row?.run ?? 1;
}

async function raiseSeries(trx: Queryable, series: string): Promise<number> {
  const { value } = await trx
    .insertInto('invoice_series')
    .values({ series, value: 1 })
    .onConflict((conflict) => conflict.column('series').doUpdateSet({ value: sql`invoice_series.value + 1` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

async function findNumber(trx: Queryable, invoiceId: string): Promise<Numbered | undefined> {
  const row = await trx
    .selectFrom('invoice_numbers')
    .select(['number', 'created_at'])
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  return row && { number: row.number, numberedAt: row.created_at };
}
