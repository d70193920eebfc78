import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { code, count, id, instant, minorUnits } from '../platform/fields.ts';
import { HOUR_SECONDS } from '../platform/limits.ts';
import { withdrawalRight } from './orders.ts';

const service = 'orders';

/**
 * Why an order cannot be reordered: no shop of its channel accepts reorders, it is still unpaid itself, the shop has not yet
 * answered the last reorder, nothing in it can be made any more, or the customer's business account is blocked.
 */
export const REORDER_OBSTACLES = [
  'not-offered',
  'unpaid',
  'sent',
  'nothing-left',
  'account-blocked',
] as const;
/** Why a product of the order is left out of a reorder. */
export const LEFT_OUT_REASONS = ['not-sold', 'cancelled', 'photos-missing'] as const;

const product = z.object({
  code: z.string(),
  quantity: count,
  /** For the whole quantity, as paid then. */
  priceThen: minorUnits,
  /** For the whole quantity today; null when it is left out. */
  price: z.nullable(minorUnits),
  leftOut: z.nullable(z.enum(LEFT_OUT_REASONS)),
  photosCount: count,
  /** Number of its photos that have been deleted. The product is made without them. */
  missingPhotosCount: count,
  /** The voucher the order was paid with; an expired one is not deducted today. */
  voucher: z.nullable(z.object({ code: z.string(), title: z.nullable(z.string()), hasEnded: z.boolean() })),
  withdrawal: z.nullable(withdrawalRight),
});

const reorder = z.object({
  reorderId: id,
  requestedAt: instant,
  /**
   * `sent` until the shop answers with an order or a refusal; `unreached`: given up after the shop could not be reached for
   * days.
   */
  state: z.enum(['sent', 'ordered', 'refused', 'unreached']),
  /** The resulting order. */
  orderCode: z.nullable(code),
  /** Where the resulting order is paid, while it is unpaid. */
  paymentUrl: z.nullable(z.string()),
  /** The shop's reason for refusing. */
  refusal: z.nullable(z.string()),
});

/**
 * [ORD-30] What the same order would be today, with products in the original sequence. The total is the most the customer will
 * pay: a shop that cannot meet it refuses. 404 when the customer has no such order.
 */
export const getReorderStatus = endpoint({
  name: 'getReorderStatus',
  service,
  method: 'GET',
  path: '/reorder/status/{orderCode}',
  params: z.object({ orderCode: code }),
  response: z.object({
    orderCode: code,
    /** Null: it can be reordered. */
    obstacle: z.nullable(z.enum(REORDER_OBSTACLES)),
    currency: z.string(),
    totalThen: minorUnits,
    total: minorUnits,
    deliveryCharge: z.nullable(minorUnits),
    /** Whether the shop has reported today's prices; otherwise they are those paid then. */
    isPriceOfToday: z.boolean(),
    /** Promised delivery time of the original order, in days. */
    deliveryDays: z.nullable(z.object({ from: count, to: count })),
    products: z.array(product),
    /** Previous reorders, newest first. */
    reorders: z.array(reorder),
    /** Orders that repeat this one, oldest first; some may have been placed directly with the shop. */
    newOrderCodes: z.array(code),
  }),
  sample: ({ orderCode }) => ({ params: { orderCode } }),
});

/**
 * [ORD-10] Reorders with the obligation to pay. The shop receives the total the customer agreed to, `Total` of the status; 409
 * when it has changed since, while the last reorder is unanswered, and for any other obstacle. Success means that the shop will
 * be notified; the new order arrives by push.
 */
export const placeReorder = endpoint({
  name: 'placeReorder',
  budgets: [{ calls: 60, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/reorder',
  isHeldAfterRestore: true,
  idempotencyKey: 'optional',
  query: z.object({
    OrderCode: code,
    /** Absent: any total is accepted. */
    Total: z.optional(
      z.pipe(z.string().check(z.regex(/^\d{1,10}$/)), z.pipe(z.transform(Number), minorUnits)),
    ),
  }),
  response: z.object({ reorderId: id, requestedAt: instant }),
  problems: ['not-found'],
  sample: ({ orderCode }) => ({ query: { OrderCode: orderCode } }),
});

/** How long failed reorders are listed, in days. */
export const FAILED_REORDERS_DAYS = 30;
/** Days within which goods are delivered if nothing else is agreed (Directive 2011/83, article 18). */
export const LATEST_DELIVERY_DAYS = 30;

/** Recent reorders that did not become an order, because the shop refused them or could not be reached; newest first. */
export const getFailedReorders = endpoint({
  name: 'getFailedReorders',
  service,
  method: 'GET',
  path: '/reorder/failed',
  response: z.object({
    items: z.array(
      z.object({ reorderId: id, orderCode: code, state: z.enum(['refused', 'unreached']), at: instant }),
    ),
  }),
});
