import * as z from 'zod/mini';
import { postalAddress } from '../account/postal-address.ts';
import { endpoint } from '../platform/endpoint.ts';
import { code, count, day, days, id, instant, minorUnits, offset, rowsUpTo } from '../platform/fields.ts';
import { deliveryAddress } from './delivery-address.ts';
import { neededBy } from './needed-by.ts';
import { deliveryReason, parcelState } from './order-events.ts';
import {
  deliveryType,
  discount,
  orderSource,
  pickupPoint,
  voucherDetails,
  withdrawalRight,
} from './orders.ts';

const service = 'orders';
/** Page size of orders (account-area §9); clients request page after page until the total is reached. */
export const ORDERS_PER_CALL = 100;
/** Default page size of an account's orders (account-area §9). */
export const ACCOUNT_ORDERS_LIMIT = 10;
/** Maximum articles whose orders are listed at once. */
const MAX_ARTICLES_REQUESTED = 50;
/** Maximum photos listed per product in an order's answer. */
export const MAX_LISTED_PHOTOS = 100;

/**
 * An RFC 3339 instant without validation: a page of orders contains hundreds, and checking them would take a fifth of its time.
 */
const shownInstant = z.string();

/** [ORD-12] The status is one of ORDER_STATUSES; `displayStatusOf` says how it is displayed. */
const orderedProduct = z.object({
  code: z.string(),
  productionOrder: z.string(),
  title: z.nullable(z.string()),
  article: z.nullable(z.string()),
  /** The article's type among the brand's merchandise; null for what the brand does not sell, such as another shop's products. */
  articleType: z.nullable(z.string()),
  quantity: z.number(),
  price: z.number(),
  status: z.string(),
  statusSince: shownInstant,
  paymentChangedDate: z.nullable(shownInstant),
  voucher: z.nullable(z.string()),
  voucherDetails: z.nullable(voucherDetails),
  /** Append `/300` or `/800`; null when there is no picture. */
  pictureUrl: z.nullable(z.string()),
  photosCount: z.number(),
});

const details = {
  orderCode: z.string(),
  channel: z.string(),
  source: z.nullable(orderSource),
  currency: z.string(),
  createdAt: shownInstant,
  status: z.string(),
  statusSince: shownInstant,
  /** What the customer pays. */
  total: minorUnits,
  deliveryType: z.nullable(deliveryType),
  promisedDelivery: z.nullable(days),
  /** The current expectation; as promised unless it was changed. */
  expectedDelivery: z.nullable(days),
  /** When the last parcel arrived; null until all have. */
  deliveredAt: z.nullable(instant),
  /** Parcels that wait to be collected: where, until which day if that is known, and since when; null while none does. */
  collection: z.nullable(
    z.object({ place: z.nullable(z.string()), until: z.nullable(z.string()), since: shownInstant }),
  ),
  /** When an unpaid order is hidden; null once it is paid. */
  unpaidUntil: z.nullable(instant),
  paymentUrl: z.nullable(z.string()),
  reorderOf: z.nullable(code),
  /** Null: the customer has set no date. */
  neededBy: z.nullable(neededBy),
  /** The newest declaration of withdrawal; null if there is none. */
  withdrawn: z.nullable(
    z.object({
      declaredAt: shownInstant,
      /** Whether all of its products are withdrawn from. */
      isWhole: z.boolean(),
      /** The last day for sending back what has arrived; null once the money was refunded. */
      returnBy: z.nullable(day),
    }),
  ),
};

export const listedOrder = z.object({ ...details, products: z.array(orderedProduct) });
export type ListedOrder = z.infer<typeof listedOrder>;

const file = z.object({ purpose: z.string(), productCode: z.nullable(code), url: z.string(), bytes: count });

const product = z.object({
  ...orderedProduct.def.shape,
  netPrice: z.nullable(minorUnits),
  /** Per cent. */
  vatRate: z.nullable(z.number()),
  vatCategory: z.nullable(z.string()),
  discounts: z.array(discount),
  isPersonalised: z.nullable(z.boolean()),
  withdrawal: z.nullable(withdrawalRight),
  /** The first of the photos it is made from; `pictureUrl` is null while a picture cannot be shown. */
  photos: z.array(z.object({ photoId: id, isInLibrary: z.boolean(), pictureUrl: z.nullable(z.string()) })),
  /** Whether it can be viewed page by page, because an online product has the same code. */
  isOnlineProduct: z.boolean(),
});

const parcel = z.object({
  parcelId: code,
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  trackingUrl: z.nullable(z.string()),
  state: parcelState,
  stateSince: instant,
  /** The last day on which it can be collected; null if that is unknown. */
  collectBy: z.nullable(z.string()),
  /** Null: the contents were not reported. */
  productCodes: z.nullable(z.array(code)),
});

/** An entry of an order's timeline, oldest first; its fields are those of the event of that type. */
const timelineEntry = z.object({
  type: z.string(),
  happenedAt: instant,
  productCodes: z.nullable(z.array(code)),
  place: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Only for `placed`: the initial status. */
  status: z.optional(z.string()),
  parcelId: z.optional(code),
  state: z.optional(parcelState),
  delivery: z.optional(days),
  reason: z.optional(deliveryReason),
  amount: z.optional(minorUnits),
});

/** [ORD-11] */
const superorder = z.object({
  ...details,
  deliveryAddress: z.nullable(deliveryAddress),
  pickupPoint: z.nullable(pickupPoint),
  invoiceAddress: z.nullable(postalAddress),
  deliveryCharge: z.nullable(minorUnits),
  buyerVatId: z.nullable(z.string()),
  refunded: minorUnits,
  products: z.array(product),
  productionOrders: z.array(z.object({ code, status: z.string(), statusSince: instant })),
  parcels: z.array(parcel),
  timeline: z.array(timelineEntry),
  files: z.array(file),
});
export type Superorder = z.infer<typeof superorder>;

/** [ORD-22] `notExpired` leaves out orders unpaid for 30 days. Newest first. */
export const getSuperorders = endpoint({
  name: 'getSuperorders',
  service,
  method: 'GET',
  path: '/v2/superorders/me',
  query: z.object({
    Offset: z._default(offset, 0),
    Limit: rowsUpTo(ORDERS_PER_CALL, ORDERS_PER_CALL),
    OrderState: z.optional(z.enum(['notExpired'])),
  }),
  response: z.object({
    orders: z.array(listedOrder),
    /** Totals over the whole list: orders, and the products in them [ORD-13]. */
    total: count,
    productsCount: count,
  }),
});

/** [ORD-24] 404 when the customer has no such order. */
export const getSuperorder = endpoint({
  name: 'getSuperorder',
  service,
  method: 'GET',
  path: '/v1/superorders/{orderCode}',
  params: z.object({ orderCode: code }),
  response: superorder,
  sample: ({ orderCode }) => ({ params: { orderCode } }),
});

/**
 * [ORD-25, ORD-26] Orders of the calling customer's own account; any other id is a 404. `articleNames` selects
 * orders that contain one of these articles.
 */
export const getOrdersByAccount = endpoint({
  name: 'getOrdersByAccount',
  service,
  method: 'GET',
  path: '/orders/byAccount/{accountId}',
  params: z.object({ accountId: id }),
  query: z.object({
    articleNames: z.optional(z.array(code).check(z.minLength(1), z.maxLength(MAX_ARTICLES_REQUESTED))),
    offset: z._default(offset, 0),
    limit: rowsUpTo(ORDERS_PER_CALL, ACCOUNT_ORDERS_LIMIT),
  }),
  response: z.object({ orders: z.array(listedOrder), total: count, productsCount: count }),
  sample: ({ customerId }) => ({ params: { accountId: customerId } }),
});

/** [ORD-27] One production order; a superorder without production orders is one itself, under its own code. */
export const getOrder = endpoint({
  name: 'getOrder',
  service,
  method: 'GET',
  path: '/v1/Orders/{productionOrder}',
  params: z.object({ productionOrder: code }),
  response: z.object({
    code,
    orderCode: code,
    channel: z.string(),
    currency: z.string(),
    createdAt: instant,
    status: z.string(),
    statusSince: instant,
    products: z.array(product),
    parcels: z.array(parcel),
  }),
  sample: ({ orderCode }) => ({ params: { productionOrder: orderCode } }),
});

/** [ORD-28, ORD-29] The promised and the current delivery dates; 404 when nothing was promised. */
export const getOrderDeliveryDates = endpoint({
  name: 'getOrderDeliveryDates',
  service,
  method: 'GET',
  path: '/OrderDeliveryDates/{orderCode}',
  params: z.object({ orderCode: code }),
  response: z.object({
    promised: days,
    expected: days,
    deliveredAt: z.nullable(instant),
    changes: z.array(
      z.object({
        delivery: days,
        reason: z.nullable(deliveryReason),
        note: z.nullable(z.string()),
        changedAt: instant,
      }),
    ),
  }),
  sample: ({ orderCode }) => ({ params: { orderCode } }),
});
