import * as z from 'zod/mini';
import { b2bDetail, b2bStatus } from './b2b-standing.ts';
import { callbackFormat, callbackUrl } from './callback-settings.ts';
import { locale } from './configuration.ts';
import { endpoint } from './endpoint.ts';
import { day, id, instant } from './fields.ts';

const MAX_NAME_LENGTH = 100;

/** What a person is called, as it is stored: in one line, without invisible characters and needless blanks. */
export const normaliseName = (typed: string): string =>
  typed
    .normalize('NFC')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();

/**
 * Whether a normalised name can stand on pages and in mails: letters of any script, and nothing of which others could make
 * an address or markup.
 */
export const isName = (name: string): boolean =>
  [...name].length <= MAX_NAME_LENGTH && /\p{L}/u.test(name) && !/[\p{Cc}\p{Cs}<>]|:\/\/|www\./iu.test(name);

const OLDEST_BIRTHDAY = '1900-01-01';

/** Whether somebody can be born on a day, YYYY-MM-DD, if today is another. */
export const isBirthday = (born: string, today: string): boolean =>
  day.safeParse(born).success && born >= OLDEST_BIRTHDAY && born <= today;

/** What is wrong with a personal detail. */
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
  /** [SET-07] Whether a change that was asked for waits for its confirmation. */
  changed: z.boolean(),
  isB2b: z.boolean(),
  /** Of business customers; null for one that has been validated, and for consumers. */
  b2bStatus: z.nullable(b2bStatus),
  /** What is lacking while the status is Default. */
  b2bMissing: z.array(b2bDetail),
  birthday: z.nullable(day),
  /** As it is dialled from everywhere. */
  phoneNumber: z.nullable(z.string()),
  /** The language of mails. */
  mailLocale: locale,
  /** [SET-06] Where and how a business customer's own system is told what happens; null for consumers. */
  callbackUrl: z.nullable(z.string()),
  callbackFormat: z.nullable(callbackFormat),
});
export type Customer = z.infer<typeof customer>;

/** What customers change of themselves [SET-10]; null clears it, and what is left out stays. */
export const personalDetails = z.strictObject({
  name: z.optional(
    z.pipe(
      z.pipe(z.string().check(z.maxLength(2_000)), z.transform(normaliseName)),
      z.string().check(z.refine(isName, DETAIL_MESSAGES.name)),
    ),
  ),
  birthday: z.optional(z.nullable(day)),
  /** Without a country code it is a number of the channel's country. */
  phoneNumber: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  mailLocale: z.optional(locale),
  /** [SET-09] Of business customers alone, and after a recent sign-in; null, or nothing but blanks, ends it. */
  callbackUrl: z.optional(z.nullable(callbackUrl)),
  callbackFormat: z.optional(callbackFormat),
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

const SECURED = ['callbackUrl'] as const;

/**
 * 400 names each field that cannot be so; nothing is changed then. 403 when a consumer sets callbacks. A new address for
 * callbacks needs a recent sign-in: whoever sets it is sent what happens.
 */
export const changeCustomer = endpoint({
  name: 'changeCustomer',
  service: 'customers',
  method: 'PATCH',
  path: '/customers/me',
  body: personalDetails,
  recentSignIn: SECURED,
  response: customer,
});

/** The same by another verb: it replaces nothing that is left out. */
export const putCustomer = endpoint({
  name: 'putCustomer',
  service: 'customers',
  method: 'PUT',
  path: '/customers/me',
  body: personalDetails,
  recentSignIn: SECURED,
  response: customer,
});

/** Whether the customer may delete photos now; not while the whole library is being deleted. */
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
