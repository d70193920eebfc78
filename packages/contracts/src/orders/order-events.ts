import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { code, count, day, id, label, minorUnits } from '../platform/fields.ts';
import { sentInstant } from '../platform/sent-instant.ts';
import { ORDER_STATUSES } from './order-status.ts';
import { deliveryDays, sentence, webAddress } from './orders.ts';

/** Maximum events per request. */
export const MAX_EVENTS_PER_CALL = 100;
/** How long an event waits for an order that is not known yet, in days. */
export const PARKED_DAYS = 30;

/** States of a parcel, as reported by carriers. */
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

/** Reasons for a changed delivery date. */
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
  /** Chosen by the sender; an event with a known id changes nothing. */
  id: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/)),
  orderCode: code,
  /** When it happened, not when it is reported. */
  happenedAt: sentInstant,
  /** Affected products, of those the order was placed with; absent: all of the production order, or of the order. */
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

/** Events that Keepsake understands. */
const knownEvents = [
  event('status', { status: z.enum(ORDER_STATUSES) }),
  event('payment', { status: z.enum(PAYMENT_STATUSES), paymentUrl: z.optional(webAddress) }),
  event('parcel', {
    /** Identifies the parcel within its order. */
    parcelId: code,
    state: parcelState,
    carrier: z.optional(label),
    trackingNumber: z.optional(label),
    trackingUrl: z.optional(webAddress),
    /** The last day on which it can be collected, in the calendar of the pick-up point. */
    collectBy: z.optional(day),
  }),
  eventWith('delivery-promise', z.safeExtend(deliveryDays, { reason: z.optional(deliveryReason) })),
  /** Deadline for address changes; null ends the possibility. */
  event('address-deadline', { until: z.nullable(sentInstant) }),
  /** Production accepts, or refuses, the requested address of this version. */
  event('address-accepted', { version: count }),
  event('address-refused', { version: count }),
  /** New values of the order; absent fields stay as they are. */
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
  /** Today's price of the same order; a product without a price is no longer sold. */
  event('reorder-offer', {
    total: minorUnits,
    deliveryCharge: z.optional(minorUnits),
    products: z
      .array(z.strictObject({ code, price: z.nullable(minorUnits) }))
      .check(z.minLength(1), z.maxLength(100)),
  }),
  /** While an order is blocked, nothing of it is shown to others; the note gives the reason. */
  event('blocked', {}),
  event('unblocked', {}),
  /** The shop refuses the reorder with this id; the note gives the reason. */
  event('reorder-refused', { reorderId: id }),
] as const;
const knownEvent = z.discriminatedUnion('type', knownEvents);
export type KnownOrderEvent = z.infer<typeof knownEvent>;

type KindOf<Event> = Event extends KnownOrderEvent ? Pick<Event, 'type' | 'data'> : never;
/** What happened, apart from when and to what. */
export type OrderEventKind = KindOf<KnownOrderEvent>;

const dataByType: ReadonlyMap<string, z.ZodMiniType> = new Map(
  knownEvents.flatMap(({ def: { shape } }) => shape.type.def.values.map((type) => [type, shape.data])),
);

/**
 * Whether we understand an event: its type is known, and its data are what events of that type have. A release that did not know
 * the type stored it with any data.
 */
export function isKnownEvent<Event extends { type: string; data?: unknown }>(
  event: Event,
): event is Event & OrderEventKind {
  const data = dataByType.get(event.type);
  return data !== undefined && z.safeParse(data, event.data).success;
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const isStorableText = (text: string) => !text.includes('\0') && text.isWellFormed();

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  return Object.entries(value ?? {}).every(([name, inner]) => isStorableText(name) && isStorable(inner));
}

const anyData = z
  .record(z.string(), z.unknown())
  .check(z.refine(isStorable, 'has NUL or half a character, which cannot be stored'));

/** Events of unknown types are stored but not shown. */
const unknownEvent = z.strictObject({
  ...envelope,
  type: z.string().check(
    z.regex(/^[a-z][a-z0-9.-]{0,49}$/),
    z.refine((type) => !dataByType.has(type), { abort: true }),
  ),
  data: z.optional(anyData),
});

const orderEvent = z.union([knownEvent, unknownEvent]);
export type OrderEvent = z.infer<typeof orderEvent>;

/**
 * Outcome of an event: `stored`; `known`: it was stored before; `parked`: waiting for its order; `conflict`: a different event
 * has the same id; `unknown-product`: it names what its order does not have, and was not stored, so that its id can be used again.
 */
const EVENT_OUTCOMES = ['stored', 'known', 'parked', 'conflict', 'unknown-product'] as const;

/**
 * Accepts events about orders from the shop, production or a carrier, in any order and any number of times. Each event is
 * stored on its own or not at all; a request that is not a list of events stores nothing. Senders repeat whatever was not
 * answered.
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
    results: z.array(
      z.object({
        id: z.string(),
        outcome: z.enum(EVENT_OUTCOMES),
        /** Products that were cancelled before and that a status of the whole order therefore leaves cancelled. */
        stayCancelled: z.optional(z.array(code)),
        /** Products and production orders that it names and its order does not have. */
        unknown: z.optional(z.array(code)),
      }),
    ),
  }),
  sample: ({ orderCode }) => ({
    body: {
      events: [
        {
          id: 'event-1',
          orderCode,
          happenedAt: '2026-06-15T10:00:00Z',
          type: 'status',
          data: { status: 'shipped' },
        },
      ],
    },
  }),
});
