import { randomUUID } from 'node:crypto';
import type { ProblemBody } from '@keepsake/contracts';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceVerifier } from '../../../platform/auth.ts';
import { type DatabaseConnection, openDatabase } from '../../../platform/database/database.ts';
import { createServer } from '../../../platform/http/create-server.ts';
import { mountRoutes } from '../../../platform/http/mount-routes.ts';
import { readSecret } from '../../../platform/secrets.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { createTestTokens } from '../../../platform/testing/test-tokens.ts';
import { findChannel } from '../../frame/channels/index.ts';
import { addPhoto } from '../../library/photos/index.ts';
import { createOrders } from '../orders/index.ts';
import { createPrintOrders } from '../print-orders/index.ts';
import { createDemoShop, DEMO_SHOP_SERVICE } from './index.ts';

type AnyBody = Required<ProblemBody> & {
  tempSelectionId: string;
  orderCode: string;
  currency: string;
  products: { code: string; price: number }[];
};
type Shop = Awaited<ReturnType<typeof startShop>>;

const SHOP = 'the-token-of-the-shop-0123456789abcdef';
const now = new Date('2026-06-15T10:00:00Z');
const extended: string[] = [];
let database: TestDatabase;
let connection: DatabaseConnection;
let tokens: Awaited<ReturnType<typeof createTestTokens>>;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = openDatabase({ url: database.url, maxConnections: 8, log: pino({ level: 'silent' }) });
  tokens = await createTestTokens();
  shop = await startShop(true);
});
afterAll(async () => {
  await shop.http.close();
  await connection.close();
  await database.drop();
});

/** Selections, orders and the demo shop on one server; records which customers earn storage. */
async function startShop(hasDemoShop: boolean) {
  const http = await createServer({
    log: pino({ level: 'silent' }),
    trustProxy: null,
    policySources: { connectOrigins: [], secureTransport: false },
    requestsPerMinute: 100_000,
  });
  const { db } = connection;
  const credential = await readSecret(db, 'demo-shop-credential');
  const printOrders = createPrintOrders({ db, clock: () => now });
  const orders = createOrders({
    db,
    clock: () => now,
    extendStorage: async (_trx, userId) => void extended.push(userId),
    isKnownChannel: (id) => findChannel(id)?.id === id,
  });
  const currencyOf = (channel: string) => findChannel(channel)?.currency ?? null;
  const demo = createDemoShop({ currencyOf, openSelection: printOrders.openSelection, credential });
  const routes = [...printOrders.routes, ...orders.routes, ...(hasDemoShop ? (demo.routes ?? []) : [])];
  const known = { shop: SHOP, ...(hasDemoShop ? { [DEMO_SHOP_SERVICE]: credential } : {}) };
  mountRoutes(http, routes, tokens.verifyToken, createServiceVerifier(known));
  demo.mount?.(http);
  async function call(userId: string, method: 'GET' | 'POST', path: string, payload?: object) {
    const headers = { authorization: `Bearer ${await tokens.tokenFor(userId)}` };
    const answer = await http.inject({ method, url: `/api${path}`, headers, payload });
    return { status: answer.statusCode, body: answer.json() as AnyBody };
  }
  return { http, call };
}

/** A customer with a photo and a selection containing it. */
async function addCustomer() {
  const userId = randomUUID();
  const facts = {
    email: `${userId}@example.com`,
    name: 'Mia',
    channel: 'kiekhof',
    identity_type: 'consumer',
  };
  await connection.db
    .insertInto('customers')
    .values({ user_id: userId, ...facts, registered_at: now })
    .execute();
  const content = { bytes: 9, crc32: 1, sha256: Buffer.from(randomUUID().replaceAll('-', ''), 'ascii') };
  const dates = { takenAt: null, takenOffsetMinutes: null, createdAt: now, timeZone: 'UTC' };
  const names = { uploadId: randomUUID(), fileName: 'a.jpg', objectKey: randomUUID() };
  const photo = { userId, format: 'jpeg' as const, ...content, ...dates, ...names };
  const { photoId } = await connection.db.transaction().execute((trx) => addPhoto(trx, photo));
  const made = await shop.call(userId, 'POST', '/temp-selections/temp-selections', { photoIds: [photoId] });
  return { userId, photoId, tempSelectionId: made.body.tempSelectionId };
}

const order = (tempSelectionId: string, changes: object = {}) => ({
  tempSelectionId,
  channel: 'kiekhof',
  productCode: 'PAP_910',
  quantity: 3,
  ...changes,
});
const place = (userId: string, body: object) => shop.call(userId, 'POST', '/orders/demo-shop/orders', body);
const ordersOf = (userId: string) =>
  connection.db.selectFrom('orders').selectAll().where('user_id', '=', userId).execute();

describe('the demo shop', () => {
  it('[PRT-10] sells prints in the money of the channel, PAP_910 among them', async () => {
    const { userId } = await addCustomer();
    const offer = async (channel: string) =>
      (await shop.call(userId, 'GET', `/orders/demo-shop?channel=${channel}`)).body;
    expect((await offer('stundbo')).currency).toBe('SEK');
    expect((await offer('kiekhof')).products.map(({ code }) => code)).toContain('PAP_910');
    expect((await shop.call(userId, 'GET', '/orders/demo-shop?channel=nobody')).status).toBe(400);
  });

  it('[PRT-10] turns a selection into an order that came in by the intake, at the price of its own list', async () => {
    const { userId, photoId, tempSelectionId } = await addCustomer();
    const { status, body } = await place(userId, order(tempSelectionId));
    expect([status, body.orderCode]).toEqual([200, expect.stringMatching(/^DEMO-[0-9A-F]{12}$/)]);
    const product = { code: 'PAP_910', quantity: 3, price: 66, status: 'paymentFree', photoIds: [photoId] };
    const came = { service: 'demo-shop', channel: 'kiekhof', currency: 'EUR', total: 66, created_at: now };
    expect(await ordersOf(userId)).toMatchObject([{ code: body.orderCode, ...came, products: [product] }]);
    expect(extended).toContain(userId);
  });

  it('places no order twice, however often it is pressed', async () => {
    const { userId, tempSelectionId } = await addCustomer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => place(userId, order(tempSelectionId))),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await place(userId, order(tempSelectionId, { quantity: 4 }))).status).toBe(409);
    expect(await ordersOf(userId)).toHaveLength(1);
  });

  it('orders nothing of a selection of another customer, or of none', async () => {
    const [mia, noah] = [await addCustomer(), await addCustomer()];
    expect((await place(noah.userId, order(mia.tempSelectionId))).status).toBe(404);
    expect((await place(noah.userId, order(randomUUID()))).status).toBe(404);
    expect(await ordersOf(noah.userId)).toEqual([]);
  });

  it.each([
    ['a product that is not sold', { productCode: 'GOLD' }],
    ['a channel that is none', { channel: 'nobody' }],
    ['no prints', { quantity: 0 }],
    ['more prints than anybody wants', { quantity: 100 }],
  ])('refuses %s', async (_what, changes) => {
    const { userId, tempSelectionId } = await addCustomer();
    expect((await place(userId, order(tempSelectionId, changes))).status).toBe(400);
    expect(await ordersOf(userId)).toEqual([]);
  });

  it('is not there, and its credential opens nothing, once there is an editor', async () => {
    const { userId, tempSelectionId } = await addCustomer();
    const { value } = await connection.db
      .selectFrom('secrets')
      .select('value')
      .where('name', '=', 'demo-shop-credential')
      .executeTakeFirstOrThrow();
    const other = await startShop(false);
    expect((await other.call(userId, 'GET', '/orders/demo-shop?channel=kiekhof')).status).toBe(404);
    expect(
      (await other.call(userId, 'POST', '/orders/demo-shop/orders', order(tempSelectionId))).status,
    ).toBe(404);
    const send = (token: string) =>
      other.http.inject({
        method: 'POST',
        url: '/api/orders/orders',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
        payload: {},
      });
    expect((await send(value)).statusCode).toBe(401);
    expect((await send(SHOP)).statusCode).toBe(400);
    await other.http.close();
  });
});
