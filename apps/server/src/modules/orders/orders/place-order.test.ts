import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { addBusinessCustomer } from '../../../testing/customers.ts';
import { OTHER_TOKEN, SHOP_TOKEN, startOrders } from './orders.fixture.ts';

type Pushed = { type: string; data: { change?: string; photoIds?: string[] } };

let shop: Awaited<ReturnType<typeof startOrders>>;
let mia: CustomerId;
beforeAll(async () => {
  shop = await startOrders();
});
beforeEach(async () => {
  mia = await shop.addCustomer();
  shop.extended.length = 0;
});
afterAll(() => shop.stop());

const rowsOf = (customerId: CustomerId) =>
  shop.db.selectFrom('orders').selectAll().where('user_id', '=', customerId).execute();
const linesOf = (customerId: CustomerId) =>
  shop.db.selectFrom('order_products').selectAll().where('user_id', '=', customerId).execute();
const usesOf = (customerId: CustomerId) =>
  shop.db.selectFrom('photo_uses').selectAll().where('user_id', '=', customerId).execute();

/** An order for prints of these photos. */
function printsOf(customerId: CustomerId, photoIds: string[]) {
  const status = 'paymentSuccess' as const;
  const products = [{ code: 'PAP_910', quantity: photoIds.length, price: 475, status, photoIds }];
  return shop.orderOf(customerId, { products });
}

describe('the intake of orders', () => {
  test('stores an order: its products, price and date, the photos it uses, and the storage it earns', async () => {
    const photoIds = [await shop.addPhoto(mia), await shop.addPhoto(mia)];
    const order = printsOf(mia, photoIds);
    const { status, body } = await shop.send(order);
    expect({ status, body }).toEqual({
      status: 200,
      body: { orderCode: order.orderCode, createdAt: '2026-06-15T09:59:00.000Z' },
    });
    expect(await rowsOf(mia)).toMatchObject([
      {
        user_id: mia,
        code: order.orderCode,
        channel: 'pennyfern',
        service: 'shop',
        status: 'paymentSuccess',
        currency: 'GBP',
        total: 475,
        products_count: 1,
        created_at: new Date('2026-06-15T09:59:00Z'),
        received_at: shop.clock.now,
      },
    ]);
    expect(await linesOf(mia)).toMatchObject([
      {
        position: 0,
        code: 'PAP_910',
        quantity: 2,
        price: 475,
        status: 'paymentSuccess',
        photo_ids: photoIds,
      },
    ]);
    const uses = await usesOf(mia);
    expect(uses.map(({ photo_id }) => photo_id).sort()).toEqual([...photoIds].sort());
    expect(uses[0]).toMatchObject({ used_in: 'order', reference: order.orderCode });
    expect(shop.extended).toEqual([{ customerId: mia, orderedAt: new Date('2026-06-15T09:59:00Z') }]);
  });

  test('pushes to the customer’s screens which photos are ordered, and nothing if there are none', async () => {
    const received = await shop.listen<Pushed>(mia);
    const photoId = await shop.addPhoto(mia);
    await shop.send(printsOf(mia, [randomUUID()]));
    await shop.send(printsOf(mia, [photoId, randomUUID()]));
    const changed = () => received.filter(({ data }) => data.change === 'ordered');
    await expect.poll(changed).toMatchObject([{ type: 'photos-changed', data: { photoIds: [photoId] } }]);
    const many = await Promise.all(Array.from({ length: 101 }, () => shop.addPhoto(mia)));
    await shop.send(printsOf(mia, many));
    await expect.poll(() => changed().at(1)?.data.photoIds).toEqual([]);
  });

  test('dates an order without a date by its arrival', async () => {
    const { body } = await shop.send(shop.orderOf(mia, { createdAt: undefined }));
    expect(body.createdAt).toBe(shop.clock.now.toISOString());
  });

  test('stores an order once: the same key and body get the same answer and change nothing', async () => {
    const order = shop.orderOf(mia, { createdAt: undefined });
    const first = await shop.send(order, { key: 'once' });
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
    // The order of the fields does not matter.
    const turned = Object.fromEntries(Object.entries(order).reverse());
    expect(await shop.send(turned, { key: 'once' })).toEqual(first);
    expect(await rowsOf(mia)).toHaveLength(1);
    expect(shop.extended).toHaveLength(1);
  });

  test('refuses another order under a used key, of any customer', async () => {
    const noah = await shop.addCustomer();
    await shop.send(shop.orderOf(mia), { key: 'taken' });
    expect((await shop.send(shop.orderOf(mia), { key: 'taken' })).status).toBe(409);
    expect((await shop.send(shop.orderOf(noah), { key: 'taken' })).status).toBe(409);
    expect(await rowsOf(noah)).toEqual([]);
  });

  test('refuses an order known under another key, so that a lost key makes no second order', async () => {
    const order = shop.orderOf(mia);
    await shop.send(order);
    expect((await shop.send(order)).status).toBe(409);
    expect((await shop.send(order, { token: OTHER_TOKEN })).status).toBe(409);
    expect(await rowsOf(mia)).toHaveLength(1);
  });

  test.each(['cancelled', 'rejected'] as const)(
    'stores an order that is already %s, which extends and marks nothing',
    async (status) => {
      const order = printsOf(mia, [await shop.addPhoto(mia)]);
      expect((await shop.send({ ...order, status })).status).toBe(200);
      expect([await rowsOf(mia), await usesOf(mia), shop.extended]).toEqual([[expect.anything()], [], []]);
    },
  );

  test('of a shop whose clock is ahead extends the storage from today only', async () => {
    const createdAt = new Date(shop.clock.now.getTime() + 23 * 3_600_000).toISOString();
    expect((await shop.send(shop.orderOf(mia, { createdAt }))).body.createdAt).toBe(createdAt);
    expect(shop.extended).toEqual([{ customerId: mia, orderedAt: shop.clock.now }]);
  });

  test.each(['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z'])(
    'refuses %s as the date of an order',
    async (createdAt) => {
      expect((await shop.send(shop.orderOf(mia, { createdAt }))).status).toBe(400);
    },
  );

  test('says if an order has too many photos', async () => {
    const products = Array.from({ length: 3 }, () => ({
      ...printsOf(mia, []).products[0],
      photoIds: Array.from({ length: 7_000 }, () => '00000000-0000-4000-8000-000000000000'),
    }));
    const { status, body } = await shop.send({ ...shop.orderOf(mia), products });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('more than 20000 photos')]);
  });

  test('lets two shops use the same key', async () => {
    expect((await shop.send(shop.orderOf(mia), { key: 'both' })).status).toBe(200);
    expect((await shop.send(shop.orderOf(mia), { key: 'both', token: OTHER_TOKEN })).status).toBe(200);
    expect((await rowsOf(mia)).map(({ service }) => service).sort()).toEqual(['other-shop', 'shop']);
  });

  test('stores one of twenty simultaneous orders, and answers all the same', async () => {
    const order = printsOf(mia, [await shop.addPhoto(mia)]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.send(order, { key: 'storm' })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await rowsOf(mia)).toHaveLength(1);
    expect(shop.extended).toHaveLength(1);
  });

  test('stores all of an order or nothing: after a failure midway the same request succeeds', async () => {
    const order = printsOf(mia, [await shop.addPhoto(mia)]);
    const { extend } = shop.storage;
    shop.storage.extend = async () => {
      throw new Error('the storage is away');
    };
    expect((await shop.send(order, { key: 'half' })).status).toBe(500);
    shop.storage.extend = extend;
    expect([await rowsOf(mia), await usesOf(mia)]).toEqual([[], []]);
    expect((await shop.send(order, { key: 'half' })).status).toBe(200);
    expect(await rowsOf(mia)).toHaveLength(1);
  });

  test('refuses an absent or deleted customer, and stores the order once there is one', async () => {
    const gone = await shop.addCustomer(new Date());
    expect((await shop.send(shop.orderOf(gone))).status).toBe(404);
    const later = newCustomerId();
    const order = shop.orderOf(later);
    expect((await shop.send(order, { key: 'later' })).status).toBe(404);
    const details = { email: 'l@example.com', name: 'Lea', channel: 'pennyfern', identity_type: 'consumer' };
    await shop.db
      .insertInto('customers')
      .values({ user_id: later, ...details, registered_at: shop.clock.now })
      .execute();
    expect((await shop.send(order, { key: 'later' })).status).toBe(200);
  });

  test('marks no photo of another customer or deleted one, and still stores the order', async () => {
    const noah = await shop.addCustomer();
    const [own, foreign] = [await shop.addPhoto(mia), await shop.addPhoto(noah)];
    expect((await shop.send(printsOf(mia, [own, foreign, randomUUID()]))).status).toBe(200);
    expect((await usesOf(mia)).map(({ photo_id }) => photo_id)).toEqual([own]);
    expect(await usesOf(noah)).toEqual([]);
  });
});

describe('the intake refuses', () => {
  test('callers that are no service: none, a wrong token, a customer, half a token [API-06]', async () => {
    const order = shop.orderOf(mia);
    const tokens = [null, 'x', SHOP_TOKEN.slice(0, -1), `${SHOP_TOKEN}x`, await shop.tokenFor(mia)];
    for (const token of tokens) expect((await shop.send(order, { token })).status).toBe(401);
    expect(await rowsOf(mia)).toEqual([]);
  });

  test.each([
    ['no key', null],
    ['a key of spaces', 'a key'],
    ['a key that is too long', 'x'.repeat(256)],
  ])('%s', async (_what, key) => {
    const { status, body } = await shop.send(shop.orderOf(mia), { key });
    expect([status, body.errors[0]?.path]).toEqual([400, 'headers.idempotency-key']);
  });

  test.each([
    ['a field that is none of the contract', { tip: 1 }],
    ['half a penny', { total: 0.5 }],
    ['a promise of the year 0', { deliveryPromise: { from: '0000-06-18', to: '2026-06-19' } }],
    ['less than nothing', { total: -1 }],
    ['money as text', { total: '475' }],
    ['a currency that is none', { currency: 'pounds' }],
    ['three letters that are no currency', { currency: 'XTS' }],
    ['a status that is none', { status: 'fine' }],
    ['a channel that is none of ours', { channel: 'elsewhere' }],
    ['a customer that is no id', { customerId: 'mia' }],
    ['a code with a path in it', { orderCode: '../x' }],
    ['no products', { products: [] }],
    ['a date of next year', { createdAt: '2027-06-15T10:00:00Z' }],
    ['a date that is none', { createdAt: 'yesterday' }],
  ])('%s', async (_what, changes) => {
    expect((await shop.send({ ...shop.orderOf(mia), ...changes })).status).toBe(400);
    expect(await rowsOf(mia)).toEqual([]);
  });

  test.each([
    ['K', 'NL', /K is for deliveries to another member state, and the goods stay in NL/],
    ['K', 'CH', /the goods go to CH/],
    ['G', 'DE', /G is an export, and the goods go from NL to DE within the European Union/],
  ])(
    'products free of VAT by %s to %s, where invoices are issued here',
    async (vatCategory, country, fault) => {
      const to = {
        name: 'Mia',
        streetName: 'Weg',
        streetNumber: '1',
        postalCode: '8010',
        city: 'Ort',
        country,
      };
      const [product] = shop.orderOf(mia).products;
      const order = {
        ...shop.orderOf(mia),
        channel: 'kiekhof',
        currency: 'EUR',
        deliveryAddress: to,
        buyerVatId: 'DE123456788',
        products: [{ ...product, vatRate: 0, vatCategory }],
      };
      const { status, body } = await shop.send(order);
      expect(status).toBe(400);
      expect(body.errors).toEqual([
        { path: 'body.products.0.vatCategory', message: expect.stringMatching(fault) },
      ]);
      expect(await rowsOf(mia)).toEqual([]);
      // A shop that writes its own invoices knows better.
      expect((await shop.send({ ...order, channel: 'pennyfern' })).status).toBe(200);
      await shop.db.deleteFrom('orders').where('user_id', '=', mia).execute();
    },
  );

  const weg = { name: 'Mia', streetName: 'Weg', streetNumber: '1', postalCode: '2611 AA', city: 'Ort' };
  const lineOf = (taxes: object) => ({ code: 'BOOK', quantity: 1, price: 475, status: 'approved', ...taxes });
  const dutch = {
    channel: 'kiekhof',
    currency: 'EUR',
    buyerVatId: 'DE123456788',
    deliveryAddress: { ...weg, country: 'NL' },
  };

  test.each([
    [
      '20 % with G',
      { vatRate: 20, vatCategory: 'G' },
      {},
      'products.0.vatRate',
      /category G \(export\) has no VAT/,
    ],
    ['0 % with S', { vatRate: 0, vatCategory: 'S' }, {}, 'products.0.vatRate', /has a VAT rate above 0/],
    ['0 % without a category', { vatRate: 0 }, {}, 'products.0.vatCategory', /no category says why/],
    ['no rate', {}, {}, 'products.0.vatRate', /no VAT rate was told/],
    [
      'E',
      { vatRate: 0, vatCategory: 'E' },
      {},
      'products.0.vatCategory',
      /E \(exempt\) is none that invoices/,
    ],
    ['O', { vatCategory: 'O' }, {}, 'products.0.vatCategory', /O \(outside the scope of VAT\) is none/],
    [
      'L',
      { vatRate: 7, vatCategory: 'L' },
      {},
      'products.0.vatCategory',
      /L \(tax of the Canary Islands\) is none/,
    ],
    [
      'K without a VAT ID of its buyer',
      { vatRate: 0, vatCategory: 'K' },
      { buyerVatId: undefined, deliveryAddress: { ...weg, country: 'DE' } },
      ...(['buyerVatId', /needs a VAT ID of the buyer/] as const),
    ],
    [
      'G to nowhere',
      { vatRate: 0, vatCategory: 'G' },
      { deliveryAddress: undefined, invoiceAddress: { ...weg, country: 'NL' } },
      ...(['deliveryAddress', /needs a place of delivery/] as const),
    ],
    ['dinars', { vatRate: 21 }, { currency: 'KWD' }, 'currency', /more decimals than an invoice/],
    ['no address', { vatRate: 21 }, { deliveryAddress: undefined }, 'invoiceAddress', /is missing, as is/],
  ])(
    'of a business whose invoices are issued here, with %s',
    async (_what, taxes, changes, path, message) => {
      const firm = await addBusinessCustomer(shop.db);
      const order = shop.orderOf(firm, { ...dutch, ...changes } as object);
      const products = [lineOf(taxes), lineOf({ code: 'NEXT', vatRate: 21 })];
      const { status, body } = await shop.send({ ...order, products });
      expect(status).toBe(400);
      expect(body.errors).toEqual([{ path: `body.${path}`, message: expect.stringMatching(message) }]);
      expect(await rowsOf(firm)).toEqual([]);
    },
  );

  test('only if they contradict themselves, where their customer gets no invoice', async () => {
    const of = (taxes: object) => ({ ...shop.orderOf(mia, dutch), products: [lineOf(taxes)] });
    for (const taxes of [{}, { vatRate: 0 }, { vatRate: 0, vatCategory: 'E' }])
      expect((await shop.send(of(taxes))).status).toBe(200);
    expect((await shop.send(of({ vatRate: 20, vatCategory: 'E' }))).status).toBe(400);
    await shop.db.deleteFrom('orders').where('user_id', '=', mia).execute();
  });

  test('bodies that are too large, before they are parsed', async () => {
    const photoIds = Array.from({ length: 40_000 }, () => randomUUID());
    expect((await shop.send(printsOf(mia, photoIds))).status).toBe(413);
    expect((await shop.send(printsOf(mia, photoIds.slice(0, 10_001)))).status).toBe(400);
    expect((await shop.send(printsOf(mia, photoIds.slice(0, 10_000)))).status).toBe(200);
  });
});

describe('an order of 100 products with all fields', () => {
  test('is accepted, although it has more than 200 kB', async () => {
    const owner = await shop.addCustomer();
    const order = shop.orderOf(owner);
    const discounts = Array.from({ length: 12 }, (_, at) => ({
      title: `${at}${'ä'.repeat(190)}`,
      amount: 1,
    }));
    const [product] = order.products as [NonNullable<(typeof order)['products'][0]>];
    const products = Array.from({ length: 100 }, (_, at) => ({ ...product, code: `P-${at}`, discounts }));
    expect(JSON.stringify(products).length).toBeGreaterThan(200_000);
    expect((await shop.send({ ...order, products })).status).toBe(200);
    const { body } = await shop.call(owner, 'GET', `/orders/v1/superorders/${order.orderCode}`);
    expect(body).toMatchObject({ products: products.map(({ code }) => ({ code, discounts })) });
  });
});

describe('photos that orders use', () => {
  test('are distinguished before they are deleted, only for their owner', async () => {
    const [used, free] = [await shop.addPhoto(mia), await shop.addPhoto(mia)];
    await shop.send(printsOf(mia, [used]));
    await shop.send(printsOf(mia, [used]));
    const ask = (customerId: CustomerId) =>
      shop.call(customerId, 'POST', '/photo-management/photos/used', {
        photoIds: [used, free, randomUUID()],
      });
    expect((await ask(mia)).body).toEqual({ photoIds: [used], projectPhotoIds: [] });
    expect((await ask(await shop.addCustomer())).body).toEqual({ photoIds: [], projectPhotoIds: [] });
    expect((await shop.call(mia, 'GET', '/photo-management/users/used-photos')).body).toEqual({
      photosCount: 1,
      projectPhotosCount: 0,
    });
  });
});
