import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { id, instant } from '../platform/fields.ts';
import { HOUR_SECONDS } from '../platform/limits.ts';

const service = 'identity';
const own = { type: z.string().check(z.minLength(1), z.maxLength(40)), sub: id };
const path = '/v2/identities/{type}/{sub}/second-factor';

/** Number of recovery codes, each of which lets a customer in once after losing the authenticator app. */
export const RECOVERY_CODES = 10;

/** Number of digits of a code: every authenticator app shows that many (RFC 6238). */
export const CODE_DIGITS = 6;
/** A code as people type it: its digits may stand in groups. */
export const TYPED_CODE = new RegExp(`^\\s*(?:\\d\\s*){${CODE_DIGITS}}$`);
const code = z.string().check(z.maxLength(20), z.regex(TYPED_CODE));
const recoveryCodes = z.object({
  /** Returned only this once, since only their hashes are stored. */
  recoveryCodes: z.array(z.string()),
});

const secondFactor = z.object({
  /** When the second factor was turned on; null while it is off. */
  since: z.nullable(instant),
  recoveryCodesLeft: z.number(),
  /** Whether the operator requires it of all business customers, so that it cannot be turned off. */
  isRequired: z.boolean(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** Whether sign-ins to the account ask for a code. 404 where a provider of the retailer's own keeps the account. */
export const getSecondFactor = endpoint({
  name: 'getSecondFactor',
  service,
  method: 'GET',
  path,
  isForSetUp: true,
  params: z.object(own),
  response: secondFactor,
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});

const enrolment = z.object({
  /** The shared secret of the authenticator app, in Base32. */
  secret: z.string(),
  /** The same as an `otpauth://` address, which apps read from a QR code. */
  address: z.string(),
});
export type Enrolment = z.infer<typeof enrolment>;

/**
 * Returns the secret for an authenticator app; nothing changes until a code is confirmed, within the hour. The same session
 * gets the same secret again, so that two tabs show one QR code. 409 `second-factor-on` when it is already on.
 */
export const beginSecondFactor = endpoint({
  name: 'beginSecondFactor',
  budgets: [{ calls: 30, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: `${path}/actions/begin`,
  recentSignIn: true,
  isForSetUp: true,
  params: z.object(own),
  response: enrolment,
  problems: ['second-factor-on'],
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});

/**
 * Turns the second factor on. 422 `wrong-code`, 410 `enrolment-over` when enrolment was begun too long ago or in another
 * session, 409 `second-factor-on` when another tab was faster.
 */
export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  budgets: [{ calls: 30, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: `${path}/actions/confirm`,
  recentSignIn: true,
  isForSetUp: true,
  params: z.object(own),
  body: z.object({ code }),
  response: recoveryCodes,
  problems: ['enrolment-over', 'second-factor-on', 'wrong-code'],
  sample: ({ identityType, customerId }) => ({
    params: { type: identityType, sub: customerId },
    body: { code: '123456' },
  }),
});

/** Creates new recovery codes and invalidates the previous ones. 409 `second-factor-off` when the second factor is off. */
export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  budgets: [{ calls: 20, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: `${path}/recovery-codes/actions/renew`,
  recentSignIn: true,
  params: z.object(own),
  response: recoveryCodes,
  problems: ['second-factor-off'],
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});

/** Turns the second factor off; no error if it already is. 403 `second-factor-required` where the operator requires it. */
export const removeSecondFactor = endpoint({
  name: 'removeSecondFactor',
  budgets: [{ calls: 20, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'DELETE',
  path,
  recentSignIn: true,
  params: z.object(own),
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});
