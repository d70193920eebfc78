import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOrders } from './orders.fixture.ts';
import { readSoldOrder } from './read-sold-order.ts';

const NOW = new Date('2026-06-15T10:00:00Z');

let shop: Awaited<ReturnType<typeof startOrders>>;
beforeAll(async () => {
  shop = await startOrders();
  shop.clock.now = NOW;
});
afterAll(() => shop.stop());

/** An order that was paid and refunded in part. */
async function sell() {
  const customerId = await shop.addCustomer();
  const order = shop.orderOf(customerId);
  expect((await shop.send(order)).status).toBe(200);
  const { orderCode } = order;
  const refund = { id: randomUUID(), orderCode, type: 'refunded', data: { amount: 10 } };
  const { outcomes } = await shop.report([{ ...refund, happenedAt: NOW.toISOString() }]);
  expect(outcomes).toEqual(['stored']);
  return { customerId, orderCode };
}

test('what was sold has its times as dates, and its events what an invoice asks of them', async () => {
  const sold = await readSoldOrder(shop.db, await sell());
  expect(sold?.lines[0]).toMatchObject({ since: expect.any(Date), placed: { price: expect.any(Number) } });
  expect(sold?.events).toEqual([
    {
      id: expect.any(String),
      type: 'refunded',
      data: { amount: 10 },
      happenedAt: NOW,
      productCodes: null,
      productionOrder: null,
    },
  ]);
});

test('a damaged line is named with its field, and nothing of it is quoted', async () => {
  const ref = await sell();
  const ofLine = shop.db.updateTable('order_products').where('order_code', '=', ref.orderCode);
  await ofLine.set({ discounts: JSON.stringify([{ title: 'For Anna', amount: 'ten' }]) }).execute();
  const reading = readSoldOrder(shop.db, ref);
  await expect(reading).rejects.toThrow(`order ${ref.orderCode} is damaged: lines[0].discounts[0].amount`);
  await expect(reading).rejects.not.toThrow('Anna');
});
