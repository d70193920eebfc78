import * as z from 'zod/mini';
import { code, count, id, instant, label, minorUnits } from './fields.ts';
import { newOrder, orderAddress } from './orders.ts';

const about = { customerId: id, channel: z.string() };

/** Production is asked to send an order elsewhere; it answers with the event `address-accepted` or `address-refused`. */
const addressChange = z.object({
  type: z.literal('order.address-change'),
  data: z.object({ ...about, orderCode: code, version: count, address: orderAddress, requestedAt: instant }),
});

/**
 * A customer ordered again, with the obligation to pay no more than the total; the shop answers with an order whose
 * `reorderOf` names this one, or with the event `reorder-refused`. What is not among the products is left out.
 */
const reorder = z.object({
  type: z.literal('order.reorder'),
  data: z.object({
    ...about,
    reorderId: id,
    orderCode: code,
    requestedAt: instant,
    currency: z.string(),
    total: minorUnits,
    products: z.array(z.object({ code, missingPhotosCount: count })),
  }),
});

/** A customer ordered by a file, which is an order by now: the shop makes it, and says what happens to it as ever. */
const placed = z.object({
  type: z.literal('order.placed'),
  data: z.object({ ...about, orderCode: code, placedAt: instant, order: newOrder }),
});

/** A customer withdrew from a contract; without an order of ours that it matches, customer care decides. */
const withdrawal = z.object({
  type: z.literal('order.withdrawal'),
  data: z.object({
    channel: z.string(),
    withdrawalId: id,
    customerId: z.nullable(id),
    orderCode: z.nullable(code),
    /** As the customer wrote it. */
    declaredOrder: label,
    /** The same; empty for the whole contract. */
    products: z.array(label),
    /** Those of the order, where they were chosen from it. */
    productCodes: z.array(code),
    name: label,
    email: label,
    declaredAt: instant,
  }),
});

/** A project that a customer deleted is gone for good: nobody can take it back. */
const projectDeleted = z.object({
  type: z.literal('project.deleted'),
  data: z.object({
    ...about,
    /** The editor that saved it, by the name of its credential. */
    service: z.string(),
    projectCode: code,
    /** When the customer deleted it. */
    deletedAt: instant,
  }),
});

/** An operator tries whether a webhook is reached. */
const test = z.object({ type: z.literal('test'), data: z.object({}) });

/** What shops and production are told (Standard Webhooks: `{type, timestamp, data}`). */
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
