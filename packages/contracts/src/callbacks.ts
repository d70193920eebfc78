import * as z from 'zod/mini';
import { callbackFormat } from './callback-settings.ts';
import { endpoint } from './endpoint.ts';
import { code, count, cursor, day, id, instant, label, minorUnits, rowsUpTo } from './fields.ts';
import { parcelState } from './order-events.ts';

const service = 'customers';

/** What is wrong with an address for callbacks. */
export const CALLBACK_MESSAGES = {
  'not-an-address': 'Enter a whole address, such as https://example.com/callbacks',
  'not-https': 'The address must begin with https://',
  'has-credentials': 'The address must have no name and no password in it',
  'has-port': 'The address must have no port: callbacks go to port 443',
  'not-public': 'The address must be one of the public internet',
} as const;
export type CallbackAddressFault = keyof typeof CALLBACK_MESSAGES;

/** Hosts of this very machine, as URLs write them: all numbers of an address become one spelling there. */
export const LOOPBACK_HOST =
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])$/;

/**
 * What is wrong with an address as it stands; null for one of which only the server can say whether it is public. Nothing but
 * being none is wrong with an address of this very machine where those are allowed, for trying things out.
 */
export function findCallbackAddressFault(
  typed: string,
  { isLoopbackAllowed }: { isLoopbackAllowed: boolean },
): CallbackAddressFault | null {
  const url = URL.parse(typed.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return 'not-an-address';
  const isLoopback = LOOPBACK_HOST.test(url.hostname);
  if (isLoopback && isLoopbackAllowed) return null;
  if (url.protocol !== 'https:') return 'not-https';
  if (url.username !== '' || url.password !== '') return 'has-credentials';
  if (url.port !== '') return 'has-port';
  return isLoopback ? 'not-public' : null;
}

const about = { customerId: id, channel: z.string() };

/** An order stands otherwise than before: the words that customers are shown. */
const orderStatusChanged = z.object({
  type: z.literal('order.status'),
  data: z.object({
    ...about,
    orderCode: code,
    status: z.enum(['AwaitingPayment', 'Ordered', 'InProduction', 'Sent', 'Cancelled']),
    since: instant,
  }),
});

/** Something happened to a parcel of an order. */
const parcelMoved = z.object({
  type: z.literal('order.parcel'),
  data: z.object({
    ...about,
    orderCode: code,
    parcelId: code,
    state: parcelState,
    happenedAt: instant,
    carrier: z.nullable(z.string()),
    trackingNumber: z.nullable(z.string()),
    trackingUrl: z.nullable(z.string()),
  }),
});

/** An invoice, or a credit note, stands on /invoices. */
const invoiceIssued = z.object({
  type: z.literal('invoice.issued'),
  data: z.object({
    ...about,
    number: z.string(),
    kind: z.enum(['invoice', 'credit-note']),
    orderCode: z.nullable(code),
    issuedOn: day,
    currency: z.string(),
    /** With tax. */
    total: minorUnits,
  }),
});

/** Faults of an order file that are told; there may be more. */
export const MAX_FAULTS_TOLD = 20;

/** A fault of an order file; without a line it concerns the whole. */
export const orderFileFault = z.object({
  line: z.nullable(count),
  reference: z.nullable(z.string()),
  message: z.string(),
});

/** An order file was put aside: nothing of it was ordered. */
const orderFileRejected = z.object({
  type: z.literal('order-file.rejected'),
  data: z.object({
    ...about,
    fileId: id,
    name: z.string(),
    faults: z.array(orderFileFault).check(z.maxLength(MAX_FAULTS_TOLD)),
  }),
});

/** A customer tries whether their address is reached. */
const testCall = z.object({
  type: z.literal('test'),
  data: z.object({ ...about, message: z.string() }),
});

/** What business customers are told at an address of their own (Standard Webhooks: `{type, timestamp, data}`). */
export const callbackEvent = z.discriminatedUnion('type', [
  orderStatusChanged,
  parcelMoved,
  invoiceIssued,
  orderFileRejected,
  testCall,
]);
export type CallbackEvent = z.infer<typeof callbackEvent>;

/** `gone`: the receiver answered 410. `failing`: nothing but failures for five days. */
export const CALLBACK_STOPS = ['gone', 'failing'] as const;

/** Where a business customer's callbacks stand. */
export const callbackSettings = z.object({
  url: z.nullable(z.string()),
  format: callbackFormat,
  /** Why, and when, nothing is sent any more although an address is set; saving the address again begins anew. */
  stopped: z.nullable(z.object({ reason: z.enum(CALLBACK_STOPS), at: instant })),
  /** Null before the first address is set. The key itself is told once, by `makeCallbackKey`. */
  key: z.nullable(
    z.object({
      madeAt: instant,
      isShown: z.boolean(),
      /** Until when the keys before it are good, too; null when there are none. */
      olderUntil: z.nullable(instant),
    }),
  ),
  /** Whether addresses of this very machine may be set, by http, too: for trying things out. */
  isLoopbackAllowed: z.boolean(),
  /** Address of the receiver that stands in for the customer's own, where there is one. */
  testReceiverUrl: z.nullable(z.string()),
});
export type CallbackSettings = z.infer<typeof callbackSettings>;

export const getCallbackSettings = endpoint({
  name: 'getCallbackSettings',
  service,
  isForBusiness: true,
  method: 'GET',
  path: '/callbacks',
  response: callbackSettings,
});

/** Hours for which a key is still used beside the one that follows it. */
export const KEY_OVERLAP_HOURS = 24;
/** Keys that sign at the same time. */
export const MAX_CALLBACK_KEYS = 5;

/**
 * Makes a new key for signatures and tells it, this once. Callbacks are signed with the keys before it, too, for another
 * day; a key that nobody has seen goes at once. 409 before an address is set, 429 when five keys are in use.
 */
export const makeCallbackKey = endpoint({
  name: 'makeCallbackKey',
  service,
  isForBusiness: true,
  method: 'PUT',
  path: '/callbacks/key',
  recentSignIn: true,
  response: z.object({ key: z.string(), olderUntil: z.nullable(instant) }),
});

/** Sends a callback of the type `test`. 409 while no address is set, or nothing is sent any more. */
export const testCallback = endpoint({
  name: 'testCallback',
  service,
  isForBusiness: true,
  method: 'POST',
  path: '/callbacks/test',
  idempotencyKey: 'optional',
  response: z.object({ callbackId: id }),
});

export const CALLBACKS_PER_PAGE = 20;
/** Tries of a callback that are shown, the newest. */
export const TRIES_SHOWN = 12;
/** Bytes of a receiver's answer that are kept. */
export const ANSWER_SHOWN_BYTES = 1_024;

/** One try, and how it was answered. */
export const callbackTry = z.object({
  at: instant,
  /** Null when there was no answer; `fault` says why then. */
  status: z.nullable(count),
  fault: z.nullable(z.string()),
  milliseconds: count,
  /** The first kilobyte of the answer, as text. */
  answer: z.nullable(z.string()),
});

export const CALLBACK_STATES = ['waiting', 'sent', 'failed'] as const;

/** A callback with its tries, the newest first. */
export const callbackLine = z.object({
  /** Its `webhook-id`. */
  callbackId: id,
  type: z.string(),
  createdAt: instant,
  state: z.enum(CALLBACK_STATES),
  /** Of the next try, while it waits. */
  nextAt: z.nullable(instant),
  /** Why it was not tried at all, or the last time. */
  note: z.nullable(z.string()),
  tries: z.array(callbackTry),
});
export type CallbackLine = z.infer<typeof callbackLine>;

/** What was sent, the newest first. */
export const getCallbacks = endpoint({
  name: 'getCallbacks',
  service,
  isForBusiness: true,
  method: 'GET',
  path: '/callbacks/log',
  query: z.object({ cursor: z.optional(cursor), limit: rowsUpTo(100, CALLBACKS_PER_PAGE) }),
  response: z.object({ callbacks: z.array(callbackLine), cursor: z.nullable(cursor) }),
});

/** Sends one again, under its own id. 409 as for a test. */
export const replayCallback = endpoint({
  name: 'replayCallback',
  service,
  isForBusiness: true,
  method: 'POST',
  path: '/callbacks/log/{callbackId}/replay',
  params: z.object({ callbackId: id }),
});

/** Sends all that failed since a moment again; says how many. 409 as for a test. */
export const recoverCallbacks = endpoint({
  name: 'recoverCallbacks',
  service,
  isForBusiness: true,
  method: 'POST',
  path: '/callbacks/recover',
  body: z.strictObject({ since: instant }),
  response: z.object({ count }),
});

/** What the test receiver got. */
export const callbackArrival = z.object({
  callbackId: z.string(),
  receivedAt: instant,
  type: z.nullable(label),
  contentType: z.string(),
  /** Null while it was told no key. */
  isSignatureGood: z.nullable(z.boolean()),
  body: z.string(),
});
export type CallbackArrival = z.infer<typeof callbackArrival>;

/** What came last at the receiver that stands in for the customer's own; 404 where there is none. */
export const getCallbackArrivals = endpoint({
  name: 'getCallbackArrivals',
  service,
  isForBusiness: true,
  method: 'GET',
  path: '/callbacks/test-receiver',
  response: z.object({ hasKey: z.boolean(), arrivals: z.array(callbackArrival) }),
});

/** Tells the test receiver the key by which it knows what is ours. */
export const setTestReceiverKey = endpoint({
  name: 'setTestReceiverKey',
  service,
  isForBusiness: true,
  method: 'PUT',
  path: '/callbacks/test-receiver/key',
  body: z.strictObject({ key: z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/)) }),
});
