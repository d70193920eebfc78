import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, instant } from './fields.ts';

/** What customers are told about before they delete their account, in the order in which it is told. */
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

/** Days after the one of the confirmation until whose end the customer can come back. */
export const DELETION_GRACE_DAYS = 14;

const service = 'identity';
/**
 * The caller's identity type and account id, as their tokens name them; those of others are unknown. The subject of a
 * provider of the retailer's own can be anything.
 */
const own = {
  type: z.string().check(z.minLength(1), z.maxLength(40)),
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
};
const token = z.string().check(z.regex(/^[\w-]{20,100}$/));

const pendingDeletion = z.object({
  /** Until when its link works. */
  expiresAt: instant,
  /** From when on its mail can be sent again. */
  resendAt: instant,
});
export type PendingDeletion = z.infer<typeof pendingDeletion>;

const accountDeletion = z.object({
  /** What would be lost, in the order of DELETION_CONSEQUENCES; kinds of which there are none are left out. */
  consequences: z.array(z.object({ kind: z.enum(DELETION_CONSEQUENCES), count: z.int() })),
  /** The deletion that waits for its confirmation. */
  pending: z.nullable(pendingDeletion),
  /** Until when a change of the e-mail address can be undone, before which the account cannot be deleted; null for none. */
  blockedUntil: z.nullable(instant),
});
export type AccountDeletion = z.infer<typeof accountDeletion>;

/** What deleting the account would mean, counted now, and whether a deletion waits. */
export const getAccountDeletion = endpoint({
  name: 'getAccountDeletion',
  service,
  method: 'GET',
  path: '/v2/identities/{type}/{sub}/deleteaccount',
  params: z.object(own),
  response: accountDeletion,
});

/**
 * Mails a link that deletes the account, in place of one that waits; it works for a day. Within a minute it is the same one,
 * without a further mail. 409 `email-change-undoable` while a
 * change of the account's address can be undone; 429 when the customer asks too often.
 */
export const requestAccountDeletion = endpoint({
  name: 'requestAccountDeletion',
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/deleteaccount',
  recentSignIn: true,
  params: z.object(own),
  body: z.object({
    /** The brand of the mails. */
    channel: z.string().check(z.minLength(1), z.maxLength(50)),
  }),
  response: pendingDeletion,
});

/** Mails the link of the deletion that waits once more. 404 when none waits, 429 before `resendAt`. */
export const resendAccountDeletion = endpoint({
  name: 'resendAccountDeletion',
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/deleteaccount/actions/resend',
  params: z.object(own),
  response: pendingDeletion,
});

/** Gives up the deletion that waits: its links no longer work. Does nothing when none waits. */
export const cancelAccountDeletion = endpoint({
  name: 'cancelAccountDeletion',
  service,
  method: 'DELETE',
  path: '/v2/identities/{type}/{sub}/deleteaccount',
  params: z.object(own),
});

/**
 * Closes the account, by the token of the mail and as the customer who asked for it; ends every session. From then on every
 * other call is answered with the problem `account-deleted`. The same token again is answered alike. 404 for a token that is
 * unknown, has expired or is another customer's.
 */
export const confirmAccountDeletion = endpoint({
  name: 'confirmAccountDeletion',
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/deleteaccount/{token}/actions/confirm',
  isForClosed: true,
  params: z.object({ ...own, token }),
});

/** Until when the closed account can be kept. 404 for one that is open, and once it is being erased. */
export const getClosedAccount = endpoint({
  name: 'getClosedAccount',
  service,
  method: 'GET',
  path: '/v2/identities/{type}/{sub}/deleteaccount/grace',
  isForClosed: true,
  params: z.object(own),
  response: z.object({
    /** The last day on which it can be. */
    lastDay: day,
  }),
});

/** Opens the closed account again, with all that was in it. Does nothing to an open one. 404 once it is being erased. */
export const keepAccount = endpoint({
  name: 'keepAccount',
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/deleteaccount/actions/keep',
  isForClosed: true,
  params: z.object(own),
});
