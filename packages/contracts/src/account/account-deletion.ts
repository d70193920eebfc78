import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { day, instant } from '../platform/fields.ts';
import { HOUR_SECONDS } from '../platform/limits.ts';
import { pendingLink } from './email-changes.ts';

/** What customers are warned about before they delete their account, in the order of the warnings. */
export const DELETION_CONSEQUENCES = [
  'openOrders',
  'invoices',
  'photos',
  'albums',
  'sharedAlbums',
  'projects',
  'onlineProducts',
  'widgets',
  'vouchers',
  'addresses',
  'paymentMethods',
  'firms',
  'callbacks',
] as const;

export type DeletionConsequence = (typeof DELETION_CONSEQUENCES)[number];

/** Grace period in full days: the customer can come back until the end of the last of these days after the confirmation. */
export const DELETION_GRACE_DAYS = 14;
/** How long the link that confirms a deletion is valid, in hours. */
export const DELETION_LINK_HOURS = 24;

const service = 'identity';
/**
 * The caller's own identity type and account id, as in the token; a 404 for anybody else's. The subject of a retailer's own
 * provider can be any text.
 */
const own = {
  type: z.string().check(z.minLength(1), z.maxLength(40)),
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
};
const token = z.string().check(z.regex(/^[\w-]{20,100}$/));

const accountDeletion = z.object({
  /** What would be lost, in the order of DELETION_CONSEQUENCES; kinds with a count of zero are left out. */
  consequences: z.array(z.object({ kind: z.enum(DELETION_CONSEQUENCES), count: z.int() })),
  /** The deletion awaiting confirmation. */
  pending: z.nullable(pendingLink),
  /** The account cannot be deleted until then, because a change of its e-mail address can still be undone; null for none. */
  blockedUntil: z.nullable(instant),
});
export type AccountDeletion = z.infer<typeof accountDeletion>;

/** The consequences of deleting the account, counted now, and any deletion awaiting confirmation. */
export const getAccountDeletion = endpoint({
  name: 'getAccountDeletion',
  service,
  method: 'GET',
  path: '/v2/identities/{type}/{sub}/deleteaccount',
  params: z.object(own),
  response: accountDeletion,
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});

/**
 * Mails a link that deletes the account and is valid for a day; it replaces a pending one. Within a minute of the last request
 * the link stays the same and no further mail is sent. 409 `email-change-undoable` while a change of the account's address can
 * be undone; 429 when the customer asks too often.
 */
export const requestAccountDeletion = endpoint({
  name: 'requestAccountDeletion',
  budgets: [{ calls: 5, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/deleteaccount',
  recentSignIn: true,
  params: z.object(own),
  body: z.object({
    /** Brand of the mails. */
    channel: z.string().check(z.minLength(1), z.maxLength(50)),
  }),
  response: pendingLink,
  problems: ['no-address', 'email-change-undoable'],
  sample: ({ identityType, customerId, channel }) => ({
    params: { type: identityType, sub: customerId },
    body: { channel },
  }),
});

/** Mails the link of the pending deletion again. 404 when none is pending, 429 before `resendAt`. */
export const resendAccountDeletion = endpoint({
  name: 'resendAccountDeletion',
  budgets: [{ calls: 20, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/deleteaccount/actions/resend',
  params: z.object(own),
  response: pendingLink,
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});

/** Cancels the pending deletion and invalidates its links. Does nothing when none is pending. */
export const cancelAccountDeletion = endpoint({
  name: 'cancelAccountDeletion',
  service,
  method: 'DELETE',
  path: '/v2/identities/{type}/{sub}/deleteaccount',
  params: z.object(own),
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});

/**
 * Closes the account, using the token from the mail, and ends every session; only the customer who requested the deletion can
 * call it. Afterwards every other call fails with the problem `account-deleted`. Repeating the token gives the same answer. 404
 * for a token that is unknown or has expired, 403 `another-account` for another customer's.
 */
export const confirmAccountDeletion = endpoint({
  name: 'confirmAccountDeletion',
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/deleteaccount/{token}/actions/confirm',
  isForClosed: true,
  params: z.object({ ...own, token }),
  problems: ['another-account', 'email-change-undoable'],
  sample: ({ identityType, customerId, token }) => ({
    params: { type: identityType, sub: customerId, token },
  }),
});

/** How long the closed account can still be kept. 404 for an open account, and once it is being erased. */
export const getClosedAccount = endpoint({
  name: 'getClosedAccount',
  service,
  method: 'GET',
  path: '/v2/identities/{type}/{sub}/deleteaccount/grace',
  isForClosed: true,
  params: z.object(own),
  response: z.object({
    /** The last day on which the account can be kept. */
    lastDay: day,
  }),
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});

/** Reopens a closed account with everything in it. Does nothing to an open one. 404 once it is being erased. */
export const keepAccount = endpoint({
  name: 'keepAccount',
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/deleteaccount/actions/keep',
  isForClosed: true,
  params: z.object(own),
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});
