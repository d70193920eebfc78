import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addBusinessCustomer, addCustomer } from '../../../testing/customers.ts';
import { addPhotoRow } from '../../../testing/photos.ts';
import { startShopWorld } from '../../../testing/start-shop-world.ts';
import { createReorders } from './index.ts';
import type { ReorderStatus } from './rules.ts';

type Body = ReorderStatus & Required<ProblemBody> & { reorderId: string };

/** Orders, reorders, and a shop that receives those of Pennyfern. */
const start = () => startShopWorld({ create: createReorders, channels: ['pennyfern'] });
let world: Awaited<ReturnType<typeof start>>;
const now = new Date('2026-06-15T10:00:00Z');
beforeAll(async () => {
  world = await start();
});
beforeEach(async () => {
  await world.db.deleteFrom('outgoing_events').execute();
  world.received.length = 0;
  Object.assign(world.shop, { isAway: false, isCut: false });
  world.clock.now = now;
});
afterAll(() => world.stop());

const statusOf = async (customerId: CustomerId, orderCode: string) =>
  (await world.call<Body>(customerId, 'GET', `/orders/reorder/status/${orderCode}`)).body;
const reorder = (
  customerId: CustomerId,
  orderCode: string,
  { key = randomUUID() as string, total = '' } = {},
) =>
  world.call<Body>(
    customerId,
    'POST',
    `/orders/reorder?OrderCode=${orderCode}${total && `&Total=${total}`}`,
    undefined,
    { [IDEMPOTENCY_HEADER]: key },
  );
const rowsOf = (customerId: CustomerId) =>
  world.db.selectFrom('reorders').selectAll().where('user_id', '=', customerId).execute();

describe('a reorder', () => {
  test('is sent to the shop, waits for it, and becomes the order that names the old one [ORD-10, ORD-30]', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await world.addOrder(mia, {
      deliveryPromise: { from: '2026-06-18', to: '2026-06-19' },
    });
    const before = await statusOf(mia, orderCode);
    expect(before).toMatchObject({ obstacle: null, totalThen: 2_388, total: 2_388, isPriceOfToday: false });
    expect(before).toMatchObject({ currency: 'GBP', deliveryDays: { from: 3, to: 4 }, reorders: [] });

    const pushed = await world.listen(mia);
    const { status, body } = await reorder(mia, orderCode, { total: '2388' });
    expect(status).toBe(200);
    await vi.waitFor(() => expect(pushed).toMatchObject([{ data: { orderCodes: [orderCode] } }]));
    const sent = { reorderId: body.reorderId, requestedAt: now.toISOString(), state: 'sent' };
    expect(await statusOf(mia, orderCode)).toMatchObject({ obstacle: 'sent', reorders: [sent] });
    await world.deliver();
    expect(world.received).toEqual([
      {
        type: 'order.reorder',
        data: {
          customerId: mia,
          channel: 'pennyfern',
          reorderId: body.reorderId,
          orderCode,
          requestedAt: now.toISOString(),
          currency: 'GBP',
          total: 2_388,
          products: [{ code: 'BOOK', missingPhotosCount: 0 }],
        },
      },
    ]);

    const paymentUrl = 'https://shop.example/pay';
    const unpaid = { status: 'paymentPending' as const, paymentUrl, reorderOf: orderCode };
    const products = [{ code: 'BOOK', quantity: 1, price: 1_998, status: 'paymentPending' as const }];
    const newOrder = await world.addOrder(mia, { ...unpaid, products });
    await vi.waitFor(() =>
      expect(pushed.at(-1)).toMatchObject({ data: { orderCodes: [newOrder, orderCode] } }),
    );
    const answered = { state: 'ordered', orderCode: newOrder, paymentUrl };
    const after = await statusOf(mia, orderCode);
    expect(after).toMatchObject({ obstacle: null, reorders: [answered], newOrderCodes: [newOrder] });
    await world.report(newOrder, 'payment', { status: 'paymentSuccess' });
    expect((await statusOf(mia, orderCode)).reorders).toMatchObject([{ paymentUrl: null }]);
  });

  test('is one, however often a press arrives, and from however many tabs [ORD-10]', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await world.addOrder(mia);
    const key = randomUUID();
    const presses = await Promise.all(Array.from({ length: 6 }, () => reorder(mia, orderCode, { key })));
    expect(new Set(presses.map(({ body }) => body.reorderId)).size).toBe(1);
    const tabs = await Promise.all(Array.from({ length: 6 }, () => reorder(mia, orderCode)));
    expect(tabs.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 409]);
    expect(tabs[0]?.body.detail).toBe('This cannot be ordered again: sent');
    await world.deliver();
    expect([await rowsOf(mia), world.received]).toEqual([[expect.anything()], [expect.anything()]]);
  });

  test('of two tabs pressed simultaneously is one', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await world.addOrder(mia);
    const tabs = await Promise.all(Array.from({ length: 8 }, () => reorder(mia, orderCode)));
    expect(tabs.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    expect(await rowsOf(mia)).toHaveLength(1);
  });

  test('is sent to an unreachable shop once that is back, and requested once', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await world.addOrder(mia);
    world.shop.isAway = true;
    await reorder(mia, orderCode);
    await world.deliver();
    expect(world.received).toEqual([]);
    world.clock.now = new Date('2026-06-16T10:00:00Z');
    expect(await statusOf(mia, orderCode)).toMatchObject({ obstacle: 'sent' });
    world.shop.isAway = false;
    await world.deliver();
    await world.deliver();
    expect(world.received).toHaveLength(1);
  });

  test('is stored together with its event to the shop, or not at all', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await world.addOrder(mia);
    world.shop.isCut = true;
    expect((await reorder(mia, orderCode, { key: 'one' })).status).toBe(500);
    world.shop.isCut = false;
    expect(await rowsOf(mia)).toEqual([]);
    expect(await statusOf(mia, orderCode)).toMatchObject({ obstacle: null });
    expect((await reorder(mia, orderCode, { key: 'one' })).status).toBe(200);
  });

  test('that the shop refuses says why and can be requested again', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await world.addOrder(mia);
    const { body } = await reorder(mia, orderCode);
    const note = 'The book is being redesigned.';
    await world.report(orderCode, 'reorder-refused', { reorderId: body.reorderId }, { note });
    const refused = { state: 'refused', refusal: note, orderCode: null };
    expect(await statusOf(mia, orderCode)).toMatchObject({ obstacle: null, reorders: [refused] });
    world.clock.now = new Date('2026-06-15T11:00:00Z');
    const second = await reorder(mia, orderCode);
    const newOrder = await world.addOrder(mia, { reorderOf: orderCode });
    const { reorders } = await statusOf(mia, orderCode);
    expect(reorders).toMatchObject([
      { reorderId: second.body.reorderId, state: 'ordered', orderCode: newOrder },
      refused,
    ]);
    const { body: page } = await world.call<{ timeline: { type: string }[] }>(
      mia,
      'GET',
      `/orders/v1/superorders/${orderCode}`,
    );
    expect(page.timeline.map(({ type }) => type)).toEqual(['placed']);
  });

  test('is for the order’s customer only: for others it is unknown', async () => {
    const [mia, noah] = [await addCustomer(world.db), await addCustomer(world.db)];
    const orderCode = await world.addOrder(mia);
    for (const code of [orderCode, `K-${randomUUID()}`]) {
      const path = `/orders/reorder/status/${code}`;
      expect((await world.call<Body>(noah, 'GET', path)).status).toBe(404);
      expect((await reorder(noah, code)).status).toBe(404);
    }
    expect(await rowsOf(noah)).toEqual([]);
    expect(await statusOf(mia, orderCode)).toMatchObject({ reorders: [] });
  });

  test('is only available while a shop of the channel receives them, and for paid orders', async () => {
    const mia = await addCustomer(world.db);
    const elsewhere = await world.addOrder(mia, { channel: 'kiekhof' });
    expect(await statusOf(mia, elsewhere)).toMatchObject({ obstacle: 'not-offered' });
    expect((await reorder(mia, elsewhere)).status).toBe(409);
    const status = 'paymentPending' as const;
    const products = [{ code: 'BOOK', quantity: 1, price: 1_998, status }];
    const unpaid = await world.addOrder(mia, { status, products });
    expect(await statusOf(mia, unpaid)).toMatchObject({ obstacle: 'unpaid' });
    expect((await reorder(mia, unpaid)).status).toBe(409);
    expect(await rowsOf(mia)).toEqual([]);
  });
});

describe('the preview of a reorder', () => {
  test('counts the deleted photos, and omits products without any left [ORD-30]', async () => {
    const mia = await addCustomer(world.db);
    const photos = [];
    for (let nth = 0; nth < 3; nth++) photos.push((await addPhotoRow(world, mia)).photoId);
    const [one, two, three] = photos as [string, string, string];
    const line = (code: string, price: number, photoIds: string[]) =>
      ({ code, quantity: 1, price, status: 'paymentSuccess', photoIds }) as const;
    const products = [line('PAP_910', 38, [one, two]), line('MUG', 900, [three])];
    const orderCode = await world.addOrder(mia, { products, total: 938, deliveryCharge: 0 });
    const remove = (id: string) => world.db.deleteFrom('photos').where('id', '=', id).execute();
    await remove(two);
    await remove(three);
    expect(await statusOf(mia, orderCode)).toMatchObject({
      obstacle: null,
      total: 38,
      products: [
        { code: 'PAP_910', price: 38, leftOut: null, photosCount: 2, missingPhotosCount: 1 },
        { code: 'MUG', price: null, leftOut: 'photos-missing', photosCount: 1, missingPhotosCount: 1 },
      ],
    });
    expect((await reorder(mia, orderCode)).status).toBe(200);
    await world.deliver();
    expect(world.received).toMatchObject([
      { data: { total: 38, products: [{ code: 'PAP_910', missingPhotosCount: 1 }] } },
    ]);
    await remove(one);
    expect(await statusOf(mia, orderCode)).toMatchObject({ obstacle: 'sent' });
  });

  test('has the shop’s latest price; a customer who saw another one is asked again [ORD-30]', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await world.addOrder(mia);
    const offer = (price: number | null, total: number) =>
      world.report(orderCode, 'reorder-offer', { total, products: [{ code: 'BOOK', price }] });
    await offer(2_198, 2_588);
    expect(await statusOf(mia, orderCode)).toMatchObject({ total: 2_588, isPriceOfToday: true });
    world.clock.now = new Date('2026-06-15T10:05:00Z');
    await offer(2_398, 2_788);
    const refused = await reorder(mia, orderCode, { total: '2588' });
    expect([refused.status, refused.body.detail]).toEqual([409, 'The total has changed']);
    const { products } = await statusOf(mia, orderCode);
    expect(products).toMatchObject([{ priceThen: 1_998, price: 2_398 }]);
    world.clock.now = new Date('2026-06-15T10:10:00Z');
    await offer(null, 0);
    expect(await statusOf(mia, orderCode)).toMatchObject({
      obstacle: 'nothing-left',
      products: [{ price: null, leftOut: 'not-sold' }],
    });
    expect((await reorder(mia, orderCode)).status).toBe(409);
  });

  test('omits cancelled products, and is empty for a cancelled order [ORD-30]', async () => {
    const mia = await addCustomer(world.db);
    const line = (code: string) => ({ code, quantity: 1, price: 900, status: 'paymentSuccess' }) as const;
    const products = [line('BOOK'), line('MUG')];
    const orderCode = await world.addOrder(mia, { products, total: 1_800, deliveryCharge: 0 });
    await world.report(orderCode, 'status', { status: 'Cancelled' }, { productCodes: ['MUG'] });
    expect(await statusOf(mia, orderCode)).toMatchObject({
      obstacle: null,
      total: 900,
      products: [{ leftOut: null }, { leftOut: 'cancelled' }],
    });
    await reorder(mia, orderCode);
    await world.deliver();
    expect(world.received).toMatchObject([{ data: { total: 900, products: [{ code: 'BOOK' }] } }]);
    const other = await world.addOrder(mia);
    await world.report(other, 'status', { status: 'Cancelled' });
    expect(await statusOf(mia, other)).toMatchObject({ obstacle: 'nothing-left', total: 390 });
  });

  test('is neither available to nor offered to a blocked business customer, who can still read [B2B-05]', async () => {
    const studio = await addBusinessCustomer(world.db);
    const orderCode = await world.addOrder(studio);
    const blocked = { status: 'blocked' as const, blocked_at: now, block_reason: 'Unpaid.' };
    await world.db
      .insertInto('business_accounts')
      .values({ user_id: studio, changed_at: now, ...blocked })
      .execute();
    const refused = await reorder(studio, orderCode);
    expect([refused.status, refused.body.code]).toEqual([403, 'account-blocked']);
    expect(await statusOf(studio, orderCode)).toMatchObject({
      obstacle: 'account-blocked',
      reorders: [],
    });
  });
});
