import * as z from 'zod/mini';
import { currency } from '../platform/currencies.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  code,
  count,
  cursor,
  day,
  id,
  instant,
  label,
  minorUnits,
  rowsUpTo,
  sha256,
  version,
} from '../platform/fields.ts';
import { customerIdSchema } from '../platform/ids.ts';
import { sumOf } from './included-tax.ts';
import { vatCategory } from './orders.ts';

/** Default page size, in invoices; a credit note is nested under the invoice that it credits. */
export const INVOICES_PAGE_SIZE = 50;
/** Maximum size of an invoice's PDF, in bytes. */
export const MAX_INVOICE_BYTES = 20 * 1024 * 1024;
/** Maximum number of invoices selected individually for an archive, since their ids are part of the address. */
export const MAX_CHOSEN_INVOICES = 40;

export const INVOICE_KINDS = ['invoice', 'credit-note'] as const;
const kind = z.enum(INVOICE_KINDS);

const service = 'invoices';
const access = 'service';
const scope = 'invoices';
const channel = z.string().check(z.minLength(1), z.maxLength(50));

/** Amounts taxed at one rate. */
const taxPart = z.strictObject({
  /** Standard by default. */
  category: z.optional(vatCategory),
  /** Per cent. */
  rate: z.number().check(z.minimum(0), z.maximum(100), z.multipleOf(0.01)),
  net: minorUnits,
  tax: minorUnits,
});

/**
 * Saves an invoice or credit note issued by the shop; its PDF follows separately. `code` is the shop's own key. The newest
 * version counts: known and earlier versions change nothing. 409 for different content under a known version, for a number that
 * another invoice of the channel has, for an order already invoiced here, and in a channel whose invoices are issued here. 404
 * when the customer is unknown.
 */
export const saveInvoice = endpoint({
  name: 'saveInvoice',
  service,
  method: 'PUT',
  path: '/invoices/{invoiceCode}',
  access,
  scope,
  params: z.object({ invoiceCode: code }),
  body: z
    .strictObject({
      customerId: customerIdSchema,
      channel,
      version,
      kind,
      /** As printed on the invoice; unique per channel. */
      number: z.string().check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._/-]{0,49}$/u)),
      /** Only for credit notes: the number of the credited invoice in the same channel, which may arrive later. */
      credits: z.optional(label),
      issuedOn: day,
      dueOn: z.optional(day),
      /** The orders it covers, known or not. */
      orderCodes: z._default(z.array(code).check(z.maxLength(100)), []),
      currency,
      /** One entry per tax rate. Amounts of a credit note are those paid back and not negative. */
      taxes: z.array(taxPart).check(z.minLength(1), z.maxLength(20)),
      net: minorUnits,
      tax: minorUnits,
      gross: minorUnits,
      state: z.enum(['open', 'paid', 'cancelled']),
    })
    .check(
      z.refine((sent) => sumOf(sent.taxes.map(({ net }) => net)) === sent.net, {
        path: ['net'],
        error: 'is not the sum of the amounts in taxes',
      }),
      z.refine((sent) => sumOf(sent.taxes.map(({ tax }) => tax)) === sent.tax, {
        path: ['tax'],
        error: 'is not the sum of the amounts in taxes',
      }),
      z.refine(({ net, tax, gross }) => net + tax === gross, {
        path: ['gross'],
        error: 'is not the sum of net and tax',
      }),
      z.refine((sent) => sent.kind === 'credit-note' || sent.credits === undefined, {
        path: ['credits'],
        error: 'is only allowed for credit notes',
      }),
    ),
  response: z.object({
    invoiceId: id,
    /** The newest stored version. */
    version: count,
    /** Whether the PDF is still missing. */
    lacksPdf: z.boolean(),
  }),
  problems: ['conflict'],
  sample: ({ invoiceCode, customerId, channel, orderCode }) => ({
    params: { invoiceCode },
    body: {
      customerId,
      channel,
      version: 2,
      kind: 'invoice',
      number: 'RE-2026-17',
      issuedOn: '2026-06-15',
      orderCodes: [orderCode],
      currency: 'GBP',
      taxes: [{ rate: 20, net: 1000, tax: 200 }],
      net: 1000,
      tax: 200,
      gross: 1200,
      state: 'paid',
    },
  }),
});

/** Stores the PDF of an invoice, replacing the previous one; the same file again changes nothing. 422 `not-a-pdf`. */
export const putInvoicePdf = endpoint({
  name: 'putInvoicePdf',
  service,
  method: 'PUT',
  path: '/invoices/{invoiceCode}/pdf',
  access,
  scope,
  params: z.object({ invoiceCode: code }),
  query: z.object({ customerId: customerIdSchema, sha256 }),
  file: { types: ['application/pdf', 'application/octet-stream'], maxBytes: MAX_INVOICE_BYTES },
  response: z.object({ invoiceId: id, bytes: count }),
  problems: ['not-a-pdf'],
  sample: ({ invoiceCode, customerId, pdfSha256 }) => ({
    params: { invoiceCode },
    query: { customerId, sha256: pdfSha256 },
  }),
});

/** Current state of an invoice; `credited` when credit notes give all of it back. */
export const INVOICE_STATES = ['open', 'overdue', 'paid', 'credited', 'cancelled'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

const invoiceFields = {
  id,
  channel: z.string(),
  kind,
  number: z.string(),
  issuedOn: day,
  dueOn: z.nullable(day),
  currency: z.string(),
  net: minorUnits,
  tax: minorUnits,
  gross: minorUnits,
  state: z.enum(INVOICE_STATES),
  /** Only those of its orders that belong to the customer. */
  orderCodes: z.array(z.string()),
  /** Only for credit notes: the number of the credited invoice. */
  credits: z.nullable(z.string()),
  /** When we received it. */
  receivedAt: instant,
  /** Address of the PDF, valid for a day; null until there is one. */
  pdfUrl: z.nullable(z.string()),
};
const creditNote = z.object(invoiceFields);
export type InvoiceFields = z.infer<typeof creditNote>;
const invoice = z.object({ ...invoiceFields, creditNotes: z.array(creditNote) });
export type Invoice = z.infer<typeof invoice>;

/** A calendar year; query values arrive as text. */
const year = z.pipe(z.string().check(z.regex(/^(19|20|21)\d\d$/)), z.transform(Number));
const which = { year: z.optional(year), channel: z.optional(channel) };

/**
 * [INV-02] The customer's invoices, latest first, each with its credit notes; the credit note of an unknown invoice is listed
 * by itself. An invoice belongs to a year if it or one of its credit notes is dated in it.
 */
export const getInvoices = endpoint({
  name: 'getInvoices',
  service,
  method: 'GET',
  path: '/api/v1/HistoricalInvoice/me',
  isForBusiness: true,
  query: z.object({
    ...which,
    /** Part of the number, case-insensitive. */
    search: z.optional(z.string().check(z.maxLength(50))),
    orderCode: z.optional(code),
    cursor: z.optional(cursor),
    limit: rowsUpTo(200, INVOICES_PAGE_SIZE),
  }),
  response: z.object({
    items: z.array(invoice),
    cursor: z.nullable(z.string()),
    /** All available filter values, independent of the current filter: the latest year first. */
    years: z.array(count),
    channels: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

/** [INV-01] The PDF of an invoice or credit note, whole or as a byte range. */
export const getInvoicePdf = endpoint({
  name: 'getInvoicePdf',
  service,
  method: 'GET',
  path: '/api/v1/InvoiceGroupFiles/me/{invoiceId}',
  isForBusiness: true,
  params: z.object({ invoiceId: id }),
  download: 'application/pdf',
  sample: ({ invoiceId }) => ({ params: { invoiceId } }),
});

/** [INV-03] The same addressed by channel as well; 404 for any other channel. */
export const getHistoricalInvoicePdf = endpoint({
  name: 'getHistoricalInvoicePdf',
  service,
  method: 'GET',
  path: '/api/v1/HistoricalInvoice/me/pdf/{invoiceId}/{channel}',
  isForBusiness: true,
  params: z.object({ invoiceId: id, channel }),
  download: 'application/pdf',
  sample: ({ invoiceId, channel }) => ({ params: { invoiceId, channel } }),
});

/**
 * Address of an archive of invoices and credit notes, valid for a day: either the selected ones, or all of a year and channel
 * by their own dates. 404 when none of them has a PDF.
 */
export const getInvoiceArchive = endpoint({
  name: 'getInvoiceArchive',
  service,
  method: 'GET',
  path: '/api/v1/HistoricalInvoice/me/archive',
  isForBusiness: true,
  query: z.object({
    ...which,
    ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_CHOSEN_INVOICES))),
  }),
  response: z.object({ url: z.string(), count, bytes: count }),
  problems: ['not-found'],
});
