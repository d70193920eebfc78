import { randomUUID } from 'node:crypto';
import type {
  getOrder,
  getOrderDeliveryDates,
  getSuperorders,
  Superorder,
} from '@keepsake/contracts/orders/order-queries';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startOrders } from './orders.fixture.ts';

type List = ResponseOf<typeof getSuperorders>;

let shop: Awaited<ReturnType<typeof startOrders>>;
let mia: CustomerId;
let noah: CustomerId;
beforeAll(async () => {
  shop = await startOrders();
});
beforeEach(async () => {
  [mia, noah] = [await shop.addCustomer(), await shop.addCustomer()];
});
afterAll(() => shop.stop());

async function place(changes: Partial<NewOrder> = {}): Promise<string> {
  const order = shop.orderOf(mia, changes);
  expect(await shop.send(order)).toMatchObject({ status: 200 });
  return order.orderCode;
}
const daysAgo = (days: number) => new Date(shop.clock.now.getTime() - days * 86_400_000).toISOString();
const list = async (query = '', customerId = mia) =>
  (await shop.ask<List>(customerId, `/v2/superorders/me${query}`)).body;
const codesOf = ({ orders }: List) => orders.map(({ orderCode }) => orderCode);

const address = {
  name: 'Mia Berg',
  streetName: 'Sea Road',
  streetNumber: '4-6',
  postalCode: 'HU1 1AA',
  city: 'Hull',
  country: 'GB',
  phoneNumber: '+44 1482 000000',
};
const book = {
  code: 'MY-BOOK-1',
  title: 'Our year',
  article: 'PAP_360',
  productionOrder: 'PLANT-1',
  quantity: 2,
  price: 4_000,
  netPrice: 3_333,
  vatRate: 20,
  vatCategory: 'S',
  discounts: [{ title: 'Summer', amount: 500 }],
  voucher: 'SUN-5',
  voucherDetails: { title: 'Five off', amount: 500, expiresAt: '2026-07-01T00:00:00Z' },
  status: 'paymentSuccess',
  paymentChangedDate: '2026-06-15T09:58:00Z',
  isPersonalised: true,
  withdrawal: { none: 'personalised' },
  photoIds: [] as string[],
} as const;
const frame = {
  code: 'FRA_910',
  productionOrder: 'PLANT-2',
  quantity: 1,
  price: 899,
  status: 'paymentSuccess',
  withdrawal: { days: 14 },
} as const;

/** An order with every optional field. */
const whole = (photoIds: string[] = []): Partial<NewOrder> => ({
  source: 'Albelli',
  deliveryType: 'PickupPoint',
  deliveryAddress: address,
  pickupPoint: { name: 'Corner Shop', address, openingHours: ['Mo-Fr 9-18'] },
  invoiceAddress: { ...address, company: 'Berg Ltd' },
  deliveryCharge: 399,
  buyerVatId: 'GB123456789',
  deliveryPromise: { from: '2026-06-18', to: '2026-06-20' },
  addressChangeableUntil: '2026-06-15T12:00:00Z',
  paymentUrl: 'https://shop.example/pay',
  total: 5_298,
  products: [{ ...book, discounts: [...book.discounts], photoIds }, frame],
});

describe('the orders of a customer', () => {
  test('come newest first, page by page, with the numbers of orders and products [ORD-22, ORD-13]', async () => {
    const codes: string[] = [];
    for (const age of [3, 2, 1]) codes.unshift(await place({ createdAt: daysAgo(age) }));
    const both = await place({ ...whole(), createdAt: daysAgo(4) });
    const first = await list('?Offset=0&Limit=3');
    expect(first).toMatchObject({ total: 4, productsCount: 5 });
    expect(codesOf(first)).toEqual(codes);
    expect(codesOf(await list('?Offset=3&Limit=3'))).toEqual([both]);
    expect(codesOf(await list())).toEqual([...codes, both]);
    expect(await list('', noah)).toEqual({ orders: [], total: 0, productsCount: 0 });
  });

  test('omit those unpaid for 30 days, and say before when that will be [ORD-22]', async () => {
    const unpaid = { status: 'paymentPending' } as const;
    const products = [{ ...frame, ...unpaid }];
    const hidden = await place({ ...unpaid, products, createdAt: daysAgo(30) });
    const waiting = await place({ ...unpaid, products, createdAt: daysAgo(29) });
    const paid = await place({ createdAt: daysAgo(60) });
    const shown = await list('?Offset=0&Limit=100&OrderState=notExpired');
    expect([codesOf(shown), shown.total]).toEqual([[waiting, paid], 2]);
    expect(shown.orders.map(({ unpaidUntil }) => unpaidUntil)).toEqual([daysAgo(-1), null]);
    expect(codesOf(await list())).toContain(hidden);
    await shop.report([
      {
        id: randomUUID(),
        orderCode: hidden,
        type: 'payment',
        happenedAt: daysAgo(1),
        data: { status: 'paymentSuccess' },
      },
    ]);
    expect(codesOf(await list('?OrderState=notExpired'))).toContain(hidden);
  });

  test.each(['?Limit=0', '?Limit=101', '?Offset=-1', '?OrderState=all'])(
    'refuses %s [ORD-23]',
    async (query) => {
      expect((await shop.ask(mia, `/v2/superorders/me${query}`)).status).toBe(400);
    },
  );

  test('of an account come ten at a time, by article, and only to their customer [ORD-25, ORD-26]', async () => {
    for (let order = 0; order < 11; order++) await place();
    const books = await place(whole());
    const of = (query: string, caller = mia) => shop.ask<List>(caller, `/orders/byAccount/${mia}${query}`);
    expect((await of('')).body.orders).toHaveLength(10);
    expect((await of('?offset=10&limit=5')).body.orders).toHaveLength(2);
    const found = await of('?articleNames=PAP_360,PAP_999');
    expect([codesOf(found.body), found.body.total]).toEqual([[books], 1]);
    const unknown = await shop.ask(noah, `/orders/byAccount/${randomUUID()}`);
    expect((await of('', noah)).status).toBe(404);
    expect(unknown.status).toBe(404);
  });
});

describe('an order', () => {
  test('shows everything that the shop has reported [ORD-11, ORD-12, ORD-20, ORD-21, ORD-24]', async () => {
    const code = await place(whole());
    const { body } = await shop.ask<Superorder>(mia, `/v1/superorders/${code}`);
    const paid = { status: 'paymentSuccess', paymentChangedDate: body.createdAt };
    expect(body).toMatchObject({
      orderCode: code,
      source: 'Albelli',
      deliveryType: 'PickupPoint',
      deliveryAddress: {
        ...address,
        changeState: 'NotStarted',
        version: 1,
        changeableUntil: null,
      },
      pickupPoint: { name: 'Corner Shop', openingHours: ['Mo-Fr 9-18'] },
      invoiceAddress: { company: 'Berg Ltd' },
      deliveryCharge: 399,
      buyerVatId: 'GB123456789',
      total: 5_298,
      refunded: 0,
      createdAt: '2026-06-15T09:59:00.000Z',
      status: 'paymentSuccess',
      promisedDelivery: { from: '2026-06-18', to: '2026-06-20' },
      paymentUrl: 'https://shop.example/pay',
      productionOrders: [{ code: 'PLANT-1' }, { code: 'PLANT-2' }],
      parcels: [],
      files: [],
    });
    const { photoIds: _, paymentChangedDate: _at, ...details } = book;
    expect(body.products).toMatchObject([
      { ...details, paymentChangedDate: '2026-06-15T09:58:00.000Z', photosCount: 0, pictureUrl: null },
      {
        code: 'FRA_910',
        title: null,
        article: null,
        articleType: null,
        ...paid,
        withdrawal: { days: 14 },
        discounts: [],
      },
    ]);
  });

  test('shows its photos, as long as they exist, with URLs that open', async () => {
    const [photo, fresh, gone] = [await shop.addPhoto(mia), await shop.addPhoto(mia), randomUUID()];
    await shop.db.updateTable('photos').set({ thumbnail_state: 'success' }).where('id', '=', photo).execute();
    const code = await place(whole([photo, fresh, gone]));
    const { body } = await shop.ask<Superorder>(mia, `/v1/superorders/${code}`);
    const pictureUrl = expect.stringMatching(new RegExp(`^/media/\\w+/[\\w-]+/${mia}/${photo}$`));
    expect(body.products[0]).toMatchObject({
      pictureUrl,
      photosCount: 3,
      photos: [
        { photoId: photo, isInLibrary: true, pictureUrl },
        { photoId: fresh, isInLibrary: true, pictureUrl: null },
        { photoId: gone, isInLibrary: false, pictureUrl: null },
      ],
    });
    expect((await list()).orders[0]?.products[0]).toMatchObject({ pictureUrl });
    const withoutFirst = await place(whole([gone, fresh, photo]));
    expect(
      (await shop.ask<Superorder>(mia, `/v1/superorders/${withoutFirst}`)).body.products[0],
    ).toMatchObject({
      pictureUrl,
    });
    expect((await list()).orders.map(({ products }) => products[0]?.pictureUrl)).toEqual([
      pictureUrl,
      pictureUrl,
    ]);
  });

  test('has its production orders, and is one itself without any [ORD-27]', async () => {
    const [parts, plain] = [await place(whole()), await place()];
    const says = { happenedAt: daysAgo(0), type: 'status', data: { status: 'producing' } };
    await shop.report([{ id: randomUUID(), orderCode: parts, productionOrder: 'PLANT-2', ...says }]);
    const of = async (code: string, caller = mia) =>
      shop.ask<ResponseOf<typeof getOrder>>(caller, `/v1/Orders/${code}`);
    expect((await of('PLANT-2')).body).toMatchObject({
      code: 'PLANT-2',
      orderCode: parts,
      status: 'producing',
      products: [{ code: 'FRA_910' }],
    });
    expect((await of(plain)).body).toMatchObject({
      code: plain,
      orderCode: plain,
      products: [{ code: 'PAP_910' }],
    });
    for (const code of [parts, 'PLANT-9']) expect((await of(code)).status).toBe(404);
    expect((await of('PLANT-2', noah)).status).toBe(404);
  });

  test('says what was promised and why it changed; 404 without a promise [ORD-28, ORD-29]', async () => {
    const [promised, silent] = [await place(whole()), await place()];
    const data = { from: '2026-06-22', to: '2026-06-23', reason: 'carrier-delay' };
    const notified = { type: 'delivery-promise', happenedAt: daysAgo(0), data, note: 'A strike' };
    await shop.report([{ id: randomUUID(), orderCode: promised, ...notified }]);
    const of = async (code: string, caller = mia) =>
      shop.ask<ResponseOf<typeof getOrderDeliveryDates>>(caller, `/OrderDeliveryDates/${code}`);
    const delivery = { from: '2026-06-22', to: '2026-06-23' };
    expect((await of(promised)).body).toEqual({
      promised: { from: '2026-06-18', to: '2026-06-20' },
      expected: delivery,
      deliveredAt: null,
      changes: [{ delivery, reason: 'carrier-delay', note: 'A strike', changedAt: daysAgo(0) }],
    });
    for (const [code, caller] of [
      [silent, mia],
      [promised, noah],
      ['K-0', mia],
    ] as const) {
      expect((await of(code, caller)).status).toBe(404);
    }
  });

  test('of another customer gets the answer for an unknown one', async () => {
    const code = await place();
    const foreign = await shop.ask<{ correlationId: string }>(noah, `/v1/superorders/${code}`);
    const unknown = await shop.ask<{ correlationId: string }>(noah, '/v1/superorders/K-0');
    expect({ ...foreign.body, correlationId: '' }).toEqual({ ...unknown.body, correlationId: '' });
    expect(foreign.status).toBe(404);
  });

  test('may be 200 kB of products', async () => {
    const products = Array.from({ length: 100 }, (_, index) => ({
      ...book,
      code: `BOOK-${index}`,
      title: 'x'.repeat(255),
      discounts: Array.from({ length: 10 }, () => ({ title: 'y'.repeat(150), amount: 1 })),
    }));
    expect(JSON.stringify(products).length).toBeGreaterThan(200_000);
    const code = await place({ products });
    const { body } = await shop.ask<Superorder>(mia, `/v1/superorders/${code}`);
    expect(body.products.map((product) => product.code)).toEqual(products.map((product) => product.code));
  });

  test.each([
    ['a rate of more than two digits', { products: [{ ...frame, vatRate: 20.123 }] }],
    ['days that end before they begin', { deliveryPromise: { from: '2026-06-20', to: '2026-06-19' } }],
    ['a day that is none', { deliveryPromise: { from: '2026-02-30', to: '2026-03-01' } }],
    ['a pick-up point that is not named', { deliveryType: 'PickupPoint' as const }],
    ['a place to pay on another scheme', { paymentUrl: 'javascript:alert(1)' }],
    ['a place to pay on another host by two slashes', { paymentUrl: '//evil.example' }],
    ['an address with a line break', { deliveryAddress: { ...address, city: 'Hull\nBcc: x' } }],
    ['a VAT id in small letters', { buyerVatId: 'gb1' }],
    [
      'a right to withdraw that is half of each',
      { products: [{ ...frame, withdrawal: { days: 1, none: 'sealed' } }] },
    ],
  ])('with %s is refused', async (_what, changes) => {
    expect((await shop.send({ ...shop.orderOf(mia), ...changes })).status).toBe(400);
  });
});

describe('the overview of orders', () => {
  const read = () => shop.modules[0].overview?.orders?.read(mia);
  const codes = async (part: 'unpaid' | 'onTheirWay') =>
    (await read())?.[part].orders.map(({ orderCode }) => orderCode);
  const products = (status: 'paymentSuccess' | 'paymentPending' | 'cancelled' | 'shipped') => [
    { code: 'P', quantity: 1, price: 475, status, photoIds: [] },
  ];

  test('has those still in progress, unpaid ones apart, three of each at most [ORD-03]', async () => {
    expect(await read()).toBeNull();
    await place({ createdAt: daysAgo(31) });
    await place({ createdAt: daysAgo(3), status: 'cancelled', products: products('cancelled') });
    expect(await read()).toBeNull();
    const oldest = await place({ createdAt: daysAgo(9) });
    const unpaid = await place({
      createdAt: daysAgo(8),
      status: 'paymentPending',
      products: products('paymentPending'),
    });
    expect([await codes('unpaid'), await codes('onTheirWay')]).toEqual([[unpaid], [oldest]]);
    const [older, newest] = [await place({ createdAt: daysAgo(2) }), await place({ createdAt: daysAgo(1) })];
    await place({ createdAt: daysAgo(11) });
    expect(await codes('onTheirWay')).toEqual([newest, older, oldest]);
    expect(await read()).toMatchObject({ unpaid: { total: 1 }, onTheirWay: { total: 4 } });
  });

  test('has what waits to be collected first, with its place and last day', async () => {
    const before = await codes('onTheirWay');
    const waiting = await place({ createdAt: daysAgo(20), status: 'shipped', products: products('shipped') });
    const event = {
      orderCode: waiting,
      happenedAt: daysAgo(1),
      type: 'parcel' as const,
      place: 'Corner shop',
    };
    await shop.report([
      {
        ...event,
        id: `${waiting}-1`,
        data: { parcelId: 'P1', state: 'ready-for-pick-up', collectBy: '2026-06-20' },
      },
    ]);
    expect(await codes('onTheirWay')).toEqual([waiting, ...(before ?? [])].slice(0, 3));
    const [first] = (await read())?.onTheirWay.orders ?? [];
    const { body } = await shop.ask<Superorder>(mia, `/v1/superorders/${waiting}`);
    for (const order of [first, body])
      expect(order?.collection).toEqual({ place: 'Corner shop', until: '2026-06-20', since: daysAgo(1) });
    await shop.report([
      { ...event, id: `${waiting}-2`, happenedAt: daysAgo(0), data: { parcelId: 'P1', state: 'delivered' } },
    ]);
    expect(await codes('onTheirWay')).toEqual(before);
  });

  test('expects nobody to collect a parcel of half a year ago, on its page as in the lists', async () => {
    const old = await place({ createdAt: daysAgo(190), status: 'shipped', products: products('shipped') });
    await shop.report([
      {
        id: `${old}-1`,
        orderCode: old,
        happenedAt: daysAgo(185),
        type: 'parcel',
        data: { parcelId: 'P1', state: 'ready-for-pick-up' },
      },
    ]);
    const { body } = await shop.ask<Superorder>(mia, `/v1/superorders/${old}`);
    const listed = (await list()).orders.find(({ orderCode }) => orderCode === old);
    expect([body.collection, listed?.collection]).toEqual([null, null]);
  });
});
