import * as z from 'zod/mini';
import { typedAddress } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { code, count, instant } from './fields.ts';
import { orderAddress } from './orders.ts';

/** [ORD-09] The server knows all but `Editing` and `RequestInProgress`, which are a screen's own. */
const ADDRESS_CHANGE_STATES = [
  'NotStarted',
  'Editing',
  'RequestInProgress',
  'RequestSent',
  'SuccessfulUpdate',
  'RequestFailed',
] as const;

/** Where an order is sent to, and what became of the last change that was asked for. */
export const deliveryAddress = z.object({
  ...orderAddress.def.shape,
  changeState: z.enum(ADDRESS_CHANGE_STATES),
  /** Raised by each change that is asked for; the address of the order itself is 1. */
  version: count,
  /** Null: it cannot be changed. */
  changeableUntil: z.nullable(instant),
  /** The address that production was asked to take, unless it has answered yes. */
  requested: z.nullable(orderAddress),
  /** What production said to a change that failed. */
  refusal: z.nullable(z.string()),
});
export type DeliveryAddress = z.infer<typeof deliveryAddress>;

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
