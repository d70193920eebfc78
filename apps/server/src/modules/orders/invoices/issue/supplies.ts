import type { OrderRef } from '@keepsake/contracts/orders/orders';
import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import { NOBODY, newId } from '../../../../platform/ids.ts';
import { isBusinessSql } from '../../../account/customers/index.ts';
import { findOrderOwner } from '../../orders/index.ts';
import type { Deps } from '../deps.ts';
import type { InvoiceRef } from '../store.ts';
import { adoptSupply } from './adopt-restored.ts';

/** An order's invoice, chosen once, and whose documents are: the customer's, or nobody's once the customer was erased. */
export type Supply = InvoiceRef;

/** Whether an order is to be invoiced here: its customer is a business, or was one when its invoice was issued. */
export async function isInvoicedHere(db: Queryable, { customerId, orderCode }: OrderRef): Promise<boolean> {
  const { rows } = await sql<{ isInvoiced: boolean }>`
    select ${isBusinessSql(customerId)}
      or exists (select from invoice_supplies as supply join invoices as invoice
        on invoice.user_id = supply.customer_id and invoice.id = supply.invoice_id
        where supply.order_code = ${orderCode} and supply.service is null) as "isInvoiced"`.execute(db);
  return rows[0]?.isInvoiced === true;
}

/** The supply of an order; null if its shop has invoiced it. */
export async function claimSupply(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ref: OrderRef,
): Promise<Supply | null> {
  const { customerId, orderCode } = ref;
  await db
    .insertInto('invoice_supplies')
    .values({ order_code: orderCode, customer_id: customerId, invoice_id: newId(), created_at: clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const isAdopted = customerId !== NOBODY;
  if (isAdopted) await db.transaction().execute((trx) => adoptOwn(trx, ref));
  const supply = await db
    .selectFrom('invoice_supplies')
    .select(['service', 'invoice_id as invoiceId', 'customer_id as customerId'])
    .where('order_code', '=', orderCode)
    .executeTakeFirstOrThrow();
  const { service, invoiceId } = supply;
  return service === null && invoiceId !== null ? { invoiceId, customerId: supply.customerId } : null;
}

/** Documents of nobody are the customer's again as long as the order is: after a restore, or while it outlives an erasure. */
async function adoptOwn(trx: Queryable, ref: OrderRef): Promise<void> {
  const owner = await lockSupply(trx, ref.orderCode);
  if (owner !== NOBODY || (await findOrderOwner(trx, ref.orderCode)) !== ref.customerId) return;
  await adoptSupply(trx, ref);
}

/** Locks the supply of an order until the transaction ends, and returns whose documents are. */
async function lockSupply(trx: Queryable, orderCode: string): Promise<string> {
  const { customer_id: owner } = await trx
    .selectFrom('invoice_supplies')
    .select('customer_id')
    .where('order_code', '=', orderCode)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return owner;
}

/** The same. Throws if they were erased meanwhile: the job begins again, and finds them where they are. */
export async function requireOwner(trx: Queryable, { customerId, orderCode }: OrderRef): Promise<void> {
  if ((await lockSupply(trx, orderCode)) !== customerId)
    throw new Error('The documents of an order have another owner than before');
}
