import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startOrders } from './orders.fixture.ts';
import { placeOrder, says } from './reported-events.fixture.ts';

const PLANT = 'the-token-of-the-plant-0123456789abcdef';

let shop: Awaited<ReturnType<typeof startOrders>>;
let mia: CustomerId;
beforeAll(async () => {
  const plant = { tokens: [PLANT], scopes: ['events'] as const, channels: null };
  shop = await startOrders({ serviceTokens: { plant } });
});
beforeEach(async () => {
  mia = await shop.addCustomer();
});
afterAll(() => shop.stop());

describe('events that are refused', () => {
  test('those without a token, with a wrong token, and without the scope [API-06]', async () => {
    const [code, token] = [await placeOrder(shop, mia), await shop.tokenFor(mia)];
    for (const wrong of ['x', token])
      expect((await shop.report([says(code, 'producing')], { token: wrong })).status).toBe(401);
    const order = await shop.send(shop.orderOf(mia), { token: PLANT });
    expect([order.status, order.body.code]).toEqual([403, 'forbidden']);
  });

  test.each([
    ['a status that is none', { data: { status: 'fine' } }, 'body.events.0.data.status'],
    ['a field that is none of the type', { data: { status: 'shipped', tip: 1 } }, 'body.events.0.data'],
    ['an id with a space', { id: 'a b' }, 'body.events.0.id'],
    ['a date that is none', { happenedAt: 'now' }, 'body.events.0.happenedAt'],
    ['a date of the year 0', { happenedAt: '0000-01-01T00:00:00Z' }, 'body.events.0.happenedAt'],
    ['a date before there were prints', { happenedAt: '1970-01-01T00:00:00Z' }, 'body.events.0.happenedAt'],
    [
      'a promise that ends before it begins',
      { type: 'delivery-promise', data: { from: '2026-06-20', to: '2026-06-18' } },
      'body.events.0.data',
    ],
    [
      'a promise of the year 0',
      { type: 'delivery-promise', data: { from: '0000-06-20', to: '2026-06-18' } },
      'body.events.0.data.from',
    ],
    ['a date of next year', { happenedAt: '2027-06-15T00:00:00Z' }, 'body.events.0.happenedAt'],
    [
      'a parcel whose link is no address',
      { type: 'parcel', data: { parcelId: '1', state: 'label', trackingUrl: 'javascript:alert(1)' } },
      'body.events.0.data.trackingUrl',
    ],
    [
      'a parcel whose link names another host than it leads to',
      {
        type: 'parcel',
        data: { parcelId: '1', state: 'label', trackingUrl: 'https://post.example:1@evil.example/' },
      },
      'body.events.0.data.trackingUrl',
    ],
    ['a type that is no name', { type: 'A B', data: {} }, 'body.events.0.type'],
  ])('%s, with everything in the same request', async (_what, changes, path) => {
    const code = await placeOrder(shop, mia);
    const { status, body } = await shop.report([
      { ...says(code, 'producing'), ...changes },
      says(code, 'shipped'),
    ]);
    expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
    expect(
      await shop.db.selectFrom('order_events').selectAll().where('order_code', '=', code).execute(),
    ).toEqual([]);
  });

  test('none, and more than a request may have', async () => {
    const code = await placeOrder(shop, mia);
    expect((await shop.report([])).status).toBe(400);
    expect((await shop.report(Array.from({ length: 101 }, () => says(code, 'producing')))).status).toBe(400);
  });
});
