import type { INVOICE_KINDS } from '@keepsake/contracts/orders/invoices';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { InvoiceRef } from './store.ts';

export type InvoiceRow = {
  id: string;
  channel: string;
  kind: (typeof INVOICE_KINDS)[number];
  number: string;
  credits: string | null;
  issued_on: string;
  due_on: string | null;
  currency: string;
  net: number;
  tax: number;
  gross: number;
  state: 'open' | 'paid' | 'cancelled';
  received_at: Date;
  /** Those orders that the customer has. */
  order_codes: string[];
  has_pdf: boolean;
};

const DETAILS = sql`invoice.id, invoice.channel, invoice.kind, invoice.number, invoice.credits, invoice.issued_on,
  invoice.due_on, invoice.currency, invoice.net, invoice.tax, invoice.gross, invoice.state, invoice.received_at,
  invoice.object_key is not null as has_pdf`;

const fieldsOf = (
  customerId: CustomerId,
) => sql`${DETAILS}, array(select code from placed_orders where user_id = ${customerId}
  and code = any(invoice.order_codes) order by created_at) as order_codes`;

export type Which = { year?: number; channel?: string; search?: string; orderCode?: string };

/** SQL telling whether a row matches by its own date and number. */
function isRequested(table: string, { year, search, orderCode }: Which) {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const inYear =
    year === undefined
      ? sql`true`
      : sql`${column('issued_on')} between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)`;
  const hasNumber = search ? sql`strpos(lower(${column('number')}), lower(${search})) > 0` : sql`true`;
  const ofOrder = orderCode ? sql`${orderCode} = any(${column('order_codes')})` : sql`true`;
  return sql<SqlBool>`(${inYear} and ${hasNumber} and ${ofOrder})`;
}

type Listed = Which & { customerId: CustomerId; after: readonly string[] | null; limit: number };

/**
 * Invoices, and credit notes for unknown ones, most recent day first; an invoice also matches if one of its credit notes does.
 */
export async function readListed(db: Queryable, listed: Listed): Promise<InvoiceRow[]> {
  const { customerId, channel, after, limit } = listed;
  const [day, id] = after ?? [];
  const { rows } = await sql<InvoiceRow>`select ${fieldsOf(customerId)} from invoices as invoice
    where invoice.user_id = ${customerId} ${channel === undefined ? sql`` : sql`and invoice.channel = ${channel}`}
      ${after ? sql`and (invoice.issued_on, invoice.id) < (${day}::date, ${id}::uuid)` : sql``}
      and (invoice.credits is null or not exists (select from invoices as credited where credited.user_id = ${customerId}
        and credited.channel = invoice.channel and credited.number = invoice.credits))
      and (${isRequested('invoice', listed)} or exists (select from invoices as note where note.user_id = ${customerId}
        and note.channel = invoice.channel and note.credits = invoice.number and ${isRequested('note', listed)}))
    order by invoice.issued_on desc, invoice.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The credit notes of invoices, oldest first. */
export async function readCreditNotes(
  db: Queryable,
  customerId: CustomerId,
  invoices: readonly Pick<InvoiceRow, 'number'>[],
): Promise<(InvoiceRow & { credits: string })[]> {
  const numbers = invoices.map(({ number }) => number);
  if (numbers.length === 0) return [];
  const { rows } = await sql<
    InvoiceRow & { credits: string }
  >`select ${fieldsOf(customerId)} from invoices as invoice
    where invoice.user_id = ${customerId} and invoice.credits = any(${numbers})
    order by invoice.issued_on, invoice.id`.execute(db);
  return rows;
}

/** The years and channels of a customer's invoices. */
export async function readChoices(
  db: Queryable,
  customerId: CustomerId,
): Promise<{ years: number[]; channels: string[] }> {
  const { rows } = await sql<{ years: number[] | null; channels: string[] | null }>`
    select array_agg(distinct extract(year from issued_on)::int) as years, array_agg(distinct channel) as channels
    from invoices where user_id = ${customerId}`.execute(db);
  const [{ years, channels } = { years: null, channels: null }] = rows;
  return { years: (years ?? []).toSorted((one, other) => other - one), channels: channels ?? [] };
}

export type PdfRow = {
  id: string;
  channel: string;
  number: string;
  issuedOn: string;
  objectKey: string;
  bytes: number;
  crc32: number;
};

const pdfsOf = (db: Queryable, customerId: CustomerId) =>
  db
    .selectFrom('invoices')
    .select(['id', 'channel', 'number', 'issued_on as issuedOn'])
    .select(['object_key as objectKey', 'bytes', 'crc32'])
    .where('user_id', '=', customerId)
    .where('object_key', 'is not', null)
    .$narrowType<{ objectKey: string; bytes: number; crc32: number }>();

/** The pdf of an invoice; undefined if there is no such invoice, or it has none yet. */
export function readPdf(db: Queryable, { customerId, invoiceId }: InvoiceRef): Promise<PdfRow | undefined> {
  return pdfsOf(db, customerId).where('id', '=', invoiceId).executeTakeFirst();
}

/** Pdfs issued in a year, in a channel, or with one of these ids, earliest first. */
export function readPdfs(
  db: Queryable,
  customerId: CustomerId,
  { year, channel, ids }: Pick<Which, 'year' | 'channel'> & { ids?: readonly string[] },
): Promise<PdfRow[]> {
  let rows = pdfsOf(db, customerId);
  if (channel !== undefined) rows = rows.where('channel', '=', channel);
  if (ids) rows = rows.where('id', 'in', ids);
  if (year !== undefined)
    rows = rows.where('issued_on', '>=', `${year}-01-01`).where('issued_on', '<=', `${year}-12-31`);
  return rows.orderBy('issued_on').orderBy('id').execute();
}
