import * as z from 'zod/mini';
import { callbackFormat } from '../account/callback-settings.ts';
import { endpoint } from '../platform/endpoint.ts';
import { count, cursor, id, instant, label, rowsUpTo } from '../platform/fields.ts';
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../platform/limits.ts';
import { sentInstant } from '../platform/sent-instant.ts';

const service = 'customers';

/** Why a callback address is refused. */
export const CALLBACK_MESSAGES = {
  'not-an-address': 'Enter a full address, such as https://example.com/callbacks',
  'not-https': 'The address must start with https://',
  'has-credentials': 'The address must not contain a user name or password',
  'has-port': 'The address must not contain a port: callbacks go to port 443',
  'not-public': 'The address must be on the public internet',
} as const;
export type CallbackAddressFault = keyof typeof CALLBACK_MESSAGES;

/** Loopback hosts as the URL parser writes them, which normalises every numeric spelling of an address. */
export const LOOPBACK_HOST =
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])$/;

/**
 * What is wrong with an address, judged by its text; null if only the server can tell whether it is public. Where loopback is
 * allowed, for trying things out, a loopback address only has to be a valid one.
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

/** Why sending has stopped. `gone`: the receiver answered 410. `failing`: only failures for five days. */
export const CALLBACK_STOPS = ['gone', 'failing'] as const;

/** A business customer's callback settings. */
export const callbackSettings = z.object({
  url: z.nullable(z.string()),
  format: callbackFormat,
  /** Why and when sending stopped although an address is set; saving the address again restarts it. */
  stopped: z.nullable(z.object({ reason: z.enum(CALLBACK_STOPS), at: instant })),
  /** Null before the first address is set. The key itself is only returned once, by `makeCallbackKey`. */
  key: z.nullable(
    z.object({
      madeAt: instant,
      isShown: z.boolean(),
      /** How long the previous keys stay valid; null if there are none. */
      olderUntil: z.nullable(instant),
    }),
  ),
  /** Whether loopback addresses and http are allowed, for trying things out. */
  isLoopbackAllowed: z.boolean(),
  /** Address of the built-in test receiver, if there is one. */
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

/** How long a callback is repeated, and an address may fail before nothing is sent to it any more, in days. */
export const CALLBACK_TRIES_DAYS = 5;
/** How long events and their attempts are kept, in days: long enough for any customer's question about an order. */
export const CALLBACK_LOG_DAYS = 90;
/** How long a replaced key keeps signing beside its successor, in hours. */
export const KEY_OVERLAP_HOURS = 24;
/** Maximum number of keys that sign at the same time. */
export const MAX_CALLBACK_KEYS = 5;

/**
 * Creates a signing key and returns it, this once. Callbacks are also signed with the previous keys for another day, except for
 * a key that nobody has seen, which is dropped immediately. 409 before an address is set, 429 when five keys are in use.
 */
export const makeCallbackKey = endpoint({
  name: 'makeCallbackKey',
  budgets: [{ calls: 10, seconds: DAY_SECONDS, isShared: true }],
  service,
  isForBusiness: true,
  method: 'PUT',
  path: '/callbacks/key',
  recentSignIn: true,
  response: z.object({ key: z.string(), olderUntil: z.nullable(instant) }),
  problems: ['conflict'],
});

/** Sends a callback of type `test`. 409 while no address is set or sending has stopped. */
export const testCallback = endpoint({
  name: 'testCallback',
  budgets: [{ calls: 10, seconds: 10 * MINUTE_SECONDS, isShared: true }],
  service,
  isForBusiness: true,
  method: 'POST',
  path: '/callbacks/test',
  idempotencyKey: 'optional',
  response: z.object({ callbackId: id }),
});

export const CALLBACKS_PER_PAGE = 20;
/** Number of delivery attempts shown per callback, the newest. */
export const TRIES_SHOWN = 12;
/** Number of bytes kept of a receiver's answer. */
export const ANSWER_SHOWN_BYTES = 1_024;

/** One delivery attempt and its answer. */
export const callbackTry = z.object({
  at: instant,
  /** Null when there was no answer; `fault` then says why. */
  status: z.nullable(count),
  fault: z.nullable(z.string()),
  milliseconds: count,
  /** The first kilobyte of the answer, as text. */
  answer: z.nullable(z.string()),
});

export const CALLBACK_STATES = ['waiting', 'sent', 'failed'] as const;

/** A callback with its delivery attempts, newest first. */
export const callbackLine = z.object({
  /** Its `webhook-id`. */
  callbackId: id,
  type: z.string(),
  createdAt: instant,
  state: z.enum(CALLBACK_STATES),
  /** When the next attempt is due, if there will be one. */
  nextAt: z.nullable(instant),
  /** Why there was no attempt, or no further one. */
  note: z.nullable(z.string()),
  tries: z.array(callbackTry),
});
export type CallbackLine = z.infer<typeof callbackLine>;

/** Callbacks sent, newest first. */
export const getCallbacks = endpoint({
  name: 'getCallbacks',
  service,
  isForBusiness: true,
  method: 'GET',
  path: '/callbacks/log',
  query: z.object({ cursor: z.optional(cursor), limit: rowsUpTo(100, CALLBACKS_PER_PAGE) }),
  response: z.object({ callbacks: z.array(callbackLine), cursor: z.nullable(cursor) }),
});

/** Sends a callback again, under its own id. 409 as for a test. */
export const replayCallback = endpoint({
  name: 'replayCallback',
  budgets: [{ calls: 300, seconds: HOUR_SECONDS, isShared: true }],
  service,
  isForBusiness: true,
  method: 'POST',
  path: '/callbacks/log/{callbackId}/replay',
  params: z.object({ callbackId: id }),
  problems: ['conflict'],
  sample: ({ callbackId }) => ({ params: { callbackId } }),
});

/** Resends everything that has failed since a given time; returns how many. 409 as for a test. */
export const recoverCallbacks = endpoint({
  name: 'recoverCallbacks',
  budgets: [{ calls: 10, seconds: HOUR_SECONDS, isShared: true }],
  service,
  isForBusiness: true,
  method: 'POST',
  path: '/callbacks/recover',
  body: z.strictObject({ since: sentInstant }),
  response: z.object({ count }),
  problems: ['conflict'],
  sample: () => ({ body: { since: '2026-06-01T00:00:00Z' } }),
});

/** A callback received by the test receiver. */
export const callbackArrival = z.object({
  callbackId: z.string(),
  receivedAt: instant,
  type: z.nullable(label),
  contentType: z.string(),
  /** Null if the receiver had no key at the time. */
  isSignatureGood: z.nullable(z.boolean()),
  body: z.string(),
});
export type CallbackArrival = z.infer<typeof callbackArrival>;

/** The latest callbacks at the test receiver; 404 if there is none. */
export const getCallbackArrivals = endpoint({
  name: 'getCallbackArrivals',
  service,
  isForBusiness: true,
  method: 'GET',
  path: '/callbacks/test-receiver',
  response: z.object({ hasKey: z.boolean(), arrivals: z.array(callbackArrival) }),
});

/** Gives the test receiver the key to verify signatures with. */
export const setTestReceiverKey = endpoint({
  name: 'setTestReceiverKey',
  service,
  isForBusiness: true,
  method: 'PUT',
  path: '/callbacks/test-receiver/key',
  body: z.strictObject({ key: z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/)) }),
  sample: () => ({ body: { key: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq=' } }),
});
