import * as z from 'zod/mini';
import { postalAddress } from '../account/postal-address.ts';
import { chosenOptions, optionGroup } from '../creations/article-options.ts';
import { bookPages } from '../creations/photo-books.ts';
import { deliveryType, pickupPoint } from '../orders/orders.ts';
import { endpoint } from '../platform/endpoint.ts';
import { code, count, id, minorUnits } from '../platform/fields.ts';
import { HOUR_SECONDS } from '../platform/limits.ts';

/** Path of the demo shop in the web app, used while no editor of the retailer's own is configured. */
export const DEMO_SHOP_PATH = '/demo-shop';

const service = 'orders';
const channel = z.string().check(z.minLength(1), z.maxLength(50));

export const demoProduct = z.object({
  code: z.string(),
  /** Size of the print in millimetres, the longer edge first. */
  width: count,
  height: count,
  /** Price of one, in pence, cents or öre. */
  price: count,
  /** Options such as paper, frame and cover. */
  options: z.array(optionGroup),
  /** Allowed quantities: prints of each photo, or frames. */
  quantity: z.object({ minimum: count, maximum: count, step: count }),
});
export type DemoProduct = z.infer<typeof demoProduct>;

/** The demo shop's range in a channel: prints, photo books, and frames, which need no photo. */
export const getDemoShop = endpoint({
  name: 'getDemoShop',
  service,
  method: 'GET',
  path: '/demo-shop',
  query: z.object({ channel }),
  response: z.object({
    currency: z.string(),
    products: z.array(demoProduct),
    frames: z.array(demoProduct),
    books: z.array(z.extend(demoProduct, { pages: bookPages })),
    /** Delivery options and their charges. */
    delivery: z.object({
      home: z.object({ charge: minorUnits, address: postalAddress }),
      pickupPoint: z.object({ charge: minorUnits, point: pickupPoint }),
    }),
  }),
  sample: ({ channel }) => ({ query: { channel } }),
});

/**
 * Places an order at the demo shop, which reports it as any shop does: prints of a temporary selection, a project (which it
 * ends), or frames. A selection or project becomes a single order: repeating the call gives the same answer, another product or
 * quantity is a 409. Frames are ordered once per Idempotency-Key.
 */
export const placeDemoOrder = endpoint({
  name: 'placeDemoOrder',
  budgets: [{ calls: 120, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/demo-shop/orders',
  isHeldAfterRestore: true,
  idempotencyKey: 'optional',
  body: z.object({
    tempSelectionId: z.optional(id),
    projectCode: z.optional(code),
    channel,
    productCode: z.string().check(z.maxLength(64)),
    /** Prints of each photo, books, or frames. */
    quantity: z.int().check(z.minimum(1), z.maximum(99)),
    /** Options of prints and frames; those of a photo book are part of the saved project. */
    options: z.optional(chosenOptions),
    /** Home by default. */
    deliveryType: z.optional(deliveryType),
    /** In the channel's country. Absent: the home address that `getDemoShop` returns. */
    deliveryAddress: z.optional(postalAddress),
    /** A voucher code, in any notation. 400 if it cannot be used for the product. */
    voucher: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  response: z.object({ orderCode: z.string() }),
  problems: ['not-found'],
  sample: ({ tempSelectionId, channel }) => ({
    body: { tempSelectionId, channel, productCode: 'PAP_910', quantity: 1 },
  }),
});

/**
 * Pays an unpaid order of the demo shop, such as a reorder, which starts production. A paid order stays as it is; 409 for a
 * cancelled order, 404 for one that is not of the demo shop.
 */
export const payDemoOrder = endpoint({
  name: 'payDemoOrder',
  service,
  method: 'POST',
  path: '/demo-shop/orders/{orderCode}/payment',
  params: z.object({ orderCode: code }),
  response: z.object({ orderCode: code }),
  problems: ['conflict'],
  sample: ({ orderCode }) => ({ params: { orderCode } }),
});
