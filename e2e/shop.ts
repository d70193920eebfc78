import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type APIRequestContext, expect } from '@playwright/test';
import { SHOP_TOKEN } from './shop-token.ts';

const authorization = `Bearer ${SHOP_TOKEN}`;
const DAY_MS = 86_400_000;
/** The calendar day a number of days from now. */
export const day = (daysFromNow: number) =>
  new Date(Date.now() + daysFromNow * DAY_MS).toISOString().slice(0, 10);

export const FERNLEA = {
  name: 'Mia Holm',
  streetName: 'Fernlea Road',
  streetNumber: '12',
  postalCode: 'SW12 9RT',
  city: 'London',
  country: 'GB',
};

/** Pennyfern's shop, production and carriers. */
export function openShop(asking: APIRequestContext, customerId: CustomerId) {
  const send = async (path: string, data: object) => {
    const headers = { authorization, 'idempotency-key': randomUUID() };
    const answer = await asking.post(`/api/orders/${path}`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  return {
    /** Places an order of a photo book for £23.88 by default; returns its code. */
    async place(changes: object = {}): Promise<string> {
      const orderCode = `E2E-${randomUUID().slice(0, 8)}`;
      const status = 'paymentSuccess';
      const book = { code: 'BOOK', title: 'Photo book, 24 pages', quantity: 1, price: 1_998, status };
      await send('orders', {
        orderCode,
        customerId,
        channel: 'pennyfern',
        currency: 'GBP',
        total: 2_388,
        status,
        deliveryType: 'Home',
        deliveryAddress: FERNLEA,
        deliveryCharge: 390,
        deliveryPromise: { from: day(4), to: day(5) },
        products: [book],
        ...changes,
      });
      return orderCode;
    },
    report: (orderCode: string, type: string, data: object, more: object = {}) =>
      send('order-events', {
        events: [{ id: randomUUID(), orderCode, type, happenedAt: new Date().toISOString(), data, ...more }],
      }),
  };
}
