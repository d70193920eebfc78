import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../platform/testing/test-database.ts';
import { asCustomerId } from '../../../testing/customer-ids.ts';
import { rederiveOrders } from './current-order.ts';
import { startOrders } from './orders.fixture.ts';

/** What a shop sent to the previous release, and its SHA-256 as that release stored it. */
const SENT = {
  orderCode: 'K-1001',
  customerId: asCustomerId('01900000-0000-7000-8000-000000000001'),
  channel: 'pennyfern',
  currency: 'GBP',
  total: 475,
  status: 'paymentSuccess',
  createdAt: '2026-06-15T09:59:00Z',
  products: [
    {
      code: 'PAP_910',
      quantity: 25,
      price: 475,
      status: 'paymentSuccess',
      paymentChangedDate: '2026-06-15T09:58:00Z',
      photoIds: ['01900000-0000-7000-8000-000000000002'],
    },
    { code: 'FRA_910', quantity: 1, price: 0, status: 'paymentSuccess' },
  ],
};
const STORED_HASH = '04162fae84891ae12463bd4375f8aa06118545e04e02adecceae7010776ed24d';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');
const NEW = '0032-orders-in-lines.sql';

/** Inserts an order as the previous release does. */
async function insertAsBefore(client: pg.Client, { code, customerId, status, products, key }: Before) {
  await client.query(
    `insert into order_requests (service, idempotency_key, request_hash, order_code, created_at, received_at)
     values ('shop', $1, $2, $3, '2026-06-15T09:59:00Z', now())`,
    [key ?? code, Buffer.from(STORED_HASH, 'hex'), code],
  );
  await client.query(
    `insert into orders (user_id, code, channel, service, status, currency, total, products, created_at, received_at)
     values ($1, $2, 'pennyfern', 'shop', $3, 'GBP', 475, $4, '2026-06-15T09:59:00Z', now())`,
    [customerId, code, status, JSON.stringify(products)],
  );
}
type Before = { code: string; customerId: CustomerId; status: string; products: object[]; key?: string };

const product = (status: string) => ({ ...SENT.products[0], status });
const CASES = [
  ['paymentPending', ['paymentPending', 'paymentSuccess']],
  ['paymentSuccess', ['producing', 'shipped']],
  ['cancelled', ['paymentSuccess']],
  ['shipped', ['shipped', 'cancelled']],
] as const;

describe('orders of the previous release', () => {
  let shop: Awaited<ReturnType<typeof startOrders>>;
  let client: pg.Client;
  beforeAll(async () => {
    shop = await startOrders();
    client = new pg.Client({ connectionString: shop.databaseUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await shop.stop();
  });

  test('are repeated with their stored hash', async () => {
    const { products } = SENT;
    const sent = { code: SENT.orderCode, customerId: SENT.customerId, status: SENT.status, products };
    await insertAsBefore(client, { ...sent, key: 'before' });
    expect(await shop.send(SENT, { key: 'before' })).toEqual({
      status: 200,
      body: { orderCode: 'K-1001', createdAt: '2026-06-15T09:59:00.000Z' },
    });
    expect((await shop.send({ ...SENT, total: 476 }, { key: 'before' })).status).toBe(409);
  });

  test('become lines when a node of that release still adds one, and have the state that events give them', async () => {
    const customerId = await shop.addCustomer();
    for (const [status, statuses] of CASES) {
      const code = `K-${randomUUID()}`;
      await insertAsBefore(client, { code, customerId, status, products: statuses.map(product) });
      const stored = () => readCurrent(code, customerId);
      const before = await stored();
      expect(before.lines).toHaveLength(statuses.length);
      expect(before.order).toMatchObject({ products: null, products_count: statuses.length });
      await rederiveOrders(shop.db, customerId);
      expect(await stored()).toEqual(before);
      expect(
        (await shop.report([{ id: code, orderCode: code, type: 'glued', happenedAt: SENT.createdAt }]))
          .outcomes,
      ).toEqual(['stored']);
    }
  });

  async function readCurrent(code: string, customerId: CustomerId) {
    const order = await shop.db
      .selectFrom('orders')
      .selectAll()
      .where('user_id', '=', customerId)
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    const lines = await shop.db
      .selectFrom('order_products')
      .selectAll()
      .where('user_id', '=', customerId)
      .where('order_code', '=', code)
      .orderBy('position')
      .execute();
    return { order, lines };
  }
});

test('a database of the previous release moves its products into lines', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('drop schema public cascade; create schema public');
    const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort();
    const apply = async (file: string) => client.query(await readFile(path.join(MIGRATIONS, file), 'utf8'));
    for (const file of files.filter((name) => name < NEW)) await apply(file);
    const { customerId, orderCode: code, status, products } = SENT;
    await insertAsBefore(client, { code, customerId, status, products });
    await apply(NEW);
    const { rows } = await client.query('select * from order_products order by position');
    expect(rows).toMatchObject([
      {
        user_id: customerId,
        order_code: code,
        position: 0,
        code: 'PAP_910',
        production_order: code,
        quantity: 25,
        price: '475',
        payment_changed_at: new Date('2026-06-15T09:58:00Z'),
        photos_count: 1,
        current_status: 'paymentSuccess',
      },
      { position: 1, code: 'FRA_910', photo_ids: [], first_photo_id: null },
    ]);
    const orders = await client.query(
      'select products, awaits_payment, products_count, current_total from orders',
    );
    expect(orders.rows).toEqual([
      { products: null, awaits_payment: false, products_count: 2, current_total: '475' },
    ]);
    const requests = await client.query('select customer_id from order_requests');
    expect(requests.rows).toEqual([{ customer_id: customerId }]);
  } finally {
    await client.end();
    await database.drop();
  }
});
