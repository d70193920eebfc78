import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { code, count, id, instant, minorUnits } from './fields.ts';
import { withdrawalRight } from './orders.ts';

const service = 'orders';

/**
 * Why an order cannot be ordered again: no shop of its channel takes reorders, it is still to be paid itself, the shop has
 * not answered the last reorder yet, or nothing of it can be made any more.
 */
export const REORDER_OBSTACLES = ['not-offered', 'unpaid', 'sent', 'nothing-left'] as const;
/** Why a product of the order is not ordered again. */
export const LEFT_OUT_REASONS = ['not-sold', 'cancelled', 'photos-missing'] as const;

const product = z.object({
  code: z.string(),
  quantity: count,
  /** Of the whole quantity, as it was paid then. */
  priceThen: minorUnits,
  /** The same today; null when it is left out. */
  price: z.nullable(minorUnits),
  leftOut: z.nullable(z.enum(LEFT_OUT_REASONS)),
  photosCount: count,
  /** Of these photos: how many are deleted. It is made without them. */
  missingPhotosCount: count,
  /** What the order was paid with; one that has ended is not taken off today. */
  voucher: z.nullable(z.object({ code: z.string(), title: z.nullable(z.string()), hasEnded: z.boolean() })),
  withdrawal: z.nullable(withdrawalRight),
});

const reorder = z.object({
  reorderId: id,
  requestedAt: instant,
  /** `sent` until the shop answers: by an order, or by refusing; `unreached`: it could not be told in days, and is not any more. */
  state: z.enum(['sent', 'ordered', 'refused', 'unreached']),
  /** The order that it became. */
  orderCode: z.nullable(code),
  /** Where that one is paid, while it is not. */
  paymentUrl: z.nullable(z.string()),
  /** What the shop said when it refused. */
  refusal: z.nullable(z.string()),
});

/**
 * [ORD-30] What ordering the same again would be today, in the order of the order's products. The total is the most that the
 * customer pays: a shop that cannot do it for that refuses. 404 when the customer has no such order.
 */
export const getReorderStatus = endpoint({
  name: 'getReorderStatus',
  service,
  method: 'GET',
  path: '/reorder/status/{orderCode}',
  params: z.object({ orderCode: code }),
  response: z.object({
    orderCode: code,
    /** Null: it can be ordered again. */
    obstacle: z.nullable(z.enum(REORDER_OBSTACLES)),
    currency: z.string(),
    totalThen: minorUnits,
    total: minorUnits,
    deliveryCharge: z.nullable(minorUnits),
    /** Whether the shop has said what it costs today; otherwise it is what it cost then. */
    isPriceOfToday: z.boolean(),
    /** How many days it was promised to take, the last time. */
    deliveryDays: z.nullable(z.object({ from: count, to: count })),
    products: z.array(product),
    /** Those so far, the newest first. */
    reorders: z.array(reorder),
    /** Orders that repeat this one, the oldest first; a shop may have taken some without our help. */
    newOrderCodes: z.array(code),
  }),
});

/**
 * [ORD-10] Orders the same again, with the obligation to pay. The shop is told with the total that the customer agreed to,
 * `Total` of the status; when it has changed since, when the last reorder waits for its answer, or for any other obstacle, it
 * is a 409. The answer means that the shop will be told; the new order comes by push.
 */
export const placeReorder = endpoint({
  name: 'placeReorder',
  service,
  method: 'POST',
  path: '/reorder',
  idempotencyKey: 'optional',
  query: z.object({
    OrderCode: code,
    /** Absent: whatever it is. */
    Total: z.optional(
      z.pipe(z.string().check(z.regex(/^\d{1,10}$/)), z.pipe(z.transform(Number), minorUnits)),
    ),
  }),
  response: z.object({ reorderId: id, requestedAt: instant }),
});

/** Reorders that became no order, for so many days. */
export const FAILED_REORDERS_DAYS = 30;

/** Reorders of the last days that became no order, because the shop refused them or could not be told; the newest first. */
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
