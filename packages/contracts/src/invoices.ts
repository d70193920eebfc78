import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { code, count, cursor, day, id, instant, label, minorUnits, rowsUpTo } from './fields.ts';
import { vatCategory } from './orders.ts';

/** Invoices of a page of the list, and of a call unless told; a credit note stands beside what it credits. */
export const INVOICES_PAGE_SIZE = 50;
/** Largest pdf of an invoice, in bytes. */
export const MAX_INVOICE_BYTES = 20 * 1024 * 1024;
/** Most invoices that are chosen one by one for an archive: their ids stand in its address. */
export const MAX_CHOSEN_INVOICES = 40;

export const INVOICE_KINDS = ['invoice', 'credit-note'] as const;
const kind = z.enum(INVOICE_KINDS);

const service = 'invoices';
const access = 'service';
const scope = 'invoices';
/** Of the content, in hexadecimal digits. */
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const channel = z.string().check(z.minLength(1), z.maxLength(50));

/** What is taxed at one rate. */
const taxPart = z.strictObject({
  /** Standard unless told. */
  category: z.optional(vatCategory),
  /** Per cent. */
  rate: z.number().check(z.minimum(0), z.maximum(100), z.multipleOf(0.01)),
  net: minorUnits,
  tax: minorUnits,
});

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/**
 * An invoice or credit note of the shop's own; its pdf comes after it. The code is the shop's name for it. The newest version
 * counts: one that is known changes nothing, an earlier one neither; another content under a known version is a 409, and so
 * are a number that another invoice of the channel has, an order that was invoiced here, and a channel whose invoices are
 * issued here. 404 when the customer is unknown.
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
      customerId: id,
      channel,
      /** Raised with each change. */
      version: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
      kind,
      /** As it stands on the invoice; a channel has each once. */
      number: z.string().check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._/-]{0,49}$/u)),
      /** Of a credit note: the number of the invoice that it credits, in the same channel. It may come later. */
      credits: z.optional(label),
      issuedOn: day,
      dueOn: z.optional(day),
      /** Of the orders that it is about; known or not. */
      orderCodes: z._default(z.array(code).check(z.maxLength(100)), []),
      /** ISO 4217. */
      currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
      /** One for each rate of tax. Amounts of a credit note are what is paid back, not below zero. */
      taxes: z.array(taxPart).check(z.minLength(1), z.maxLength(20)),
      net: minorUnits,
      tax: minorUnits,
      gross: minorUnits,
      state: z.enum(['open', 'paid', 'cancelled']),
    })
    .check(
      z.refine((sent) => sumOf(sent.taxes.map(({ net }) => net)) === sent.net, {
        path: ['net'],
        error: 'is not the sum of the parts in taxes',
      }),
      z.refine((sent) => sumOf(sent.taxes.map(({ tax }) => tax)) === sent.tax, {
        path: ['tax'],
        error: 'is not the sum of the parts in taxes',
      }),
      z.refine(({ net, tax, gross }) => net + tax === gross, {
        path: ['gross'],
        error: 'is not net and tax together',
      }),
      z.refine((sent) => sent.kind === 'credit-note' || sent.credits === undefined, {
        path: ['credits'],
        error: 'belongs to credit notes alone',
      }),
    ),
  response: z.object({
    invoiceId: id,
    /** The newest that is kept. */
    version: count,
    /** Whether its pdf is still to be sent. */
    lacksPdf: z.boolean(),
  }),
});

/** Keeps the pdf of an invoice in the place of the one before it; the same file again changes nothing. 422 `not-a-pdf`. */
export const putInvoicePdf = endpoint({
  name: 'putInvoicePdf',
  service,
  method: 'PUT',
  path: '/invoices/{invoiceCode}/pdf',
  access,
  scope,
  params: z.object({ invoiceCode: code }),
  query: z.object({ customerId: id, sha256 }),
  file: { types: ['application/pdf', 'application/octet-stream'], maxBytes: MAX_INVOICE_BYTES },
  response: z.object({ invoiceId: id, bytes: count }),
});

/** How an invoice stands today; `credited` when credit notes give back all of it. */
export const INVOICE_STATES = ['open', 'overdue', 'paid', 'credited', 'cancelled'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

const invoiceFacts = {
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
  /** Of its orders those that the customer has. */
  orderCodes: z.array(z.string()),
  /** Of a credit note: what it credits. */
  credits: z.nullable(z.string()),
  /** When it came. */
  receivedAt: instant,
  /** Where its pdf is opened, for a day; null as long as there is none. */
  pdfUrl: z.nullable(z.string()),
};
const creditNote = z.object(invoiceFacts);
export type InvoiceFacts = z.infer<typeof creditNote>;
const invoice = z.object({ ...invoiceFacts, creditNotes: z.array(creditNote) });
export type Invoice = z.infer<typeof invoice>;

/** A calendar year; query values arrive as text. */
const year = z.pipe(z.string().check(z.regex(/^(19|20|21)\d\d$/)), z.transform(Number));
const which = { year: z.optional(year), channel: z.optional(channel) };

/**
 * [INV-02] The customer's invoices, those of the last day first, each with its credit notes; a credit note of an unknown invoice
 * stands by itself. An invoice is of a year if it or one of its credit notes is.
 */
export const getInvoices = endpoint({
  name: 'getInvoices',
  service,
  method: 'GET',
  path: '/v1/HistoricalInvoice/me',
  isForBusiness: true,
  query: z.object({
    ...which,
    /** A part of the number, in any case. */
    search: z.optional(z.string().check(z.maxLength(50))),
    orderCode: z.optional(code),
    cursor: z.optional(cursor),
    limit: rowsUpTo(200, INVOICES_PAGE_SIZE),
  }),
  response: z.object({
    items: z.array(invoice),
    cursor: z.nullable(z.string()),
    /** What there is to choose from, whatever is asked for: the last year first. */
    years: z.array(count),
    channels: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

/** [INV-01] An invoice or credit note as pdf, whole or the range that is asked for. */
export const getInvoicePdf = endpoint({
  name: 'getInvoicePdf',
  service,
  method: 'GET',
  path: '/v1/InvoiceGroupFiles/me/{invoiceId}',
  isForBusiness: true,
  params: z.object({ invoiceId: id }),
  download: 'application/pdf',
});

/** [INV-03] The same by its channel, too: another one is a 404. */
export const getHistoricalInvoicePdf = endpoint({
  name: 'getHistoricalInvoicePdf',
  service,
  method: 'GET',
  path: '/v1/HistoricalInvoice/me/pdf/{invoiceId}/{channel}',
  isForBusiness: true,
  params: z.object({ invoiceId: id, channel }),
  download: 'application/pdf',
});

/**
 * Where an archive of invoices and credit notes is saved from, for a day: those that are chosen, or all of a year and a
 * channel by their own dates. 404 when none of them has a pdf.
 */
export const getInvoiceArchive = endpoint({
  name: 'getInvoiceArchive',
  service,
  method: 'GET',
  path: '/v1/HistoricalInvoice/me/archive',
  isForBusiness: true,
  query: z.object({
    ...which,
    /** Ids, joined by commas. */
    ids: z.optional(
      z.string().check(z.regex(new RegExp(`^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,${MAX_CHOSEN_INVOICES - 1}}$`))),
    ),
  }),
  response: z.object({ url: z.string(), count, bytes: count }),
});
