import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { instant, ownAccount } from '../platform/fields.ts';
import { HOUR_SECONDS } from '../platform/limits.ts';
import { isMailAddress, isTypedMailAddress, mailAddress } from '../platform/mail-address.ts';

const service = 'identity';
const token = z.string().check(z.regex(/^[\w-]{20,100}$/));

export const emailAddress = mailAddress(isMailAddress);

/** A mailed link that nobody has confirmed yet. */
export const pendingLink = z.object({
  /** When the link expires. */
  expiresAt: instant,
  /** When the mail can be sent again. */
  resendAt: instant,
});
export type PendingLink = z.infer<typeof pendingLink>;

const pendingEmailChange = z.extend(pendingLink, { email: z.string() });
export type PendingEmailChange = z.infer<typeof pendingEmailChange>;

/** The account's address and its pending change. 404 where a provider of the retailer's own keeps the account. */
export const getEmailChange = endpoint({
  name: 'getEmailChange',
  service,
  method: 'GET',
  path: '/v2/identities/{type}/{sub}/emailchanges',
  params: z.object(ownAccount),
  response: z.object({ email: z.string(), pending: z.nullable(pendingEmailChange) }),
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});

/**
 * Mails a link to the new address, valid for an hour; it replaces a pending one. 409 `email-in-use` when an account already has
 * the address, in any spelling; 429 when the customer asks too often.
 */
export const requestEmailChange = endpoint({
  name: 'requestEmailChange',
  // The answer reveals whether an address has an account.
  budgets: [{ calls: 5, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/emailchanges',
  recentSignIn: true,
  params: z.object(ownAccount),
  body: z.object({
    email: mailAddress(isTypedMailAddress),
    /** Brand of the mail. */
    channel: z.string().check(z.minLength(1), z.maxLength(50)),
  }),
  response: pendingEmailChange,
  problems: ['email-in-use'],
  sample: ({ identityType, customerId, newEmail, channel }) => ({
    params: { type: identityType, sub: customerId },
    body: { email: newEmail, channel },
  }),
});

/** Mails the link of the pending change again. 404 when none is pending, 429 before `resendAt`. */
export const resendEmailChange = endpoint({
  name: 'resendEmailChange',
  budgets: [{ calls: 20, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/emailchanges/actions/resend',
  params: z.object(ownAccount),
  response: pendingEmailChange,
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});

/** Cancels the pending change and invalidates its links. Does nothing when none is pending. */
export const cancelEmailChange = endpoint({
  name: 'cancelEmailChange',
  service,
  method: 'DELETE',
  path: '/v2/identities/{type}/{sub}/emailchanges',
  params: z.object(ownAccount),
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});

/**
 * Changes the address, using the token from the mail, and ends every session of the account; only the customer who requested it
 * can call this. Repeating the token gives the same answer. 404 for a token that is unknown or has expired, 403 `another-account`
 * for another customer's.
 */
export const confirmEmailChange = endpoint({
  name: 'confirmEmailChange',
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/emailchanges/{token}/actions/confirm',
  params: z.object({ ...ownAccount, token }),
  problems: ['another-account'],
  sample: ({ identityType, customerId, token }) => ({
    params: { type: identityType, sub: customerId, token },
  }),
});

/**
 * Restores the previous address of an account, using the token mailed to that address, for seven days. The password stops
 * working, since others may know it, and the address receives a link to set a new one. Answers whose account it is: a browser in
 * which another one is signed in keeps that session. 404 for an unknown or expired token.
 */
export const undoEmailChange = endpoint({
  name: 'undoEmailChange',
  service,
  method: 'POST',
  path: '/v2/emailchanges/{token}/actions/undo',
  access: 'public',
  params: z.object({ token }),
  response: z.object({ customerId: z.nullable(z.string()) }),
  sample: ({ token }) => ({ params: { token } }),
});

/**
 * Mails a link for a new password to the account's address, valid for an hour. 404 where a provider of the retailer's own keeps
 * the account, 429 when the customer asks too often.
 */
export const requestOwnPassword = endpoint({
  name: 'requestOwnPassword',
  budgets: [{ calls: 5, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/passwordresets',
  params: z.object(ownAccount),
  body: z.object({
    /** Brand of the mail. */
    channel: z.string().check(z.minLength(1), z.maxLength(50)),
  }),
  sample: ({ identityType, customerId, channel }) => ({
    params: { type: identityType, sub: customerId },
    body: { channel },
  }),
});
