import * as z from 'zod/mini';
import { postalAddress } from '../account/postal-address.ts';
import { anyVatId } from '../account/vat-ids.ts';
import { currency } from '../platform/currencies.ts';
import { endpoint } from '../platform/endpoint.ts';
import { code, day, id, instant, label, minorUnits } from '../platform/fields.ts';
import { type CustomerId, customerIdSchema } from '../platform/ids.ts';
import { MAX_IDS_PER_CALL } from '../platform/limits.ts';
import { sentInstant } from '../platform/sent-instant.ts';
import { ORDER_STATUSES } from './order-status.ts';

/** The article with which the print editor starts (photo-library §9). */
export const PRINT_PRODUCT = 'PAP_910';

/** A customer's order. */
export type OrderRef = { customerId: CustomerId; orderCode: string };

const service = 'orders';
const status = z.enum(ORDER_STATUSES);
/** Multi-line display text. */
export const sentence = z.string().check(z.minLength(1), z.maxLength(1_000), z.regex(/^[^\p{Cs}\0]+$/u));
/** Where a customer is sent to continue: an https address without credentials, or a path of this site. */
export const webAddress = z
  .string()
  .check(z.maxLength(2_000), z.regex(/^(https:\/\/(?![^/?#]*@)[^\s/]|\/(?![/\\]))[^\s\\]*$/));

/** [ORD-20] */
export const deliveryType = z.enum(['Home', 'PickupPoint']);
/** [ORD-21] */
export const orderSource = z.enum(['Resnap', 'Albelli']);

export const pickupPoint = z.strictObject({
  name: label,
  address: postalAddress,
  /** Lines such as 'Mo-Fr 9:00-18:00', as the carrier writes them. */
  openingHours: z.array(label).check(z.maxLength(14)),
});

/** First and last expected day of arrival, both inclusive. */
export const deliveryDays = z
  .strictObject({ from: day, to: day })
  .check(z.refine(({ from, to }) => from <= to, 'ends before it begins'));

/**
 * VAT category codes of EN 16931: standard, zero, exempt, reverse charge, intra-community, export, outside scope, Canary
 * Islands, Ceuta.
 */
export const vatCategory = z.enum(['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M']);

/** Exceptions from the right of withdrawal (Directive 2011/83, article 16). */
export const WITHDRAWAL_EXCEPTIONS = [
  'personalised',
  'digital',
  'sealed',
  'perishable',
  'service',
  'business',
] as const;

/** Withdrawal period in days from the last delivery, or the reason why there is no right of withdrawal. */
export const withdrawalRight = z.union([
  z.strictObject({ days: z.int().check(z.minimum(0), z.maximum(400)) }),
  z.strictObject({ none: z.enum(WITHDRAWAL_EXCEPTIONS) }),
]);
export type WithdrawalRight = z.infer<typeof withdrawalRight>;

export const discount = z.strictObject({ title: label, amount: minorUnits });
export type Discount = z.infer<typeof discount>;
export const voucherDetails = z.strictObject({
  title: z.optional(label),
  /** What it took off this product's price. */
  amount: z.optional(minorUnits),
  expiresAt: z.optional(sentInstant),
});
export type VoucherDetails = z.infer<typeof voucherDetails>;

/** In all its products together; more would also exceed the size limit of a request. */
const MAX_PHOTOS_PER_ORDER = 20_000;

/** Optional fields have no defaults, so that the hash of a request repeated after an upgrade stays the same. */
const newProduct = z.strictObject({
  code,
  quantity: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  /** For the whole quantity, as paid by the customer: with tax, after discounts and voucher. */
  price: minorUnits,
  status,
  /** When the payment last changed. */
  paymentChangedDate: z.optional(sentInstant),
  /** Photos of the customer's library that it is made from; other ids are stored but have no effect. */
  photoIds: z._default(z.array(id).check(z.maxLength(MAX_IDS_PER_CALL)), []),
  title: z.optional(label),
  /** The shop's article, if `code` is the customer's own product. */
  article: z.optional(code),
  /** The production order it belongs to; an order without any counts as one itself. */
  productionOrder: z.optional(code),
  /** The price without tax; may be rounded by the piece. */
  netPrice: z.optional(minorUnits),
  /** Per cent. */
  vatRate: z.optional(z.number().check(z.minimum(0), z.maximum(100), z.multipleOf(0.01))),
  vatCategory: z.optional(vatCategory),
  /** Discounts already deducted from the price. */
  discounts: z.optional(z.array(discount).check(z.maxLength(20))),
  voucher: z.optional(label),
  voucherDetails: z.optional(voucherDetails),
  isPersonalised: z.optional(z.boolean()),
  withdrawal: z.optional(withdrawalRight),
});

export const newOrder = z.strictObject({
  orderCode: code,
  customerId: customerIdSchema,
  channel: z.string().check(z.minLength(1), z.maxLength(50)),
  currency,
  /** What the customer pays: products and delivery, less discounts. */
  total: minorUnits,
  /** Initial status of all its products, at `createdAt`. Later changes arrive as events. */
  status,
  /** When the customer placed it; defaults to now. */
  createdAt: z.optional(sentInstant),
  products: z.array(newProduct).check(
    z.minLength(1),
    z.maxLength(100),
    z.refine(
      (products) => products.reduce((sum, { photoIds }) => sum + photoIds.length, 0) <= MAX_PHOTOS_PER_ORDER,
      `holds more than ${MAX_PHOTOS_PER_ORDER} photos`,
    ),
  ),
  source: z.optional(orderSource),
  deliveryType: z.optional(deliveryType),
  deliveryAddress: z.optional(postalAddress),
  pickupPoint: z.optional(pickupPoint),
  invoiceAddress: z.optional(postalAddress),
  /** With tax; part of the total. */
  deliveryCharge: z.optional(minorUnits),
  buyerVatId: z.optional(anyVatId),
  deliveryPromise: z.optional(deliveryDays),
  /** Until when production accepts another address. Absent: not at all, unless an event says so. */
  addressChangeableUntil: z.optional(sentInstant),
  /** The order that this one repeats. */
  reorderOf: z.optional(code),
  /** Where the customer pays for it. */
  paymentUrl: z.optional(webAddress),
});
export type Order = z.infer<typeof newOrder>;
export type NewOrder = z.input<typeof newOrder>;

/**
 * Accepts an order from a shop system, with its service credential and an Idempotency-Key that is remembered permanently. 409
 * also for an order code known under another key. 404 when the customer is unknown. Extends the storage of the customer's
 * photos by another 18 months, unless the order is already cancelled or rejected. Applies events that arrived before it.
 */
export const placeOrder = endpoint({
  name: 'placeOrder',
  service,
  method: 'POST',
  path: '/orders',
  access: 'service',
  idempotencyKey: 'required',
  body: newOrder,
  response: z.object({
    orderCode: code,
    createdAt: instant,
    /** Warnings about an order that was accepted nevertheless, such as a voucher already used. */
    notes: z.optional(z.array(z.string())),
  }),
  problems: ['not-found'],
  sample: ({ newOrderCode, customerId, channel, photoId }) => ({
    body: {
      orderCode: newOrderCode,
      customerId,
      channel,
      currency: 'GBP',
      total: 1900,
      status: 'paymentSuccess',
      products: [
        { code: 'PAP_910', quantity: 1, price: 1900, status: 'paymentSuccess', photoIds: [photoId] },
      ],
      deliveryAddress: {
        name: 'Mia Holm',
        streetName: 'Sea Road',
        postalCode: 'HU1 1AA',
        city: 'Hull',
        country: 'GB',
      },
    },
  }),
});
