import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, id, ids, instant } from './fields.ts';
import { MAX_IDS_PER_CALL } from './limits.ts';

/** The product that the print editor begins with (photo-library §9). */
export const PRINT_PRODUCT = 'PAP_910';

/** What shop systems say of an order and of each of its products (account-area §4). */
export const ORDER_STATUSES = [
  'paymentPending',
  'paymentFailed',
  'paymentSuccess',
  'paymentFree',
  'verification failed',
  'processing',
  'processing failed',
  'approved',
  'rejected',
  'on_hold',
  'producing',
  'delayed',
  'shipped',
  'cancelled',
] as const;
type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What was ordered in vain: nothing is made and nothing is kept for it. */
export const VOID_STATUSES: ReadonlySet<OrderStatus> = new Set(['rejected', 'cancelled']);

const status = z.enum(ORDER_STATUSES);
/** Codes stand in addresses and on parcels. */
const code = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
/** Money as a whole number of pence, cents or öre, up to ten million of the larger unit. */
const minorUnits = z.int().check(z.minimum(0), z.maximum(1_000_000_000));

/** In all its products; more is also more than a request may weigh. */
const MAX_PHOTOS_PER_ORDER = 20_000;

const orderedProduct = z.strictObject({
  code,
  quantity: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  /** Of the whole quantity. */
  price: minorUnits,
  status,
  paymentChangedDate: z.optional(instant),
  /** Photos of the customer's library that it is made from; ids of other photos are kept and mean nothing. */
  photoIds: z._default(z.array(id).check(z.maxLength(MAX_IDS_PER_CALL)), []),
});

const order = z.strictObject({
  orderCode: code,
  customerId: id,
  channel: z.string().check(z.minLength(1), z.maxLength(50)),
  /** ISO 4217. */
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  /** What the customer pays: products, delivery and discounts. */
  total: minorUnits,
  status,
  /** When the customer placed it; now, when absent. */
  createdAt: z.optional(instant),
  products: z.array(orderedProduct).check(
    z.minLength(1),
    z.maxLength(100),
    z.refine(
      (products) => products.reduce((sum, { photoIds }) => sum + photoIds.length, 0) <= MAX_PHOTOS_PER_ORDER,
      `holds more than ${MAX_PHOTOS_PER_ORDER} photos`,
    ),
  ),
});
export type Order = z.infer<typeof order>;
export type NewOrder = z.input<typeof order>;

/**
 * Takes an order from a shop system, with its service credential and an Idempotency-Key, which is remembered for good.
 * An order code that is known by another key is a 409, too. 404 when the customer is unknown. Keeps the customer's photos
 * for another 18 months, unless it is cancelled or rejected already.
 */
export const placeOrder = endpoint({
  name: 'placeOrder',
  service: 'orders',
  method: 'POST',
  path: '/orders',
  access: 'service',
  idempotencyKey: 'required',
  body: order,
  response: z.object({ orderCode: code, createdAt: instant }),
});

/** Which of these photos orders are made from: asked before they are deleted. */
export const findUsedPhotos = endpoint({
  name: 'findUsedPhotos',
  service: 'photoManagement',
  method: 'POST',
  path: '/photos/used',
  body: z.object({ photoIds: ids }),
  response: z.object({ photoIds: z.array(id) }),
});

/** How many photos of the whole library orders are made from. */
export const countUsedPhotos = endpoint({
  name: 'countUsedPhotos',
  service: 'photoManagement',
  method: 'GET',
  path: '/users/used-photos',
  response: z.object({ photosCount: count }),
});
