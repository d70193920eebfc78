import type { Superorder } from '@keepsake/contracts/orders/order-queries';
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

const instant = (seconds: number) => new Date(NOW.getTime() + 1_000 * seconds).toISOString();
const notified = ({ timeline }: Superorder) =>
  timeline.map(({ type, status, state }) => (type === 'placed' ? type : (status ?? state ?? type)));
const countEvents = async (orderCode: string) =>
  (await world.db.selectFrom('order_events').select('id').where('order_code', '=', orderCode).execute())
    .length;

const WHOLE_TIMELINE = [
  'placed',
  'paymentSuccess',
  'Confirmed',
  'ProductionStarted',
  'ProductionCompleted',
  'label',
  'Dispatched',
  'picked-up',
  'in-transit',
  'out-for-delivery',
  'delivered',
];

describe('an order of the demo shop', () => {
  test('is paid with its order: nothing ever says that it awaits its payment', async () => {
    const { customerId } = await world.addCustomer();
    const { status, unpaidUntil, timeline } = await world.view(
      customerId,
      await world.orderFrames(customerId),
    );
    expect([status, unpaidUntil]).toEqual(['paymentSuccess', null]);
    expect(timeline.map(({ type }) => type)).toEqual(['placed', 'payment']);
  });

  test('progresses from its payment to its delivery, in the configured time', async () => {
    const { customerId } = await world.addCustomer();
    const orderCode = await world.orderFrames(customerId);
    const statusAfter = async (seconds: number) => {
      await world.work(seconds);
      return (await world.view(customerId, orderCode)).status;
    };
    expect(await statusAfter(50)).toBe('paymentSuccess');
    expect(await statusAfter(110)).toBe('Confirmed');
    expect((await world.view(customerId, orderCode)).deliveryAddress?.changeableUntil).toBe(instant(350));
    expect(await statusAfter(360)).toBe('ProductionStarted');
    expect((await world.view(customerId, orderCode)).deliveryAddress?.changeableUntil).toBeNull();
    expect(await statusAfter(710)).toBe('Dispatched');
    await world.work(SECONDS);
    const order = await world.view(customerId, orderCode);
    expect(notified(order)).toEqual(WHOLE_TIMELINE);
    expect(order.deliveredAt).toBe(instant(SECONDS));
    expect(order.parcels).toMatchObject([{ carrier: 'Parcelwing', state: 'delivered' }]);
    const [{ parcelId = '', trackingUrl = null } = {}] = order.parcels;
    expect(trackingUrl).toBe(`/demo-shop/parcel?orderCode=${orderCode}&parcelId=${parcelId}`);
    expect(order.timeline.map(({ place }) => place)).toContain('Eindhoven');
    expect(await world.listDue(new Date(8e14))).toEqual([]);
  });

  test('waits at the pick-up point until it is collected', async () => {
    const { customerId } = await world.addCustomer();
    const orderCode = await world.orderFrames(customerId, { deliveryType: 'PickupPoint' });
    await world.work(SECONDS);
    const { timeline } = await world.view(customerId, orderCode);
    const ready = timeline.find(({ state }) => state === 'ready-for-pick-up');
    expect(ready?.place).toBe('Boekhandel aan de gracht');
  });

  test('is late when it is large, and says why', async () => {
    const { customerId } = await world.addCustomer();
    const orderCode = await world.orderFrames(customerId, { quantity: 20 });
    await world.work(500);
    const { body } = await world.call(customerId, 'GET', `/orders/OrderDeliveryDates/${orderCode}`);
    const note = 'Je hebt een grote bestelling geplaatst. We zijn ermee bezig.';
    const delivery = { from: '2026-06-19', to: '2026-06-20' };
    expect(body).toMatchObject({
      promised: { from: '2026-06-17', to: '2026-06-18' },
      changes: [{ delivery, reason: 'high-demand', note }],
    });
  });

  test('progresses once, however often its jobs and its order are repeated', async () => {
    const { customerId, tempSelectionId } = await world.addCustomer({ photos: 2 });
    const order = { tempSelectionId, channel: 'kiekhof', productCode: 'PAP_910', quantity: 1 };
    const { orderCode } = (await world.place(customerId, order)).body;
    await world.work(300, { twice: true });
    await world.place(customerId, order);
    await world.work(SECONDS, { twice: true });
    const once = await countEvents(orderCode);
    expect(
      notified(await world.view(customerId, orderCode)).filter((type) => type !== 'delivery-promise'),
    ).toEqual(WHOLE_TIMELINE);
    await world.place(customerId, order);
    await world.work(2 * SECONDS);
    expect(await countEvents(orderCode)).toBe(once);
  });

  test('is reported by a job if the shop died before the intake had it, with its events so far', async () => {
    const { customerId } = await world.addCustomer();
    const orderCode = await world.orderFrames(customerId);
    // As after a kill between the shop's own record and the intake.
    for (const table of ['orders', 'order_products', 'order_requests', 'order_events'] as const) {
      const column = table === 'orders' ? 'code' : 'order_code';
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${orderCode}`.execute(world.db);
    }
    const jobs = await world.listDue(new Date(NOW.getTime() + 200_000));
    for (const { task, payload } of jobs.toReversed()) await world.run(task, payload);
    expect(await world.view(customerId, orderCode)).toMatchObject({
      status: 'Confirmed',
      createdAt: NOW.toISOString(),
    });
  });
});

const address = {
  name: 'Mia Holm',
  streetName: 'Kade',
  streetNumber: '7',
  postalCode: '2611 AB',
  city: 'Delft',
  country: 'NL',
};

describe('an address typed while ordering', () => {
  const typed = { ...address, postalCode: '2611ab' };

  test('is printed in its country’s format, and used for the invoice', async () => {
    const { customerId } = await world.addCustomer();
    const orderCode = await world.orderFrames(customerId, { deliveryAddress: typed });
    const order = await world.view(customerId, orderCode);
    expect(order.deliveryAddress).toMatchObject(address);
    expect(order.invoiceAddress).toEqual(address);
  });

  test.each([
    ['abroad', { country: 'SE' }],
    ['wrong', { postalCode: '0000 SS' }],
  ])('is refused when it is %s', async (_what, more) => {
    const { customerId } = await world.addCustomer();
    const order = { channel: 'kiekhof', productCode: 'FRA_910', quantity: 1 };
    const deliveryAddress = { ...typed, ...more };
    const { status, body } = await world.place(customerId, { ...order, deliveryAddress });
    expect([status, body.code]).toEqual([400, 'invalid-request']);
  });
});
