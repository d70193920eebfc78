import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, cursor, id, instant, ownAccount, rowsUpTo } from '../platform/fields.ts';

/** Events of an account at the embedded provider that are recorded for its owner. Stored values: they never change. */
export const ACCOUNT_EVENT_KINDS = [
  'account-created',
  'signed-in',
  'signed-in-new-device',
  'sign-in-failed',
  'password-reset-requested',
  'password-changed',
  'email-change-requested',
  'email-change-cancelled',
  'email-changed',
  'email-change-undone',
  'session-ended',
  'other-sessions-ended',
  'second-factor-on',
  'second-factor-off',
  'second-factor-failed',
  'recovery-code-used',
  'recovery-codes-renewed',
  'passkey-added',
  'passkey-removed',
  'passkey-suspicious',
  'my-data-requested',
  'my-data-downloaded',
  'payment-method-added',
  'payment-method-removed',
  'callback-address-changed',
  'callback-format-changed',
  'callback-key-made',
  'deletion-requested',
  'deletion-cancelled',
  'account-closed',
  'account-kept',
] as const;
export type AccountEventKind = (typeof ACCOUNT_EVENT_KINDS)[number];

/** How long account events are kept, in months. */
export const ACCOUNT_EVENT_MONTHS = 12;
/** Default page size, in events. */
const PAGE_ROWS = 10;

const accountEvent = z.object({
  id,
  kind: z.enum(ACCOUNT_EVENT_KINDS),
  /** Time of the last occurrence on that day. */
  happenedAt: instant,
  /** Number of occurrences on that day (UTC) from the same kind of device. */
  times: count,
  /** Such as 'Firefox' and 'Windows'; null if the device did not say. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  device: z.nullable(z.enum(['phone', 'tablet', 'computer'])),
});
export type AccountEvent = z.infer<typeof accountEvent>;

/** Events of the account, newest first. 404 where a provider of the retailer's own keeps the account. */
export const getAccountActivity = endpoint({
  name: 'getAccountActivity',
  service: 'identity',
  method: 'GET',
  path: '/v2/identities/{type}/{sub}/activity',
  params: z.object(ownAccount),
  query: z.object({ cursor: z.optional(cursor), limit: rowsUpTo(100, PAGE_ROWS) }),
  response: z.object({ events: z.array(accountEvent), cursor: z.nullable(z.string()) }),
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});
