import { createHash } from 'node:crypto';
import type { ChosenOptions } from '@keepsake/contracts/creations/article-options';
import { addDays } from '@keepsake/contracts/library/retention';
import type { KnownOrderEvent } from '@keepsake/contracts/orders/order-events';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import { DEMO_SHOP_PATH } from '@keepsake/contracts/shop/demo-shop';
import type { Article } from '../../exchange/merchandise/index.ts';
import type { Channel } from '../../frame/channels/index.ts';
import { priceToday } from './articles.ts';
import { routeTowns } from './places.ts';
import { translatorFor } from './texts.ts';

/** When things happen, as shares of a whole life from the payment, which comes with the order, to its delivery. */
const SHARES = {
  paid: 0,
  confirmed: 0.1,
  production: 0.35,
  delayed: 0.45,
  made: 0.6,
  packed: 0.64,
  sent: 0.7,
  pickedUp: 0.72,
  sorted: 0.8,
  near: 0.9,
  arrived: 1,
};
type Moment = keyof typeof SHARES;

/** Days from the order to the promised delivery, and the length of a delay. */
const PROMISED_DAYS = { from: 2, to: 3 };
const DELAY_DAYS = 2;
/** How long a pick-up point keeps a parcel, in days. */
const COLLECTION_DAYS = 10;

/** An order of this many things is always late; of the other personalised ones, every fourth. */
const MANY = 20;

/** When an order was placed and the duration of its life, in seconds. */
export type Started = { startedAt: Date; seconds: number };

export const momentIn = ({ startedAt, seconds }: Started, moment: Moment): Date =>
  new Date(startedAt.getTime() + Math.round(1_000 * seconds * SHARES[moment]));

/** When an order is paid, goes into production, and is sent. */
export const milestonesOf = (started: Started) => ({
  paidAt: momentIn(started, 'paid'),
  productionAt: momentIn(started, 'production'),
  sentAt: momentIn(started, 'sent'),
});

export function promisedFor(startedAt: Date) {
  const day = startedAt.toISOString().slice(0, 10);
  return { from: addDays(day, PROMISED_DAYS.from), to: addDays(day, PROMISED_DAYS.to) };
}

type DelayReason = 'high-demand' | 'production-delay' | 'quality-check';
export type TimelinePlan = Started & {
  order: NewOrder;
  channel: Channel;
  /** What the channel sells today. */
  articles: readonly Article[];
  /** The options chosen for its only product. */
  options?: ChosenOptions | undefined;
  /** The products that it covers, which have a parcel of their own; defaults to all. */
  part?: { productionOrder?: string; productCodes: string[] };
  /** Why it is late; null if it is not, undefined to decide by the order. */
  delay?: DelayReason | null;
};

/** All events of an order. They are the same whenever asked, so each of them may be reported twice. */
export const planTimeline = (timeline: TimelinePlan): KnownOrderEvent[] => [
  ...planBeginning(timeline),
  ...planFulfilment(timeline),
];

/** Events of an order as a whole: paid, confirmed, until when its address can be changed, and what it costs to reorder. */
export function planBeginning({
  order,
  channel,
  articles,
  options,
  ...started
}: TimelinePlan): KnownOrderEvent[] {
  const { orderCode } = order;
  const at = (moment: Moment, name: string = moment) => ({
    id: `${orderCode}:${name}`,
    orderCode,
    happenedAt: momentIn(started, moment).toISOString(),
  });
  const until = momentIn(started, 'production').toISOString();
  const deadline: KnownOrderEvent[] = [
    { ...at('confirmed', 'deadline'), type: 'address-deadline', data: { until } },
    { ...at('production', 'deadline-over'), type: 'address-deadline', data: { until: null } },
  ];
  return [
    planPayment(orderCode, momentIn(started, 'paid')),
    { ...at('confirmed'), type: 'status', data: { status: 'Confirmed' } },
    ...(order.deliveryType === 'PickupPoint' ? [] : deadline),
    { ...at('confirmed', 'offer'), type: 'reorder-offer', data: offerOf(order, { articles, options }) },
  ];
}

/** The event of an order's payment. */
export const planPayment = (orderCode: string, paidAt: Date): KnownOrderEvent => ({
  id: `${orderCode}:paid`,
  orderCode,
  happenedAt: paidAt.toISOString(),
  type: 'payment',
  data: { status: 'paymentSuccess' },
});

/** What the same costs at the shop's own prices, without earlier discounts. */
function offerOf(
  { products, deliveryCharge = 0 }: NewOrder,
  today: Pick<TimelinePlan, 'articles' | 'options'>,
) {
  const priced = products.map((product) => ({ code: product.code, price: priceToday(product, today) }));
  return {
    total: priced.reduce((sum, { price }) => sum + price, deliveryCharge),
    deliveryCharge,
    products: priced,
  };
}

/** Events of an order, or of a part made and sent on its own: its production and its parcel. */
export function planFulfilment(timeline: TimelinePlan): KnownOrderEvent[] {
  const { order, channel, part, ...started } = timeline;
  const { orderCode } = order;
  const prefix = part?.productionOrder ?? orderCode;
  const at = (moment: Moment, name: string = moment) => ({
    id: `${prefix}:${name}`,
    orderCode,
    ...part,
    happenedAt: momentIn(started, moment).toISOString(),
  });
  const { plant, sortingCentre, depot } = routeTowns(channel.country);
  const parcel = parcelOf(prefix, orderCode);
  const near = at('near');
  const isCollected = order.deliveryType === 'PickupPoint';
  const destination = isCollected ? order.pickupPoint?.name : depot;
  return [
    { ...at('production'), type: 'status', place: plant, data: { status: 'ProductionStarted' } },
    ...planDelay(timeline, at('delayed')),
    { ...at('made'), type: 'status', place: plant, data: { status: 'ProductionCompleted' } },
    { ...at('packed'), type: 'parcel', place: plant, data: { ...parcel, state: 'label' } },
    { ...at('sent'), type: 'status', place: plant, data: { status: 'Dispatched' } },
    { ...at('pickedUp', 'picked-up'), type: 'parcel', place: plant, data: { ...parcel, state: 'picked-up' } },
    { ...at('sorted'), type: 'parcel', place: sortingCentre, data: { ...parcel, state: 'in-transit' } },
    {
      ...near,
      type: 'parcel',
      place: destination,
      data: isCollected
        ? {
            ...parcel,
            state: 'ready-for-pick-up',
            collectBy: addDays(near.happenedAt.slice(0, 10), COLLECTION_DAYS),
          }
        : { ...parcel, state: 'out-for-delivery' },
    },
    { ...at('arrived'), type: 'parcel', place: destination, data: { ...parcel, state: 'delivered' } },
  ];
}

function planDelay(
  { order, channel, startedAt, delay = reasonOfDelay(order) }: TimelinePlan,
  at: Pick<KnownOrderEvent, 'id' | 'orderCode' | 'happenedAt'>,
): KnownOrderEvent[] {
  if (delay === null) return [];
  const note = translatorFor(channel.locale, channel.id)(`note.delayed.${delay}`);
  const { from, to } = order.deliveryPromise ?? promisedFor(startedAt);
  const data = { from: addDays(from, DELAY_DAYS), to: addDays(to, DELAY_DAYS), reason: delay };
  return [{ ...at, type: 'delivery-promise', note, data }];
}

const DELAYS = ['production-delay', null, null, null, 'quality-check', null, null, null] as const;

/** Orders of many things are late, and occasionally one of prints, depending on its code. */
function reasonOfDelay({ orderCode, products }: NewOrder): DelayReason | null {
  if (products.reduce((sum, { quantity }) => sum + quantity, 0) >= MANY) return 'high-demand';
  if (!products.some(({ isPersonalised }) => isPersonalised)) return null;
  const [chance = 0] = createHash('sha256').update(orderCode).digest();
  return DELAYS[chance % DELAYS.length] ?? null;
}

/** A parcel of a fictional carrier, whose page the demo shop provides. */
function parcelOf(name: string, orderCode: string) {
  const number = createHash('sha256').update(`parcel ${name}`).digest('hex').slice(0, 10).toUpperCase();
  const trackingUrl = `${DEMO_SHOP_PATH}/parcel?${new URLSearchParams({ orderCode, parcelId: number })}`;
  return { parcelId: number, carrier: 'Parcelwing', trackingNumber: `PW${number}`, trackingUrl };
}
