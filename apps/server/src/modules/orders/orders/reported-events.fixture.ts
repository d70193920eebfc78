import { randomUUID } from 'node:crypto';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { expect } from 'vitest';
import type { startOrders } from './orders.fixture.ts';

let minute = 0;
/** Something that happened to an order, a minute after the last. */
export const event = (orderCode: string, type: string, data: object, more: object = {}) => ({
  id: randomUUID(),
  orderCode,
  type,
  happenedAt: new Date(Date.UTC(2026, 5, 15, 0, ++minute)).toISOString(),
  data,
  ...more,
});
export const says = (orderCode: string, status: string, more: object = {}) =>
  event(orderCode, 'status', { status }, more);

/** Sends an order of a customer; returns its code. */
export async function placeOrder(
  shop: Awaited<ReturnType<typeof startOrders>>,
  customerId: CustomerId,
  changes: Partial<NewOrder> = {},
): Promise<string> {
  const order = shop.orderOf(customerId, changes);
  expect((await shop.send(order)).status).toBe(200);
  return order.orderCode;
}
