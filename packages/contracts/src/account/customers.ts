import * as z from 'zod/mini';
import { locale } from '../frame/configuration.ts';
import { endpoint } from '../platform/endpoint.ts';
import { day, id, instant } from '../platform/fields.ts';
import { type CustomerId, customerIdSchema } from '../platform/ids.ts';
import { b2bDetail, b2bStatus } from './b2b-status.ts';
import { callbackFormat } from './callback-settings.ts';

export const customer = z.object({
  customerId: customerIdSchema,
  /** In the customer's spelling; the host may have letters beyond ASCII. */
  email: z.string(),
  /** When mails to this address came back for good; absent or null if none did. */
  emailReturnedAt: z.optional(z.nullable(instant)),
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

/** 404 when the customer does not exist or was deleted. */
export const getCustomer = endpoint({
  name: 'getCustomer',
  service: 'customers',
  method: 'GET',
  path: '/customers/me',
  idToken: true,
  response: customer,
  problems: ['not-found'],
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
  problems: ['not-found'],
});

/**
 * Parameter of the address of a page in a mail about an account: which one it is, as `markOf` tells.
 */
export const MAILED_ACCOUNT = 'account';

/** Tells accounts apart, and names nobody: the end of the customer's id, which is random. */
export const markOf = (customerId: CustomerId): string => customerId.slice(-12);
