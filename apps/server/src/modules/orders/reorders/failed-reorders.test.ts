import type { getFailedReorders } from '@keepsake/contracts/orders/reorders';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addCustomer } from '../../../testing/customers.ts';
import { startShopWorld } from '../../../testing/start-shop-world.ts';
import { retryEvents } from '../../exchange/event-delivery/index.ts';
import { createReorders, giveUpReorder } from './index.ts';
import type { ReorderStatus } from './rules.ts';

const start = () => startShopWorld({ create: createReorders, onGivenUp: giveUpReorder });
let world: Awaited<ReturnType<typeof start>>;
const now = new Date('2026-06-15T10:00:00Z');
const after = (days: number) => new Date(now.getTime() + days * 86_400_000);
beforeAll(async () => {
  world = await start();
});
beforeEach(async () => {
  await world.db.deleteFrom('outgoing_events').execute();
  world.received.length = 0;
  world.shop.isAway = false;
  world.clock.now = now;
});
afterAll(() => world.stop());

const statusOf = async (customerId: CustomerId, orderCode: string) =>
  (await world.call<ReorderStatus>(customerId, 'GET', `/orders/reorder/status/${orderCode}`)).body;
const reorder = async (customerId: CustomerId, orderCode: string) => {
  const { status, body } = await world.call<{ reorderId: string }>(
    customerId,
    'POST',
    `/orders/reorder?OrderCode=${orderCode}`,
  );
  expect(status).toBe(200);
  return body.reorderId;
};
const failedOf = async (customerId: CustomerId) =>
  (await world.call<ResponseOf<typeof getFailedReorders>>(customerId, 'GET', '/orders/reorder/failed')).body
    .items;

/** A reorder that was given up because the shop stayed unreachable. */
async function giveUp() {
  const mia = await addCustomer(world.db);
  const orderCode = await world.addOrder(mia);
  world.shop.isAway = true;
  const reorderId = await reorder(mia, orderCode);
  for (let tries = 12; tries > 0; tries--) await world.deliver();
  return { mia, orderCode, reorderId };
}

describe('a reorder that could not be sent to the shop for days', () => {
  test('is void: the customer sees it on every screen, and can order the same again, once', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await world.addOrder(mia);
    world.shop.isAway = true;
    const first = await reorder(mia, orderCode);
    for (let tries = 11; tries > 0; tries--) await world.deliver();
    expect(await statusOf(mia, orderCode)).toMatchObject({ obstacle: 'sent', reorders: [{ state: 'sent' }] });
    world.clock.now = after(5);
    const pushed = await world.listen(mia);
    await world.deliver();
    await vi.waitFor(() => expect(pushed).toMatchObject([{ data: { orderCodes: [orderCode] } }]));
    const unreached = { reorderId: first, state: 'unreached', orderCode: null };
    expect(await statusOf(mia, orderCode)).toMatchObject({ obstacle: null, reorders: [unreached] });
    expect(await failedOf(mia)).toEqual([
      { reorderId: first, orderCode, state: 'unreached', at: after(5).toISOString() },
    ]);

    world.shop.isAway = false;
    world.clock.now = after(6);
    const second = await reorder(mia, orderCode);
    await world.deliver();
    await world.deliver();
    expect(world.received).toMatchObject([{ data: { reorderId: second } }]);
    const newOrder = await world.addOrder(mia, { reorderOf: orderCode });
    expect((await statusOf(mia, orderCode)).reorders).toMatchObject([
      { reorderId: second, state: 'ordered', orderCode: newOrder },
      unreached,
    ]);
    expect(await failedOf(mia)).toEqual([]);
  });

  test('is never sent again, whatever an operator does', async () => {
    await giveUp();
    world.shop.isAway = false;
    const rows = await world.db.selectFrom('outgoing_events').select(['id', 'state']).execute();
    expect(rows).toMatchObject([{ state: 'void' }]);
    for (const id of ['all', rows[0]?.id ?? '']) expect(await retryEvents(world.db, id, after(6))).toBe(0);
    await world.deliver();
    expect(world.received).toEqual([]);
  });

  test('counts as accepted if its order arrived before it was given up', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await world.addOrder(mia);
    world.shop.isAway = true;
    await reorder(mia, orderCode);
    const newOrder = await world.addOrder(mia, { reorderOf: orderCode });
    world.clock.now = after(5);
    for (let tries = 12; tries > 0; tries--) await world.deliver();
    expect((await statusOf(mia, orderCode)).reorders).toMatchObject([
      { state: 'ordered', orderCode: newOrder },
    ]);
    expect(await failedOf(mia)).toEqual([]);
  });

  test('is shown for a month, like a refused one, and only to its customer', async () => {
    const { mia, orderCode, reorderId } = await giveUp();
    world.clock.now = after(1);
    const refused = await reorder(mia, orderCode);
    await world.report(orderCode, 'reorder-refused', { reorderId: refused });
    const items = await failedOf(mia);
    expect(items.map(({ reorderId: id, state }) => [id, state])).toEqual([
      [refused, 'refused'],
      [reorderId, 'unreached'],
    ]);
    expect(await failedOf(await addCustomer(world.db))).toEqual([]);
    world.clock.now = after(32);
    expect(await failedOf(mia)).toEqual([]);
  });
});
