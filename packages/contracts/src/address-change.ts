import * as z from 'zod/mini';
import { typedAddress } from './addresses.ts';
import { deliveryAddress } from './delivery-address.ts';
import { endpoint } from './endpoint.ts';
import { code, count } from './fields.ts';

/**
 * [ORD-08] Asks production to send an order elsewhere in the same country. 409 `address-fixed` when it cannot be changed, or no
 * longer; 409 `conflict` when the address has another version than the one given. An address that is asked for already, or
 * is the order's own, changes nothing.
 */
export const changeDeliveryAddress = endpoint({
  name: 'changeDeliveryAddress',
  service: 'orders',
  method: 'PUT',
  path: '/v1/superorders/{orderCode}/deliveryAddress',
  params: z.object({ orderCode: code }),
  body: typedAddress({
    /** Of the address that the customer saw: another tab's change is not overwritten. */
    version: z.optional(count),
  }),
  response: deliveryAddress,
});
