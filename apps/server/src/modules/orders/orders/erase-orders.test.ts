import { randomUUID } from 'node:crypto';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOBODY } from '../../../platform/ids.ts';
import type { PersonalData } from '../../../platform/personal-data.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { areaOf } from '../../../testing/erase-customer.ts';
import { readRowsWithText } from '../../../testing/rows-with-text.ts';
import { startOrders } from './orders.fixture.ts';

const NOW = new Date('2026-06-15T10:00:00Z');
const PDF = new Uint8Array(Buffer.from('%PDF-1.7 an invoice'));
const HOME = {
  name: 'Anna Quillfeather',
  streetName: 'Hemelgaarde',
  streetNumber: '7',
  postalCode: 'SW12 9RT',
  city: 'London',
  country: 'GB',
};

let shop: Awaited<ReturnType<typeof startOrders>>;
let data: PersonalData;
let [anna, mia] = [newCustomerId(), newCustomerId()];
beforeAll(async () => {
  shop = await startOrders();
  data = areaOf(shop.db, shop.modules[0]);
});
beforeEach(async () => {
  shop.clock.now = NOW;
  [anna, mia] = [await shop.addCustomer(), await shop.addCustomer()];
});
afterAll(() => shop.stop());

const close = { closedAt: NOW, emails: [] };
const hoursLater = (hours: number) => new Date(shop.clock.now.getTime() + hours * 3_600_000);

/** An order with everything that identifies its customer. */
async function place(customerId: CustomerId, changes: Partial<NewOrder> = {}): Promise<NewOrder> {
  const photoId = await shop.addPhoto(customerId);
  const line = {
    code: 'BOOK-1',
    article: 'BOOK',
    quantity: 1,
    price: 1_900,
    status: 'paymentSuccess' as const,
  };
  const own = { title: 'Anna’s Hochzeit', voucher: 'ANNA-10', photoIds: [photoId], isPersonalised: true };
  const order = shop.orderOf(customerId, {
    total: 2_290,
    products: [{ ...line, ...own, discounts: [{ title: 'For Anna', amount: 10 }] }],
    deliveryType: 'Home',
    deliveryAddress: HOME,
    invoiceAddress: HOME,
    buyerVatId: 'GB123456789',
    paymentUrl: 'https://pay.example/anna',
    ...changes,
  });
  expect((await shop.send(order)).status).toBe(200);
  await shop.putFile(`${order.orderCode}/invoice.pdf`, PDF);
  await happen(order, 'order-changed', { total: 2_190 }, { note: 'Anna asked for it' });
  return order;
}

/** Reports an event of an order that happens now. */
async function happen({ orderCode }: NewOrder, type: string, body: object, more: object = {}) {
  const context = { id: randomUUID(), orderCode, happenedAt: shop.clock.now.toISOString() };
  return (await shop.report([{ ...context, type, data: body, ...more }])).outcomes;
}
async function arrive(order: NewOrder) {
  await happen(order, 'status', { status: 'Dispatched' });
  const parcel = { parcelId: 'P-1', state: 'delivered', carrier: 'Post', trackingNumber: 'ANNA-77' };
  await happen(order, 'parcel', parcel, { place: 'At Anna’s neighbour' });
}
const rowsOf = (customerId: CustomerId) => readRowsWithText(shop.db, customerId);
const others = async () => (await rowsOf(mia)).toSorted();
const readFiles = async (customerId: CustomerId) => {
  const [file] = data.files ?? [];
  const rows = await Array.fromAsync(file?.read(customerId) ?? []);
  return { rows: rows as Record<string, unknown>[], schema: file?.row };
};

describe('orders of an erased customer', () => {
  test('wait until they have arrived and can no longer be withdrawn from, and are then anonymised', async () => {
    const order = await place(anna);
    await place(mia);
    const before = await others();
    expect(await data.countLosses?.(anna)).toEqual([{ kind: 'openOrders', count: 1 }]);

    expect(await data.erase?.(anna, close)).toEqual(hoursLater(24));
    expect((await rowsOf(anna)).some((row) => row.includes(HOME.streetName))).toBe(true);
    expect(await shop.db.selectFrom('order_files').selectAll().where('user_id', '=', anna).execute()).toEqual(
      [],
    );

    await arrive(order);
    expect(await data.countLosses?.(anna)).toEqual([]);
    shop.clock.now = hoursLater(3 * 24 + 1);
    expect(await data.erase?.(anna, close)).toBeNull();
    expect(await data.erase?.(anna, close)).toBeNull();

    await shop.run('purge-order-files');
    expect((await rowsOf(anna)).filter((row) => /^public\.(deleted_)?order/.test(row))).toEqual([]);
    const stored = (await readRowsWithText(shop.db, order.orderCode))
      .filter((row) => row.startsWith('public.order'))
      .join('\n');
    for (const own of ['Quillfeather', 'Hemelgaarde', 'SW12', 'Anna', 'ANNA', 'GB123456789', anna])
      expect(stored).not.toContain(own);
    const row = await shop.db
      .selectFrom('orders')
      .select(['user_id', 'current_total', 'delivery_address', 'invoice_address', 'delivered_at'])
      .where('code', '=', order.orderCode)
      .executeTakeFirst();
    expect(row).toMatchObject({
      user_id: NOBODY,
      current_total: 2_190,
      delivery_address: { country: 'GB', postalCode: 'SW' },
      invoice_address: { country: 'GB', postalCode: 'SW' },
    });
    expect(await others()).toEqual(before);
  });

  test('leave the region of a pick-up point, whatever of them is damaged, and nothing of such an address', async () => {
    const pickupPoint = { name: 'Kiosk', address: HOME, openingHours: [] };
    const { orderCode } = await place(anna, {
      status: 'cancelled',
      deliveryType: 'PickupPoint',
      deliveryAddress: undefined,
      pickupPoint,
      products: [{ code: 'X', quantity: 1, price: 1, status: 'cancelled' }],
    });
    const damaged = JSON.stringify({ ...HOME, country: { of: 'Anna' } });
    const ofOrder = shop.db.updateTable('orders').where('code', '=', orderCode);
    await ofOrder.set({ invoice_address: damaged }).execute();
    const ofLine = shop.db.updateTable('order_products').where('order_code', '=', orderCode);
    await ofLine.set({ withdrawal: JSON.stringify({ days: 'two' }) }).execute();
    expect((await shop.ask(anna, `/v1/superorders/${orderCode}`)).status).toBe(500);
    expect(await data.erase?.(anna, close)).toBeNull();
    const row = await shop.db
      .selectFrom('orders')
      .select(['user_id', 'delivery_address', 'pickup_point', 'invoice_address'])
      .where('code', '=', orderCode)
      .executeTakeFirst();
    expect(row).toEqual({
      user_id: NOBODY,
      pickup_point: null,
      invoice_address: null,
      delivery_address: { country: 'GB', postalCode: 'SW' },
    });
  });

  test('are deleted at once if nothing more can happen to them, with their objects', async () => {
    await place(anna, {
      status: 'cancelled',
      products: [{ code: 'X', quantity: 1, price: 1, status: 'cancelled' }],
    });
    const keys = async () => (await Array.fromAsync(shop.objects.list(`order-files/${anna}/`))).length;
    expect(await keys()).toBe(1);
    expect(await data.erase?.(anna, close)).toBeNull();
    expect(await shop.modules[2].personalData?.erase?.(anna, close)).toBeNull();
    expect(await keys()).toBe(0);
    expect(await shop.db.selectFrom('orders').select('code').where('user_id', '=', anna).execute()).toEqual(
      [],
    );
  });

  test('cannot return by their key or a file, and accept only money events afterwards', async () => {
    const order = await place(anna, { status: 'cancelled' });
    await happen(order, 'status', { status: 'Cancelled' });
    expect(await data.erase?.(anna, close)).toBeNull();

    expect(await happen(order, 'refunded', { amount: 2_190 }, { note: 'To Anna’s account' })).toEqual([
      'stored',
    ]);
    expect(await happen(order, 'parcel', { parcelId: 'P-2', state: 'in-transit' })).toEqual(['stored']);
    expect((await shop.putFile(`${order.orderCode}/invoice.pdf`, PDF)).status).toBe(404);
    expect((await shop.send(order)).status).toBe(409);
    const events = await shop.db
      .selectFrom('order_events')
      .select(['user_id', 'type', 'note'])
      .where('order_code', '=', order.orderCode)
      .execute();
    expect(events.map(({ type }) => type).sort()).toEqual(['order-changed', 'refunded']);
    expect(events.every(({ user_id, note }) => user_id === NOBODY && note === null)).toBe(true);
  });

  test('continue after a stop in the middle', async () => {
    for (let nth = 0; nth < 3; nth++) await happen(await place(anna), 'status', { status: 'Cancelled' });
    const stop = AbortSignal.abort();
    await expect(data.erase?.(anna, { ...close, signal: stop })).rejects.toThrow();
    expect(await data.erase?.(anna, close)).toBeNull();
    expect(await shop.db.selectFrom('orders').select('code').where('user_id', '=', anna).execute()).toEqual(
      [],
    );
  });
});

test('"my data" has the customer’s own orders with products, events and addresses', async () => {
  const order = await place(anna);
  const next = await place(anna, { createdAt: '2026-06-15T09:59:30Z' });
  await arrive(order);
  await place(mia);
  const { rows } = await readFiles(anna);
  expect(rows.map(({ orderCode }) => orderCode)).toEqual([order.orderCode, next.orderCode]);
  expect(rows[0]).toMatchObject({
    total: 2_190,
    deliveryAddress: HOME,
    products: [{ title: 'Anna’s Hochzeit', price: 1_900 }],
  });
  expect(rows[0]?.events).toContainEqual(expect.objectContaining({ type: 'parcel' }));
});
