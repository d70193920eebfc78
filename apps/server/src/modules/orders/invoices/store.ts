import type { saveInvoice } from '@keepsake/contracts/orders/invoices';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { push } from '../../../platform/push.ts';
import type { EventQueue } from '../../exchange/event-delivery/index.ts';
import { removeLater } from '../../exchange/sent-files/index.ts';

export type InvoiceRef = { customerId: CustomerId; invoiceId: string };
/** An invoice by its shop's code. */
export type CodeRef = { customerId: CustomerId; service: string; code: string };

/** The content of an invoice, with its hash. */
export type Content = Omit<BodyOf<typeof saveInvoice>, 'customerId'> & { contentHash: Buffer };

const columnsOf = (content: Content) => ({
  version: content.version,
  content_hash: content.contentHash,
  channel: content.channel,
  kind: content.kind,
  number: content.number,
  credits: content.credits ?? null,
  issued_on: content.issuedOn,
  due_on: content.dueOn ?? null,
  currency: content.currency,
  net: content.net,
  tax: content.tax,
  gross: content.gross,
  taxes: JSON.stringify(content.taxes),
  order_codes: content.orderCodes,
  state: content.state,
});

type NewInvoice = InvoiceRef & {
  /** Null for one issued here. */
  reported: { service: string; code: string } | null;
  content: Content;
  now: Date;
};

/** Adds an invoice; false if its shop has reported it under this code before. */
export async function insertInvoice(
  trx: Queryable,
  { customerId, invoiceId, reported, content, now }: NewInvoice,
): Promise<boolean> {
  const added = await trx
    .insertInto('invoices')
    .values({
      user_id: customerId,
      id: invoiceId,
      service: reported?.service,
      code: reported?.code,
      ...columnsOf(content),
      received_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function updateInvoice(
  trx: Queryable,
  { customerId, invoiceId }: InvoiceRef,
  content: Content,
): Promise<void> {
  await trx
    .updateTable('invoices')
    .set(columnsOf(content))
    .where('user_id', '=', customerId)
    .where('id', '=', invoiceId)
    .execute();
}

/** Marks an open invoice as paid; false if it already is. */
export async function markPaid(trx: Queryable, { customerId, invoiceId }: InvoiceRef): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invoices')
    .set({ state: 'paid' })
    .where('user_id', '=', customerId)
    .where('id', '=', invoiceId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a paid invoice as open again, due on a day unless it says another; false if it is not paid. */
export async function markOpen(
  trx: Queryable,
  { customerId, invoiceId }: InvoiceRef,
  dueOn: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invoices')
    .set((eb) => ({ state: 'open', due_on: eb.fn.coalesce('due_on', eb.val(dueOn)) }))
    .where('user_id', '=', customerId)
    .where('id', '=', invoiceId)
    .where('state', '=', 'paid')
    .where('gross', '>', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A shop's invoice, locked until the transaction ends. */
export function lockInvoice(trx: Queryable, { customerId, service, code }: CodeRef) {
  return trx
    .selectFrom('invoices')
    .select(['id', 'channel', 'number', 'version', 'content_hash as contentHash'])
    .select(['object_key as objectKey', 'sha256', 'bytes'])
    .where('user_id', '=', customerId)
    .where('service', '=', service)
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
}

type Numbered = InvoiceRef & { channel: string; number: string; now: Date };

/** Claims a number for a shop's invoice; false if another invoice of the channel has it. */
export async function claimNumber(
  trx: Queryable,
  { customerId, invoiceId, channel, number, now }: Numbered,
): Promise<boolean> {
  await trx
    .insertInto('invoice_numbers')
    .values({ channel, number, customer_id: customerId, invoice_id: invoiceId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const holder = await trx
    .selectFrom('invoice_numbers')
    .select('invoice_id')
    .where('channel', '=', channel)
    .where('number', '=', number)
    .executeTakeFirst();
  return holder?.invoice_id === invoiceId;
}

type Supply = { orderCodes: readonly string[]; service: string; customerId: CustomerId; now: Date };

/** Records that a shop has invoiced these orders; false if one of them was invoiced here. */
export async function claimSupplies(
  trx: Queryable,
  { orderCodes, service, customerId, now }: Supply,
): Promise<boolean> {
  if (orderCodes.length === 0) return true;
  // In sorted order, so that two requests cannot deadlock.
  const sorted = [...new Set(orderCodes)].toSorted();
  await trx
    .insertInto('invoice_supplies')
    .values(sorted.map((code) => ({ order_code: code, service, customer_id: customerId, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const issued = await trx
    .selectFrom('invoice_supplies')
    .select('order_code')
    .where('order_code', 'in', sorted)
    .where('service', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return issued === undefined;
}

export type NewPdf = { objectKey: string; sha256: Buffer; bytes: number; crc32: number };

/** Sets the pdf of an invoice; a job removes the previous one. */
export async function savePdf(
  trx: Queryable,
  { customerId, invoiceId }: InvoiceRef,
  { objectKey, sha256, bytes, crc32, before }: NewPdf & { before: string | null },
): Promise<void> {
  if (before !== null) await removeLater(trx, [{ customerId, objectKey: before, purpose: 'invoice.pdf' }]);
  await trx
    .updateTable('invoices')
    .set({ object_key: objectKey, sha256, bytes, crc32 })
    .where('user_id', '=', customerId)
    .where('id', '=', invoiceId)
    .execute();
}

/** Notifies the customer's own system of an invoice, if one is listening. */
export async function notifyOfInvoice(
  { notifyCustomer }: Pick<EventQueue, 'notifyCustomer'>,
  trx: Queryable,
  { customerId, content }: { customerId: CustomerId; content: Content },
): Promise<void> {
  const { channel, number, kind, orderCodes, issuedOn, currency, gross: total } = content;
  const orderCode = orderCodes[0] ?? null;
  const data = { customerId, channel, number, kind, orderCode, issuedOn, currency, total };
  await notifyCustomer(trx, customerId, { type: 'invoice.issued', data });
}

/** Notifies the customer's screens that invoices are new or changed. */
export function pushInvoices(trx: Queryable, customerId: CustomerId, now: Date): Promise<void> {
  return push(trx, customerId, { type: 'invoices-changed', data: {} }, now);
}
