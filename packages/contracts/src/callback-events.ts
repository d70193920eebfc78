import * as z from 'zod/mini';
import { parcelState } from './orders/order-events.ts';
import { code, count, day, id, instant, minorUnits } from './platform/fields.ts';
import { customerIdSchema } from './platform/ids.ts';

const context = { customerId: customerIdSchema, channel: z.string() };

/** The status of an order has changed, as shown to customers. */
const orderStatusChanged = z.object({
  type: z.literal('order.status'),
  data: z.object({
    ...context,
    orderCode: code,
    status: z.enum(['AwaitingPayment', 'Ordered', 'InProduction', 'Sent', 'Cancelled']),
    since: instant,
  }),
});

/** A parcel of an order has a new state. */
const parcelMoved = z.object({
  type: z.literal('order.parcel'),
  data: z.object({
    ...context,
    orderCode: code,
    parcelId: code,
    state: parcelState,
    happenedAt: instant,
    carrier: z.nullable(z.string()),
    trackingNumber: z.nullable(z.string()),
    trackingUrl: z.nullable(z.string()),
  }),
});

/** An invoice or a credit note is available on /invoices. */
const invoiceIssued = z.object({
  type: z.literal('invoice.issued'),
  data: z.object({
    ...context,
    number: z.string(),
    kind: z.enum(['invoice', 'credit-note']),
    orderCode: z.nullable(code),
    issuedOn: day,
    currency: z.string(),
    /** Including tax. */
    total: minorUnits,
  }),
});

/** Maximum number of faults of an order file that are reported; there may be more. */
export const MAX_FAULTS_NOTIFIED = 20;

/** A fault of an order file; `line` is null if it concerns the whole file. */
export const orderFileFault = z.object({
  line: z.nullable(count),
  reference: z.nullable(z.string()),
  message: z.string(),
});

/** An order file was rejected: nothing in it was ordered. */
const orderFileRejected = z.object({
  type: z.literal('order-file.rejected'),
  data: z.object({
    ...context,
    fileId: id,
    name: z.string(),
    faults: z.array(orderFileFault).check(z.maxLength(MAX_FAULTS_NOTIFIED)),
  }),
});

/** Sent when a customer tests their address. */
const testCall = z.object({
  type: z.literal('test'),
  data: z.object({ ...context, message: z.string() }),
});

/** Events sent to a business customer's own address (Standard Webhooks: `{type, timestamp, data}`). */
export const callbackEvent = z.discriminatedUnion('type', [
  orderStatusChanged,
  parcelMoved,
  invoiceIssued,
  orderFileRejected,
  testCall,
]);
export type CallbackEvent = z.infer<typeof callbackEvent>;
