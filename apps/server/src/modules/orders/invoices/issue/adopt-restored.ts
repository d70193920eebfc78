import type { OrderRef } from '@keepsake/contracts/orders/orders';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../../../platform/database/database.ts';
import { NOBODY } from '../../../../platform/ids.ts';

/**
 * Gives credit notes that came back after a restore the ids of their refunds, which the shop has reported again under others: without
 * that a refund would be credited twice (ADR 82). A credit note is of a refund of its amount.
 */
export async function adoptCreditNotes(
  db: Database,
  ref: OrderRef,
  refunds: readonly { id: string; amount: number }[],
): Promise<void> {
  if (refunds.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select id::text from unnest(${refunds.map(({ id }) => id)}::uuid[]) as refund (id)
    where not exists (select from invoices where user_id = ${ref.customerId} and invoices.id = refund.id)
      and not exists (select from refund_matches where user_id = ${ref.customerId} and refund_id = refund.id)`.execute(
    db,
  );
  const unknown = new Set(rows.map(({ id }) => id));
  for (const refund of refunds)
    if (unknown.has(refund.id)) await db.transaction().execute((trx) => adoptCreditNote(trx, ref, refund));
}

async function adoptCreditNote(
  trx: Queryable,
  { customerId, orderCode }: OrderRef,
  { id, amount }: { id: string; amount: number },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from invoices as note where user_id = ${customerId} and kind = 'credit-note' and service is null
      and order_codes = array[${orderCode}] and gross = ${amount}
      and not exists (select from reported_events as event where event.user_id = note.user_id
        and event.order_code = ${orderCode} and event.id = note.id)
    order by number limit 1 for update`.execute(trx);
  const before = rows[0]?.id;
  if (!before) return;
  await sql`update invoices set id = ${id} where user_id = ${customerId} and id = ${before}`.execute(trx);
  await sql`update structured_invoices set invoice_id = ${id} where user_id = ${customerId} and invoice_id = ${before}`.execute(
    trx,
  );
  await sql`update invoice_numbers set invoice_id = ${id} where invoice_id = ${before}`.execute(trx);
  await sql`update refund_matches set refund_id = ${id} where user_id = ${customerId} and refund_id = ${before}`.execute(
    trx,
  );
}

/**
 * Gives the documents of an order to its customer: those that came back after a restore from their pdfs alone belong to nobody until
 * the shop has reported the order again (ADR 82). An erased customer's orders are never reported again.
 */
export async function adoptSupply(trx: Queryable, { customerId, orderCode }: OrderRef): Promise<void> {
  const { rows } = await sql<{ id: string }>`update invoices set user_id = ${customerId}
    where user_id = ${NOBODY} and service is null and order_codes = array[${orderCode}] returning id`.execute(
    trx,
  );
  await trx
    .updateTable('refund_matches')
    .set({ user_id: customerId })
    .where('user_id', '=', NOBODY)
    .where('order_code', '=', orderCode)
    .execute();
  const ids = rows.map(({ id }) => id);
  const own = { customer_id: customerId };
  await trx.updateTable('invoice_supplies').set(own).where('order_code', '=', orderCode).execute();
  if (ids.length === 0) return;
  await trx.updateTable('invoice_numbers').set(own).where('invoice_id', 'in', ids).execute();
  const stored = trx
    .updateTable('structured_invoices')
    .set({ user_id: customerId })
    .where('user_id', '=', NOBODY);
  await stored.where('invoice_id', 'in', ids).execute();
}
