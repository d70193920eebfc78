import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant } from './fields.ts';

export const customer = z.object({
  customerId: id,
  email: z.string(),
  name: z.string(),
  channel: z.string(),
  registrationDate: instant,
  accountDeleted: z.boolean(),
  isB2b: z.boolean(),
});

/** 404 when the customer does not exist or was deleted. */
export const getCustomer = endpoint({
  name: 'getCustomer',
  service: 'customers',
  method: 'GET',
  path: '/customers/me',
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
