import { randomUUID } from 'node:crypto';
import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, SECONDS, startShop } from './demo-shop.fixture.ts';

let world: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  world = await startShop();
});
beforeEach(async () => {
  world.clock.now = NOW;
  await sql`delete from graphile_worker._private_jobs`.execute(world.db);
});
afterAll(() => world.stop());

const notified = ({ timeline }: Superorder) =>
  timeline.map(({ type, status, state }) => (type === 'placed' ? type : (status ?? state ?? type)));

const address = {
  name: 'Mia Holm',
  streetName: 'Kade',
  streetNumber: '7',
  postalCode: '2611 AB',
  city: 'Delft',
  country: 'NL',
};

describe('another address', () => {
  const change = async (seconds: number) => {
    const { customerId } = await world.addCustomer();
    const orderCode = await world.orderFrames(customerId);
    await world.work(seconds);
    const requested = {
      user_id: customerId,
      order_code: orderCode,
      version: 2,
      requested_at: world.clock.now,
    };
    await world.db
      .insertInto('order_address_changes')
      .values({ ...requested, address: JSON.stringify(address) })
      .execute();
    const context = { customerId, channel: 'kiekhof', orderCode, version: 2 };
    const data = { ...context, address, requestedAt: world.clock.now.toISOString() };
    await world.notify(customerId, { type: 'order.address-change', data });
    await world.work(seconds + 1);
    expect((await world.view(customerId, orderCode)).deliveryAddress?.changeState).toBe('RequestSent');
    await world.work(seconds + 30, { twice: true });
    return { customerId, orderCode };
  };

  test('is accepted after a while if production has not begun, and kept for a reorder [ORD-09]', async () => {
    const { customerId, orderCode } = await change(200);
    const { deliveryAddress } = await world.view(customerId, orderCode);
    expect(deliveryAddress).toMatchObject({ changeState: 'SuccessfulUpdate', city: 'Delft' });
    const repeated = await reorder(customerId, orderCode);
    expect(repeated?.deliveryAddress?.city).toBe('Delft');
  });

  test('is refused once it has, with a sentence [ORD-09]', async () => {
    const { customerId, orderCode } = await change(400);
    const { deliveryAddress } = await world.view(customerId, orderCode);
    expect(deliveryAddress).toMatchObject({ changeState: 'RequestFailed', city: 'Utrecht' });
    expect(deliveryAddress?.refusal).toBe('Je bestelling was al in productie.');
  });
});

/** Reorders and lets the shop answer; undefined while it has not. */
async function reorder(
  customerId: CustomerId,
  orderCode: string,
  { agreed = 10_000 } = {},
): Promise<Superorder | undefined> {
  const requestedAt = world.clock.now.toISOString();
  const context = { customerId, channel: 'kiekhof', orderCode, requestedAt };
  const products = ['PAP_910', 'FRA_910', 'FRA_920'].map((code) => ({ code, missingPhotosCount: 0 }));
  const requested = { reorderId: randomUUID(), currency: 'EUR', total: agreed, products };
  const event = { type: 'order.reorder' as const, data: { ...context, ...requested } };
  await world.notify(customerId, event);
  await world.notify(customerId, event);
  await world.work((world.clock.now.getTime() - NOW.getTime()) / 1_000 + 25, { twice: true });
  const { rows } = await sql<{ code: string }>`
    select code from orders where user_id = ${customerId} and reorder_of = ${orderCode}`.execute(world.db);
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0] && world.view(customerId, rows[0].code);
}

const pay = async (customerId: CustomerId, order: Superorder | undefined) =>
  (await world.call(customerId, 'POST', `/orders/demo-shop/orders/${order?.orderCode}/payment`)).status;

async function withdraw(customerId: CustomerId, orderCode: string, products: string[] = []): Promise<void> {
  const data = {
    channel: 'kiekhof',
    withdrawalId: randomUUID(),
    customerId,
    orderCode,
    declaredOrder: orderCode,
    products,
    productCodes: [],
    name: 'Mia Holm',
    email: 'mia@example.com',
    declaredAt: world.clock.now.toISOString(),
  };
  for (let times = 2; times > 0; times--) await world.notify(customerId, { type: 'order.withdrawal', data });
}

describe('a reorder', () => {
  test('becomes one new order that names the old one, with the photos that still exist, and progresses', async () => {
    const { customerId, photoIds, tempSelectionId } = await world.addCustomer({ photos: 3 });
    const order = { tempSelectionId, channel: 'kiekhof', productCode: 'PAP_910', quantity: 2 };
    const { orderCode } = (await world.place(customerId, order)).body;
    await world.db
      .deleteFrom('photos')
      .where('id', '=', photoIds[1] ?? '')
      .execute();
    const repeated = await reorder(customerId, orderCode);
    expect(repeated).toMatchObject({ status: 'paymentPending', reorderOf: orderCode, total: 4 * 22 + 449 });
    expect(repeated?.products).toMatchObject([{ quantity: 4, price: 88 }]);
    expect(repeated?.products[0]?.photos.map(({ photoId }) => photoId)).toEqual([photoIds[0], photoIds[2]]);
    expect(await pay(customerId, repeated)).toBe(200);
    await world.work(2 * SECONDS);
    expect((await world.view(customerId, repeated?.orderCode ?? '')).deliveredAt).not.toBeNull();
  });

  test('progresses from its payment, which is made once, and its promise counts from then', async () => {
    const { customerId } = await world.addCustomer();
    const orderCode = await world.orderFrames(customerId);
    await world.work(100);
    const { body: offer } = await world.call(customerId, 'GET', `/orders/v1/superorders/${orderCode}`);
    const repeated = await reorder(customerId, orderCode, { agreed: offer.total });
    expect(repeated?.paymentUrl).toBe(`/demo-shop/payment?orderCode=${repeated?.orderCode}`);
    const later = 3 * 86_400;
    await world.work(later);
    const waiting = await world.view(customerId, repeated?.orderCode ?? '');
    expect([waiting.status, waiting.unpaidUntil !== null]).toEqual(['paymentPending', true]);
    expect(waiting.deliveryAddress?.changeableUntil).not.toBeNull();
    for (let times = 2; times > 0; times--) expect(await pay(customerId, repeated)).toBe(200);
    await world.work(later + 10);
    expect((await world.view(customerId, repeated?.orderCode ?? '')).status).toBe('paymentSuccess');
    await world.work(later + SECONDS, { twice: true });
    const order = await world.view(customerId, repeated?.orderCode ?? '');
    expect(notified(order).filter((type) => type === 'paymentSuccess')).toHaveLength(1);
    expect(order.deliveredAt).not.toBeNull();
    expect(order.timeline).toContainEqual(expect.objectContaining({ reason: 'payment-late' }));
    expect(order.promisedDelivery).not.toEqual(order.expectedDelivery);
    const { customerId: other } = await world.addCustomer();
    expect(await pay(other, repeated)).toBe(404);
  });

  test('withdrawn before its payment can no longer be paid', async () => {
    const { customerId } = await world.addCustomer();
    const repeated = await reorder(customerId, await world.orderFrames(customerId));
    await withdraw(customerId, repeated?.orderCode ?? '');
    await world.work(60);
    expect(await pay(customerId, repeated)).toBe(409);
    expect(await world.view(customerId, repeated?.orderCode ?? '')).toMatchObject({
      status: 'Cancelled',
      refunded: 0,
    });
  });

  test.each(['of photos that are all gone', 'that costs more than was agreed'])(
    '%s is refused with a sentence',
    async (what) => {
      const { customerId, photoIds, tempSelectionId } = await world.addCustomer();
      const order = { tempSelectionId, channel: 'kiekhof', productCode: 'PAP_910', quantity: 1 };
      const { orderCode } = (await world.place(customerId, order)).body;
      const isGone = what.startsWith('of photos');
      if (isGone)
        await world.db
          .deleteFrom('photos')
          .where('id', '=', photoIds[0] ?? '')
          .execute();
      expect(await reorder(customerId, orderCode, isGone ? {} : { agreed: 470 })).toBeUndefined();
      const refusals = world.db
        .selectFrom('order_events')
        .select('note')
        .where('type', '=', 'reorder-refused');
      expect(await refusals.where('order_code', '=', orderCode).execute()).toEqual([
        { note: 'We kunnen deze bestelling niet meer voor die prijs uitvoeren.' },
      ]);
    },
  );

  test('of another shop’s order is left to that shop', async () => {
    const { customerId } = await world.addCustomer();
    expect(await reorder(customerId, 'NOT-OURS')).toBeUndefined();
  });
});

describe('a withdrawal', () => {
  test('of frames not sent yet cancels them, refunds them once and ends their progress', async () => {
    const { customerId } = await world.addCustomer();
    const orderCode = await world.orderFrames(customerId);
    await world.work(400);
    await withdraw(customerId, orderCode);
    await world.work(450, { twice: true });
    const order = await world.view(customerId, orderCode);
    expect(order).toMatchObject({ status: 'Cancelled', refunded: 2 * 999 + 449 });
    expect(order.timeline.at(-1)).toMatchObject({ type: 'refunded' });
    await withdraw(customerId, orderCode);
    await world.work(2 * SECONDS);
    expect(await world.view(customerId, orderCode)).toMatchObject({
      status: 'Cancelled',
      refunded: 2 * 999 + 449,
    });
  });

  test('of delivered frames refunds them once they are returned', async () => {
    const { customerId } = await world.addCustomer();
    const orderCode = await world.orderFrames(customerId);
    await world.work(SECONDS);
    await withdraw(customerId, orderCode, ['FRA_910']);
    await world.work(SECONDS + 100);
    const requested = await world.view(customerId, orderCode);
    expect(requested.refunded).toBe(0);
    // That the goods are to be sent back is said by the account, in the reader's language.
    expect(requested.timeline.filter(({ note }) => note !== null)).toEqual([]);
    await world.work(SECONDS + 400, { twice: true });
    const order = await world.view(customerId, orderCode);
    expect(order).toMatchObject({ status: 'Dispatched', refunded: 2 * 999 + 449 });
    expect(order.timeline.at(-1)?.note).toBe('Je retourzending is aangekomen.');
  });

  test('of one of two products lets the other progress', async () => {
    const { customerId } = await world.addCustomer();
    const first = await world.orderFrames(customerId);
    await world.work(20);
    const entry = world.db.selectFrom('demo_shop_orders').select('body').where('order_code', '=', first);
    const body = (await entry.executeTakeFirstOrThrow()).body as NewOrder;
    const [frames] = body.products as [NewOrder['products'][number]];
    const products = [frames, { ...frames, code: 'FRA_920', article: 'FRA_920', price: 500, quantity: 1 }];
    await world.db
      .updateTable('demo_shop_orders')
      .set({ body: JSON.stringify({ ...body, products }) })
      .where('order_code', '=', first)
      .execute();
    const repeated = await reorder(customerId, first);
    expect(await pay(customerId, repeated)).toBe(200);
    await withdraw(customerId, repeated?.orderCode ?? '', ['FRA_920']);
    await world.work(100);
    await world.work(2 * SECONDS);
    const order = await world.view(customerId, repeated?.orderCode ?? '');
    expect(order.products.map(({ status }) => status)).toEqual(['Dispatched', 'Cancelled']);
    expect(order.deliveredAt).not.toBeNull();
  });

  test.each(['of prints, which were made for the customer', 'of an order of another shop'])(
    '%s changes nothing',
    async (what) => {
      const { customerId, tempSelectionId } = await world.addCustomer();
      const prints = { tempSelectionId, channel: 'kiekhof', productCode: 'PAP_910', quantity: 1 };
      const { orderCode } = (await world.place(customerId, prints)).body;
      await withdraw(customerId, what.startsWith('of prints') ? orderCode : 'NOT-OURS');
      await world.work(SECONDS);
      const order = await world.view(customerId, orderCode);
      expect(order).toMatchObject({ status: 'Dispatched', refunded: 0 });
    },
  );
});
