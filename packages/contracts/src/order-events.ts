import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { code, count, id, instant, label, minorUnits } from './fields.ts';
import { ORDER_STATUSES } from './order-status.ts';
import { deliveryDays, sentence, webAddress } from './orders.ts';

/** Most events of one request. */
export const MAX_EVENTS_PER_CALL = 100;
/** How long an event waits for the order that it names. */
export const PARKED_DAYS = 30;

/** The life of a parcel, as carriers report it. */
export const PARCEL_STATES = [
  'label',
  'picked-up',
  'in-transit',
  'out-for-delivery',
  'attempted',
  'ready-for-pick-up',
  'delivered',
  'exception',
] as const;
export const parcelState = z.enum(PARCEL_STATES);

/** Why an order arrives on another day than promised. */
export const DELIVERY_REASONS = [
  'payment-late',
  'high-demand',
  'production-delay',
  'quality-check',
  'address-changed',
  'carrier-delay',
  'customs',
  'weather',
  'earlier',
  'other',
] as const;
export const deliveryReason = z.enum(DELIVERY_REASONS);

const PAYMENT_STATUSES = ['paymentPending', 'paymentFailed', 'paymentSuccess', 'paymentFree'] as const;

const envelope = {
  /** The sender's own: one that comes again changes nothing. */
  id: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/)),
  orderCode: code,
  /** When it happened, not when it is told. */
  happenedAt: instant,
  /** Only these products; absent: all of the production order, or of the order. */
  productCodes: z.optional(z.array(code).check(z.minLength(1), z.maxLength(100))),
  productionOrder: z.optional(code),
  /** Where it happened: 'Sorting centre Eindhoven'. */
  place: z.optional(label),
  /** A sentence for the customer, in the language of the order's channel. */
  note: z.optional(sentence),
};

const event = <Type extends string, Data extends z.core.$ZodShape>(type: Type, data: Data) =>
  eventWith(type, z.strictObject(data));

const eventWith = <Type extends string, Data extends z.ZodMiniType>(type: Type, data: Data) =>
  z.strictObject({ ...envelope, type: z.literal(type), data });

/** Events that mean something. */
const knownEvents = [
  event('status', { status: z.enum(ORDER_STATUSES) }),
  event('payment', { status: z.enum(PAYMENT_STATUSES), paymentUrl: z.optional(webAddress) }),
  event('parcel', {
    /** Names the parcel within its order. */
    parcelId: code,
    state: parcelState,
    carrier: z.optional(label),
    trackingNumber: z.optional(label),
    trackingUrl: z.optional(webAddress),
  }),
  eventWith('delivery-promise', z.safeExtend(deliveryDays, { reason: z.optional(deliveryReason) })),
  /** Until when production takes another address; null ends it. */
  event('address-deadline', { until: z.nullable(instant) }),
  /** Production takes, or does not take, the address of this version. */
  event('address-accepted', { version: count }),
  event('address-refused', { version: count }),
  /** What the order is from now on; what is left out stays. */
  event('order-changed', {
    total: z.optional(minorUnits),
    products: z.optional(
      z
        .array(
          z.strictObject({
            code,
            quantity: z.int().check(z.minimum(1), z.maximum(1_000_000)),
            price: minorUnits,
          }),
        )
        .check(z.minLength(1), z.maxLength(100)),
    ),
  }),
  event('refunded', { amount: minorUnits }),
  /** What ordering the same again costs from now on; a product without a price is no longer sold. */
  event('reorder-offer', {
    total: minorUnits,
    deliveryCharge: z.optional(minorUnits),
    products: z
      .array(z.strictObject({ code, price: z.nullable(minorUnits) }))
      .check(z.minLength(1), z.maxLength(100)),
  }),
  /** Nothing of the order is shown to others, as long as it is not unblocked; the note says why. */
  event('blocked', {}),
  event('unblocked', {}),
  /** The shop does not take the reorder of this id; the note says why. */
  event('reorder-refused', { reorderId: id }),
] as const;
const knownEvent = z.discriminatedUnion('type', knownEvents);
export type KnownOrderEvent = z.infer<typeof knownEvent>;

const knownTypes: ReadonlySet<string> = new Set(knownEvents.flatMap(({ def }) => def.shape.type.def.values));

/** Whether an event means something to us. */
export const isKnownEvent = (event: { type: string }): event is KnownOrderEvent => knownTypes.has(event.type);

/** An event of a type that is none of the above is kept and shows nothing. */
const unknownEvent = z.strictObject({
  ...envelope,
  type: z.string().check(
    z.regex(/^[a-z][a-z0-9.-]{0,49}$/),
    z.refine((type) => !knownTypes.has(type), { abort: true }),
  ),
  data: z.optional(z.record(z.string(), z.unknown())),
});

const orderEvent = z.union([knownEvent, unknownEvent]);
export type OrderEvent = z.infer<typeof orderEvent>;

/**
 * What became of an event: `stored`; `known`, the same came before; `parked`, until its order comes; `conflict`, another
 * one came under its id.
 */
const EVENT_OUTCOMES = ['stored', 'known', 'parked', 'conflict'] as const;

/**
 * Takes what happened to orders, from the shop, production or a carrier, in any order and as often as it is sent. Each event
 * is stored by itself or not at all; a request that is no list of events stores nothing. Repeat what was not answered.
 */
export const reportOrderEvents = endpoint({
  name: 'reportOrderEvents',
  service: 'orders',
  method: 'POST',
  path: '/order-events',
  access: 'service',
  scope: 'events',
  body: z.strictObject({
    events: z.array(orderEvent).check(z.minLength(1), z.maxLength(MAX_EVENTS_PER_CALL)),
  }),
  response: z.object({
    /** In the order of the request. */
    results: z.array(z.object({ id: z.string(), outcome: z.enum(EVENT_OUTCOMES) })),
  }),
});
