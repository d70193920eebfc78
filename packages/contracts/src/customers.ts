import * as z from 'zod/mini';
import { b2bDetail, b2bStatus } from './b2b-standing.ts';
import { callbackChoice, callbackFormat } from './callback-settings.ts';
import { locale } from './configuration.ts';
import { endpoint, HOUR_SECONDS } from './endpoint.ts';
import { day, id, instant } from './fields.ts';
import { withoutInvisible } from './plain-text.ts';

const MAX_NAME_LENGTH = 100;

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
  name: 'Name must be valid',
  birthday: 'Birthday must be valid',
  phoneNumber: 'Phone number must be valid',
} as const;

export const customer = z.object({
  customerId: id,
  email: z.string(),
  name: z.string(),
  channel: z.string(),
  registrationDate: instant,
  accountDeleted: z.boolean(),
  /** [SET-07] Whether a requested change of the address awaits confirmation. */
  changed: z.boolean(),
  isB2b: z.boolean(),
  /** Only for business customers; null once validated, and for consumers. */
  b2bStatus: z.nullable(b2bStatus),
  /** The details missing while the status is Default. */
  b2bMissing: z.array(b2bDetail),
  birthday: z.nullable(day),
  /** In international format. */
  phoneNumber: z.nullable(z.string()),
  /** Language of mails. */
  mailLocale: locale,
  /** [SET-06] Address and format of a business customer's callbacks; null for consumers. */
  callbackUrl: z.nullable(z.string()),
  callbackFormat: z.nullable(callbackFormat),
});
export type Customer = z.infer<typeof customer>;

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

/** 404 when the customer does not exist or was deleted. */
export const getCustomer = endpoint({
  name: 'getCustomer',
  service: 'customers',
  method: 'GET',
  path: '/customers/me',
  idToken: true,
  response: customer,
});

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
});

/** Whether the customer may delete photos now; false while the whole library is being deleted. */
export const getAccountInformation = endpoint({
  name: 'getAccountInformation',
  service: 'accounts',
  method: 'GET',
  path: '/accounts/getaccountinformation',
  response: z.object({
    accountId: id,
    email: z.string(),
    registrationDate: instant,
    isPhotoDeletionPermitted: z.boolean(),
  }),
});
