import * as z from 'zod/mini';
import { chosenOptions, optionGroup } from './article-options.ts';
import { endpoint } from './endpoint.ts';
import { code, count, id, minorUnits } from './fields.ts';
import { deliveryType, orderAddress, pickupPoint } from './orders.ts';
import { bookPages } from './photo-books.ts';

/** Where the web app shows the demo shop while no editor of the retailer's own is configured. */
export const DEMO_SHOP_PATH = '/demo-shop';

const service = 'orders';
const channel = z.string().check(z.minLength(1), z.maxLength(50));

export const demoProduct = z.object({
  code: z.string(),
  /** Size of the print in millimetres, the longer edge first. */
  width: count,
  height: count,
  /** Of one print, in pence, cents or öre. */
  price: count,
  /** What can be chosen: paper, frame, cover. */
  options: z.array(optionGroup),
  /** How many can be ordered: prints of each photo, or frames. */
  quantity: z.object({ minimum: count, maximum: count, step: count }),
});
export type DemoProduct = z.infer<typeof demoProduct>;

/** What the demo shop sells in a channel: prints of photos, photo books, and frames, which need no photo. */
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
    /** Where an order can be brought to, and what that costs. */
    delivery: z.object({
      home: z.object({ charge: minorUnits, address: orderAddress }),
      pickupPoint: z.object({ charge: minorUnits, point: pickupPoint }),
    }),
  }),
});

/**
 * Places an order at the demo shop, which passes it on as any shop would: for prints of a temporary selection, for what a
 * project is, which ends it, or for frames without either. A selection or project becomes one order: asked again the answer
 * is the same, for another product or quantity it is a 409. Frames are ordered once for each Idempotency-Key.
 */
export const placeDemoOrder = endpoint({
  name: 'placeDemoOrder',
  service,
  method: 'POST',
  path: '/demo-shop/orders',
  idempotencyKey: 'optional',
  body: z.object({
    tempSelectionId: z.optional(id),
    projectCode: z.optional(code),
    channel,
    productCode: z.string().check(z.maxLength(64)),
    /** Prints of each photo, books, or frames. */
    quantity: z.int().check(z.minimum(1), z.maximum(99)),
    /** Of prints and frames; a photo book has them among what was saved. */
    options: z.optional(chosenOptions),
    /** Home, unless told. */
    deliveryType: z.optional(deliveryType),
    /** In the country of the channel. Absent: the home that `getDemoShop` names. */
    deliveryAddress: z.optional(orderAddress),
    /** A code, however it is typed. One that cannot be used for the product is a 400. */
    voucher: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  response: z.object({ orderCode: z.string() }),
});

/**
 * Pays an order of the demo shop that is not paid yet, as a reorder is: its life begins. One that is paid stays as it is; one
 * that is cancelled is a 409, and 404 what is no order of the demo shop.
 */
export const payDemoOrder = endpoint({
  name: 'payDemoOrder',
  service,
  method: 'POST',
  path: '/demo-shop/orders/{orderCode}/payment',
  params: z.object({ orderCode: code }),
  response: z.object({ orderCode: code }),
});
