import * as z from 'zod/mini';
import { locale } from '../frame/configuration.ts';
import { endpoint } from '../platform/endpoint.ts';
import { day } from '../platform/fields.ts';
import { HOUR_SECONDS } from '../platform/limits.ts';
import { withoutInvisible } from '../platform/plain-text.ts';
import { callbackChoice } from './callback-settings.ts';
import { customer } from './customers.ts';

/** Maximum length of a person's name, in characters. */
export const MAX_NAME_LENGTH = 100;

/** Normalises a person's name for storage: one line, without invisible characters and superfluous blanks. */
export const normaliseName = (typed: string): string =>
  withoutInvisible(typed.normalize('NFC'))
    .replace(/\p{Zs}+/gu, ' ')
    .trim();

/**
 * Whether a normalised name is safe on pages and in mails: letters of any script, and nothing that could become a link or
 * markup.
 */
export const isName = (name: string): boolean =>
  [...name].length <= MAX_NAME_LENGTH && /\p{L}/u.test(name) && !/[\p{Cc}\p{Cs}<>]|:\/\/|www\./iu.test(name);

const OLDEST_BIRTHDAY = '1900-01-01';

/** Whether `born` (YYYY-MM-DD) is a plausible birthday, given today's date. */
export const isBirthday = (born: string, today: string): boolean =>
  day.safeParse(born).success && born >= OLDEST_BIRTHDAY && born <= today;

/** Validation messages of personal details. */
export const DETAIL_MESSAGES = {
  name: 'Enter your name',
  birthday: 'Enter your date of birth with day, month and year',
  phoneNumber: 'Phone number must be valid',
} as const;

/** Changes to personal details [SET-10]; null clears a detail, absent fields stay as they are. */
export const personalDetails = z.strictObject({
  name: z.optional(
    z.pipe(
      z.pipe(z.string().check(z.maxLength(2_000)), z.transform(normaliseName)),
      z.string().check(z.refine(isName, DETAIL_MESSAGES.name)),
    ),
  ),
  birthday: z.optional(z.nullable(day)),
  /** Without a country code, a number of the channel's country. */
  phoneNumber: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  mailLocale: z.optional(locale),
  ...callbackChoice,
});
export type PersonalDetails = z.infer<typeof personalDetails>;

const SECURED = Object.keys(callbackChoice) as (keyof typeof callbackChoice)[];

/**
 * 400 names each invalid field, and nothing is changed. 403 when a consumer sets callbacks. Their address and their format require
 * a recent sign-in, because events about the customer are sent there.
 */
export const changeCustomer = endpoint({
  name: 'changeCustomer',
  budgets: [{ calls: 60, seconds: HOUR_SECONDS, isShared: true }],
  service: 'customers',
  method: 'PATCH',
  path: '/customers/me',
  body: personalDetails,
  recentSignIn: SECURED,
  response: customer,
  problems: ['not-found', 'business-only', 'conflict'],
  sample: () => ({ body: { name: 'Anna Holm' } }),
});

/** Same as changeCustomer under another verb: absent fields are not replaced. */
export const putCustomer = endpoint({
  name: 'putCustomer',
  budgets: [{ calls: 60, seconds: HOUR_SECONDS, isShared: true }],
  service: 'customers',
  method: 'PUT',
  path: '/customers/me',
  body: personalDetails,
  recentSignIn: SECURED,
  response: customer,
  problems: ['not-found', 'business-only', 'conflict'],
  sample: () => ({ body: { name: 'Anna Maria Holm' } }),
});
