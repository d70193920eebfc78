import * as z from 'zod/mini';
import { typedAddress } from '../account/addresses.ts';
import { endpoint } from '../platform/endpoint.ts';
import { code, count } from '../platform/fields.ts';
import { HOUR_SECONDS } from '../platform/limits.ts';
import { deliveryAddress } from './delivery-address.ts';

/**
 * [ORD-08] Asks production to send an order to another address in the same country. 409 `address-fixed` when it cannot be
 * changed (any more); 409 `conflict` when the address has another version than the given one. Nothing changes if the address is
 * the order's own or has already been requested.
 */
export const changeDeliveryAddress = endpoint({
  name: 'changeDeliveryAddress',
  budgets: [
    { calls: 100, seconds: HOUR_SECONDS, isShared: true },
    { calls: 20, seconds: HOUR_SECONDS, per: 'orderCode', isShared: true },
  ],
  service: 'orders',
  method: 'PUT',
  path: '/v1/superorders/{orderCode}/deliveryAddress',
  params: z.object({ orderCode: code }),
  body: typedAddress({
    /** Version of the address the customer saw, so that another tab's change is not overwritten. */
    version: z.optional(count),
  }),
  response: deliveryAddress,
  problems: ['address-fixed', 'conflict'],
  sample: ({ orderCode }) => ({
    params: { orderCode },
    body: {
      name: 'Mia Holm',
      streetName: 'Sea Road',
      postalCode: 'HU1 1AA',
      city: 'Hull',
      country: 'GB',
    },
  }),
});
