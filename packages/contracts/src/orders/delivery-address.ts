import * as z from 'zod/mini';
import { postalAddress } from '../account/postal-address.ts';
import { count, instant } from '../platform/fields.ts';

/** [ORD-09] The server uses all states except `Editing` and `RequestInProgress`, which exist only on screen. */
const ADDRESS_CHANGE_STATES = [
  'NotStarted',
  'Editing',
  'RequestInProgress',
  'RequestSent',
  'SuccessfulUpdate',
  'RequestFailed',
] as const;

/** The delivery address of an order and the outcome of the last requested change. */
export const deliveryAddress = z.object({
  ...postalAddress.def.shape,
  changeState: z.enum(ADDRESS_CHANGE_STATES),
  /** Incremented by each requested change; the order's original address is version 1. */
  version: count,
  /** Null: the address cannot be changed. */
  changeableUntil: z.nullable(instant),
  /** The address requested from production, until production accepts it. */
  requested: z.nullable(postalAddress),
  /** Production's reason for refusing a change. */
  refusal: z.nullable(z.string()),
  /** The change failed because production could not be reached for days. */
  isUnreached: z.boolean(),
});
export type DeliveryAddress = z.infer<typeof deliveryAddress>;
