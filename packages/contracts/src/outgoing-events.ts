import * as z from 'zod/mini';
import { postalAddress } from './account/postal-address.ts';
import { newOrder } from './orders/orders.ts';
import { code, count, id, instant, label, minorUnits } from './platform/fields.ts';
import { customerIdSchema } from './platform/ids.ts';

const context = { customerId: customerIdSchema, channel: z.string() };

/** Asks production to send an order to another address; it answers with the event `address-accepted` or `address-refused`. */
const addressChange = z.object({
  type: z.literal('order.address-change'),
  data: z.object({
    ...context,
    orderCode: code,
    version: count,
    address: postalAddress,
    requestedAt: instant,
  }),
});

/**
 * A customer has reordered, with the obligation to pay at most the total. The shop answers with an order whose `reorderOf`
 * names this one, or with the event `reorder-refused`. Products not listed are left out.
 */
const reorder = z.object({
  type: z.literal('order.reorder'),
  data: z.object({
    ...context,
    reorderId: id,
    orderCode: code,
    requestedAt: instant,
    currency: z.string(),
    total: minorUnits,
    products: z.array(z.object({ code, missingPhotosCount: count })),
  }),
});

/** A customer has ordered by file. The order already exists: the shop produces it and reports events as usual. */
const placed = z.object({
  type: z.literal('order.placed'),
  data: z.object({ ...context, orderCode: code, placedAt: instant, order: newOrder }),
});

/** A customer has withdrawn from a contract; if it matches no order of ours, customer care decides. */
const withdrawal = z.object({
  type: z.literal('order.withdrawal'),
  data: z.object({
    channel: z.string(),
    withdrawalId: id,
    customerId: z.nullable(customerIdSchema),
    orderCode: z.nullable(code),
    /** As the customer wrote it. */
    declaredOrder: label,
    /** As the customer wrote them; empty for the whole contract. */
    products: z.array(label),
    /** Products of the order, if they were selected from it. */
    productCodes: z.array(code),
    name: label,
    email: label,
    declaredAt: instant,
  }),
});

/** A project deleted by its customer is permanently gone and can no longer be restored. */
const projectDeleted = z.object({
  type: z.literal('project.deleted'),
  data: z.object({
    ...context,
    /** The editor that saved it, by the name of its credential. */
    service: z.string(),
    projectCode: code,
    /** When the customer deleted it. */
    deletedAt: instant,
  }),
});

/** Sent when an operator tests whether a webhook is reachable. */
const test = z.object({ type: z.literal('test'), data: z.object({}) });

/** Events sent to shops and production (Standard Webhooks: `{type, timestamp, data}`). */
export const outgoingEvent = z.discriminatedUnion('type', [
  addressChange,
  reorder,
  placed,
  withdrawal,
  projectDeleted,
  test,
]);
export type OutgoingEvent = z.infer<typeof outgoingEvent>;
export const OUTGOING_EVENT_TYPES = [
  'order.address-change',
  'order.reorder',
  'order.placed',
  'order.withdrawal',
  'project.deleted',
  'test',
] as const satisfies readonly OutgoingEvent['type'][];
