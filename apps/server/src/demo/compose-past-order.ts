import { createHash } from 'node:crypto';
import { addDays } from '@keepsake/contracts/library/retention';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import { type Channel, findChannel } from '../modules/frame/channels/index.ts';
import {
  deliveryChargeIn,
  homeIn,
  type PastOrder,
  paymentUrlOf,
  pickupPointIn,
  planBeginning,
  planFulfilment,
  type TimelinePlan,
  withTax,
} from '../modules/shop/demo-shop/index.ts';
import { HOUR_MS } from '../platform/clock.ts';

type Product = NewOrder['products'][number];

/** An item, with the price of the whole quantity before discounts and voucher. */
export type Item = Pick<Product, 'title' | 'quantity' | 'price' | 'photoIds' | 'discounts' | 'voucher'> &
  Pick<Product, 'voucherDetails'> & {
    article: string;
    /** If false, it can be returned for 14 days. */
    isPersonalised?: boolean;
    /** Made and sent on its own, under this number, within these hours. */
    part?: { number: number; hours: number };
  };

/** Of the hours ago that orders are placed. */
export const DAY = 24;

/** An order of a demo customer. */
export type Sketch = {
  /** Identifies the order among those of its customer. */
  name: string;
  hoursAgo: number;
  items: readonly Item[];
  channel: string;
  deliveryType?: 'Home' | 'PickupPoint';
  /** How far it goes: as far through its life as time has passed, until it is cancelled, or nowhere while it is unpaid. */
  fate?: 'lives' | 'cancelled' | 'unpaid';
  delay?: 'quality-check' | 'production-delay';
  /** Indexes of cancelled items. */
  cancelled?: readonly number[];
  buyer?: { company: string; vatId: string };
  /** Whether the shop sends a picture of the first product, because no photo of the library shows it. */
  hasCover?: boolean;
};

export type Buyer = { id: CustomerId; name: string };
type Today = { now: Date } & Pick<TimelinePlan, 'articles'>;

/** Default duration from an order to its delivery. */
const LIFE_HOURS = 132;
/** How long an order lives before its cancellation. */
const CANCELLED_HOURS = 20;

/** A past order with everything that has happened to it by now. */
export function composePastOrder(sketch: Sketch, customer: Buyer, { now, articles }: Today): PastOrder {
  const channel = findChannel(sketch.channel) as Channel;
  const order = composeOrder(sketch, { customer, channel, now });
  const isOver = ({ happenedAt }: { happenedAt: string }) => Date.parse(happenedAt) <= now.getTime();
  return { order, events: composeEvents(sketch, order, { channel, articles }).filter(isOver) };
}

type Place = { customer: Buyer; channel: Channel; now: Date };

function composeOrder(sketch: Sketch, { customer, channel, now }: Place): NewOrder {
  const { items, deliveryType = 'Home', buyer } = sketch;
  const { currency, country } = channel;
  const orderCode = codeOf(customer, sketch);
  const startedAt = new Date(now.getTime() - sketch.hoursAgo * HOUR_MS);
  const deliveryCharge = deliveryChargeIn(currency, deliveryType);
  const products = items.map((item, index) => composeProduct(item, { orderCode, index, country, buyer }));
  const address = { ...homeIn(country, customer.name), ...(buyer && { company: buyer.company }) };
  return {
    orderCode,
    customerId: customer.id,
    channel: channel.id,
    currency,
    status: 'paymentPending',
    products,
    total: products.reduce((sum, { price }) => sum + price, deliveryCharge),
    createdAt: startedAt.toISOString(),
    source: sketch.hoursAgo > 1_000 * DAY ? 'Albelli' : 'Resnap',
    deliveryType,
    ...(deliveryType === 'Home' ? { deliveryAddress: address } : { pickupPoint: pickupPointIn(country) }),
    invoiceAddress: address,
    ...(buyer && { buyerVatId: buyer.vatId }),
    deliveryCharge,
    deliveryPromise: promiseOf(startedAt),
    ...(sketch.fate === 'unpaid' && { paymentUrl: paymentUrlOf(orderCode) }),
  };
}

function promiseOf(startedAt: Date) {
  const day = startedAt.toISOString().slice(0, 10);
  return { from: addDays(day, 5), to: addDays(day, 6) };
}

type Line = { orderCode: string; index: number; country: string; buyer: Sketch['buyer'] };

function composeProduct(
  { part, price, isPersonalised = false, ...item }: Item,
  { orderCode, index, country, buyer }: Line,
): Product {
  const discounted = (item.discounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return {
    ...item,
    code: `${item.article}-${index + 1}`,
    ...(part && { productionOrder: partOf(orderCode, part) }),
    ...withTax(price - discounted - (item.voucherDetails?.amount ?? 0), country),
    status: 'paymentPending',
    isPersonalised,
    withdrawal: buyer ? { none: 'business' } : isPersonalised ? { none: 'personalised' } : { days: 14 },
  };
}

const partOf = (orderCode: string, { number }: { number: number }) => `${orderCode}-${number}`;

function composeEvents(
  sketch: Sketch,
  order: NewOrder,
  seller: Pick<TimelinePlan, 'channel' | 'articles'>,
): PastOrder['events'] {
  const { fate = 'lives', delay = null, items, cancelled = [] } = sketch;
  if (fate === 'unpaid') return [];
  const timeline = { ...seller, order, startedAt: new Date(order.createdAt ?? 0), delay };
  const beginning = planBeginning({ ...timeline, seconds: LIFE_HOURS * HOUR_SECONDS });
  if (fate === 'cancelled') return [...beginning.slice(0, 1), ...cancellation(order, order.products)];
  const productsOf = (isMeant: (index: number) => boolean) => order.products.filter((_, at) => isMeant(at));
  const parts = Map.groupBy(items.keys(), (index) => items[index]?.part?.number);
  const making = [...parts.values()].flatMap((own) => {
    const part = items[own[0] ?? 0]?.part;
    const made = productsOf((index) => own.includes(index) && !cancelled.includes(index));
    const productCodes = made.map(({ code }) => code);
    const seconds = (part?.hours ?? LIFE_HOURS) * HOUR_SECONDS;
    if (part) {
      const productionOrder = partOf(order.orderCode, part);
      return planFulfilment({ ...timeline, seconds, part: { productCodes, productionOrder } });
    }
    return planFulfilment({ ...timeline, seconds, ...(cancelled.length > 0 && { part: { productCodes } }) });
  });
  const gone = productsOf((index) => cancelled.includes(index));
  return [...beginning, ...making, ...(gone.length > 0 ? cancellation(order, gone) : [])];
}

/** The products are cancelled and their price refunded. */
function cancellation(order: NewOrder, products: readonly Product[]): PastOrder['events'][number][] {
  const { orderCode } = order;
  const hoursLater = (hours: number) =>
    new Date(Date.parse(order.createdAt ?? '') + hours * HOUR_MS).toISOString();
  const isWhole = products.length === order.products.length;
  const context = { orderCode, productCodes: products.map(({ code }) => code) };
  const [cancelledAt, refundedAt] = [hoursLater(CANCELLED_HOURS), hoursLater(CANCELLED_HOURS + 1)];
  const amount = products.reduce((sum, { price }) => sum + price, isWhole ? (order.deliveryCharge ?? 0) : 0);
  return [
    {
      ...context,
      id: `${orderCode}:cancelled`,
      happenedAt: cancelledAt,
      type: 'status',
      data: { status: 'Cancelled' },
    },
    { ...context, id: `${orderCode}:refunded`, happenedAt: refundedAt, type: 'refunded', data: { amount } },
  ];
}

function codeOf(customer: Buyer, { name }: Sketch): string {
  const hash = createHash('sha256').update(`${customer.id} ${name}`).digest('hex');
  return `DEMO-${hash.slice(0, 12).toUpperCase()}`;
}
