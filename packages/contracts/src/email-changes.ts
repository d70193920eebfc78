import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { instant, ownAccount } from './fields.ts';
import { isMailAddress, isTypedMailAddress } from './mail-address.ts';

const service = 'identity';
const token = z.string().check(z.regex(/^[\w-]{20,100}$/));

export const emailAddress = z.string().check(z.trim(), z.refine(isMailAddress));

const pendingEmailChange = z.object({
  email: z.string(),
  /** Until when its link works. */
  expiresAt: instant,
  /** From when on its mail can be sent again. */
  resendAt: instant,
});
export type PendingEmailChange = z.infer<typeof pendingEmailChange>;

/** The account's address and the change of it that waits. 404 where a provider of the retailer's own keeps the account. */
export const getEmailChange = endpoint({
  name: 'getEmailChange',
  service,
  method: 'GET',
  path: '/v2/identities/{type}/{sub}/emailchanges',
  params: z.object(ownAccount),
  response: z.object({ email: z.string(), pending: z.nullable(pendingEmailChange) }),
});

/**
 * Mails a link to the new address, in place of one that waits; it works for an hour. 409 `email-in-use` when an account has
 * the address, however it is spelt; 429 when the customer asks too often.
 */
export const requestEmailChange = endpoint({
  name: 'requestEmailChange',
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/emailchanges',
  recentSignIn: true,
  params: z.object(ownAccount),
  body: z.object({
    email: z.string().check(z.trim(), z.refine(isTypedMailAddress)),
    /** The brand of the mail. */
    channel: z.string().check(z.minLength(1), z.maxLength(50)),
  }),
  response: pendingEmailChange,
});

/** Mails the link of the change that waits once more. 404 when none waits, 429 before `resendAt`. */
export const resendEmailChange = endpoint({
  name: 'resendEmailChange',
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/emailchanges/actions/resend',
  params: z.object(ownAccount),
  response: pendingEmailChange,
});

/** Gives up the change that waits: its links no longer work. Does nothing when none waits. */
export const cancelEmailChange = endpoint({
  name: 'cancelEmailChange',
  service,
  method: 'DELETE',
  path: '/v2/identities/{type}/{sub}/emailchanges',
  params: z.object(ownAccount),
});

/**
 * Changes the address, by the token of the mail and as the customer who asked for it; ends every session of the account. The
 * same token again is answered alike. 404 for a token that is unknown, has expired or is another customer's.
 */
export const confirmEmailChange = endpoint({
  name: 'confirmEmailChange',
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/emailchanges/{token}/actions/confirm',
  params: z.object({ ...ownAccount, token }),
});

/**
 * Gives an account its earlier address back, by the token of the mail to that address, for seven days. Whoever knows the
 * password can no longer use it; the address gets a link for a new one. 404 for a token that is unknown or has expired.
 */
export const undoEmailChange = endpoint({
  name: 'undoEmailChange',
  service,
  method: 'POST',
  path: '/v2/emailchanges/{token}/actions/undo',
  access: 'public',
  params: z.object({ token }),
});

/**
 * Mails the customer a link for a new password, to the address of the account; it works for an hour. 404 where a provider of the
 * retailer's own keeps the account, 429 when the customer asks too often.
 */
export const requestOwnPassword = endpoint({
  name: 'requestOwnPassword',
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/passwordresets',
  params: z.object(ownAccount),
  body: z.object({
    /** The brand of the mail. */
    channel: z.string().check(z.minLength(1), z.maxLength(50)),
  }),
});
