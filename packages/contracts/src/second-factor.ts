import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant } from './fields.ts';

const service = 'identity';
const own = { type: z.string().check(z.minLength(1), z.maxLength(40)), sub: id };
const path = '/v2/identities/{type}/{sub}/second-factor';

/** How many codes get somebody in who has lost the app that shows theirs, each once. */
export const RECOVERY_CODES = 10;

/** Six digits; people type them in two groups. */
const code = z.string().check(z.maxLength(20), z.regex(/^\s*(?:\d\s*){6}$/));
const recoveryCodes = z.object({
  /** Told this once: only their hashes are kept. */
  recoveryCodes: z.array(z.string()),
});

const secondFactor = z.object({
  /** Since when sign-ins ask for a code; null when they do not. */
  since: z.nullable(instant),
  recoveryCodesLeft: z.number(),
  /** Whether the operator has every business customer use one: it cannot be turned off. */
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
});

const enrolment = z.object({
  /** What the app makes its codes of, in Base32. */
  secret: z.string(),
  /** The same as an `otpauth://` address, which apps read from a QR code. */
  address: z.string(),
});
export type Enrolment = z.infer<typeof enrolment>;

/**
 * Gives what an app makes codes of; nothing changes until one of them is confirmed, within the hour. The same session gets the same
 * again, so that two tabs show one code. 409 `second-factor-on` when sign-ins ask for codes already.
 */
export const beginSecondFactor = endpoint({
  name: 'beginSecondFactor',
  service,
  method: 'POST',
  path: `${path}/actions/begin`,
  recentSignIn: true,
  isForSetUp: true,
  params: z.object(own),
  response: enrolment,
});

/**
 * Has sign-ins ask for codes from now on. 422 `wrong-code`, 410 `enrolment-over` when it was begun too long ago or in another session,
 * 409 `second-factor-on` when another tab was faster.
 */
export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  service,
  method: 'POST',
  path: `${path}/actions/confirm`,
  recentSignIn: true,
  isForSetUp: true,
  params: z.object(own),
  body: z.object({ code }),
  response: recoveryCodes,
});

/** Makes new recovery codes; the earlier ones no longer work. 409 `second-factor-off` where there is none to recover. */
export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  service,
  method: 'POST',
  path: `${path}/recovery-codes/actions/renew`,
  recentSignIn: true,
  params: z.object(own),
  response: recoveryCodes,
});

/** Has sign-ins ask for no codes; done already is no error. 403 `second-factor-required` where the operator has them asked for. */
export const removeSecondFactor = endpoint({
  name: 'removeSecondFactor',
  service,
  method: 'DELETE',
  path,
  recentSignIn: true,
  params: z.object(own),
});
