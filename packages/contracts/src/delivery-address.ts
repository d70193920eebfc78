import * as z from 'zod/mini';
import { count, instant } from './fields.ts';
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
  /** A change failed because production could not be reached for days. */
  isUnreached: z.boolean(),
});
export type DeliveryAddress = z.infer<typeof deliveryAddress>;
