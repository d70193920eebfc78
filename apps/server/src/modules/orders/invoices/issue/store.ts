import type { OrderRef } from '@keepsake/contracts/orders/orders';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Queryable } from '../../../../platform/database/database.ts';
import { parseStoredColumn } from '../../../../platform/stored-json.ts';
import type { TaxTotal } from '../../invoice-documents/index.ts';
import type { InvoiceRef } from '../store.ts';
import { type HeldShare, heldShare } from './match-refund.ts';
import { taxesOf } from './match-store.ts';

/** Records why nothing can be issued for an order. */
export async function noteFault(
  db: Queryable,
  { customerId, orderCode }: OrderRef,
  { fault, now }: { fault: string; now: Date },
): Promise<void> {
  await db
    .insertInto('invoice_faults')
    .values({ user_id: customerId, order_code: orderCode, fault, tried_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'order_code']).doUpdateSet({ fault, tried_at: now }),
    )
    .execute();
}

export async function forgetFault(db: Queryable, { customerId, orderCode }: OrderRef): Promise<void> {
  await db
    .deleteFrom('invoice_faults')
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .execute();
}

/** Whether an order has no invoice, and a reason for that. */
export async function isUninvoiceable(db: Queryable, { customerId, orderCode }: OrderRef): Promise<boolean> {
  const { rows } = await sql`select from invoice_faults as fault
    where user_id = ${customerId} and order_code = ${orderCode} and not exists (
      select from invoice_supplies as supply join invoices
        on invoices.user_id = supply.customer_id and invoices.id = supply.invoice_id
      where supply.order_code = fault.order_code)`.execute(db);
  return rows.length > 0;
}

/** Orders for which nothing could be issued, most recently tried first. */
export function listFaults(db: Queryable, limit: number) {
  return db
    .selectFrom('invoice_faults')
    .select(['user_id as customerId', 'order_code as orderCode', 'fault', 'tried_at as triedAt'])
    .orderBy('tried_at', 'desc')
    .limit(limit)
    .execute();
}

/** Documents not yet given to the retailer's platform, oldest first. */
export function listUnsent(db: Queryable, limit: number) {
  return db
    .selectFrom('structured_invoices')
    .select(['user_id as customerId', 'invoice_id as invoiceId', 'channel', 'number', 'xml'])
    .where('sent_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** Records that the platform was given a document. */
export async function recordSent(
  db: Queryable,
  { customerId, invoiceId }: InvoiceRef,
  now: Date,
): Promise<void> {
  await db
    .updateTable('structured_invoices')
    .set({ sent_at: now })
    .where('user_id', '=', customerId)
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

type Stored = {
  number: string;
  issuedOn: string;
  gross: number;
  taxes: TaxTotal[];
  shares: HeldShare[] | null;
};

/** The facts of an invoice issued here; undefined until it is stored. */
export async function readIssued(
  db: Queryable,
  { customerId, invoiceId }: InvoiceRef,
): Promise<Stored | undefined> {
  const row = await db
    .selectFrom('invoices')
    .leftJoin('structured_invoices as stored', (join) =>
      join.onRef('stored.user_id', '=', 'invoices.user_id').onRef('stored.invoice_id', '=', 'invoices.id'),
    )
    .select(['invoices.number', 'issued_on as issuedOn', 'gross', 'taxes', 'shares'])
    .where('invoices.user_id', '=', customerId)
    .where('invoices.id', '=', invoiceId)
    .executeTakeFirst();
  if (!row) return undefined;
  const shares = parseStoredColumn(z.array(heldShare).nullable(), row.shares, `invoice ${row.number}`);
  return { ...row, taxes: taxesOf(row), shares };
}

type Xml = {
  channel: string;
  number: string;
  xml: string;
  /** What an invoice holds; null for credit notes, and if it is not recorded. */
  shares: readonly HeldShare[] | null;
  now: Date;
};

/** Keeps the XML of a document, for the retailer's platform. */
export async function keepXml(
  trx: Queryable,
  { customerId, invoiceId }: InvoiceRef,
  { channel, number, xml, shares, now }: Xml,
): Promise<void> {
  await trx
    .insertInto('structured_invoices')
    .values({
      user_id: customerId,
      invoice_id: invoiceId,
      channel,
      number,
      xml,
      created_at: now,
      shares: shares && JSON.stringify(shares),
    })
    .execute();
}
