import type { Queryable } from '../../../../platform/database/database.ts';
import type { InvoiceRef } from '../store.ts';
import type { TaxTotal } from './issued-document.ts';

type Stored = { number: string; issuedOn: string; gross: number; taxes: TaxTotal[] };

/** The facts of an invoice issued here; undefined until it is stored. */
export async function readIssued(
  db: Queryable,
  { userId, invoiceId }: InvoiceRef,
): Promise<Stored | undefined> {
  const row = await db
    .selectFrom('invoices')
    .select(['number', 'issued_on as issuedOn', 'gross', 'taxes'])
    .where('user_id', '=', userId)
    .where('id', '=', invoiceId)
    .executeTakeFirst();
  if (!row) return undefined;
  // `taxes` are stored as in the intake, with rates in per cent.
  const taxes = (row.taxes as TaxTotal[]).map((total) => ({ ...total, rate: Math.round(total.rate * 100) }));
  return { ...row, taxes };
}
