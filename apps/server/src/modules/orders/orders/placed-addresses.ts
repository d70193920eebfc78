import { postalAddress } from '@keepsake/contracts/account/postal-address';
import { type OrderRef, pickupPoint } from '@keepsake/contracts/orders/orders';
import * as z from 'zod/mini';
import { NOBODY } from '../../../platform/ids.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';

const placedAddresses = z.object({
  deliveryAddress: z.nullable(postalAddress),
  pickupPoint: z.nullable(pickupPoint),
  invoiceAddress: z.nullable(postalAddress),
});
export type PlacedAddresses = z.infer<typeof placedAddresses>;

/** The columns of an order that hold addresses, by their names here. */
export const ADDRESSES = [
  'delivery_address as deliveryAddress',
  'pickup_point as pickupPoint',
  'invoice_address as invoiceAddress',
] as const;

/** An order's addresses as it was placed with them. An erased one has none any more: erasure leaves its region alone. */
export function placedAddressesOf(
  stored: Record<keyof PlacedAddresses, unknown>,
  { customerId, orderCode }: OrderRef,
): PlacedAddresses {
  if (customerId === NOBODY) return { deliveryAddress: null, pickupPoint: null, invoiceAddress: null };
  return parseStoredColumn(placedAddresses, stored, `order ${orderCode}`);
}
