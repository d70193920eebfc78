import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_HEADER, type ProblemBody } from '@keepsake/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceVerifier } from '../../../platform/auth.ts';
import { createCall } from '../../../testing/call-api.ts';
import { addCustomer as addCustomerRow } from '../../../testing/customers.ts';
import { addPhotoRow } from '../../../testing/photos.ts';
import { serveModules } from '../../../testing/serve-modules.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { findChannel } from '../../frame/channels/index.ts';
import { createOrders } from '../orders/index.ts';
import { signatureHeaders } from '../outgoing-events/index.ts';
import { createPrintOrders } from '../print-orders/index.ts';
import { createDemoShop, DEMO_SHOP_SERVICE } from './index.ts';

type AnyBody = Required<ProblemBody> & {
  tempSelectionId: string;
  orderCode: string;
  currency: string;
  products: { code: string; price: number }[];
};

const SHOP = 'the-token-of-the-shop-0123456789abcdef';
const CREDENTIAL = 'the-token-of-the-demo-shop-0123456789';
const now = new Date('2026-06-15T10:00:00Z');
const extended: string[] = [];
let world: Awaited<ReturnType<typeof startShop>>;

beforeAll(async () => {
  world = await startShop();
});
afterAll(() => world.stop());

/** Selections, orders and the demo shop; records which customers earn storage. */
const startShop = () =>
  startWorld({
    now,
    serviceTokens: { shop: SHOP, [DEMO_SHOP_SERVICE]: CREDENTIAL },
    modules(parts) {
      const printOrders = createPrintOrders(parts);
      const orders = createOrders({
        ...parts,
        prepared: parts.connection.prepared,
        extendStorage: async (_trx, userId) => void extended.push(userId),
        isLibraryHidden: async () => false,
        isKnownChannel: (id) => findChannel(id)?.id === id,
      });
      const currencyOf = (channel: string) => findChannel(channel)?.currency ?? null;
      const { openSelection } = printOrders;
      return [printOrders, orders, createDemoShop({ currencyOf, openSelection, credential: CREDENTIAL })];
    },
  });

const call = (
  userId: string,
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => world.call<AnyBody>(userId, method, path, body, headers);

/** A customer with a photo and a selection containing it. */
async function addCustomer() {
  const userId = await addCustomerRow(world.db, { channel: 'kiekhof' });
  const { photoId } = await addPhotoRow(world, userId);
  const made = await call(userId, 'POST', '/temp-selections/temp-selections', { photoIds: [photoId] });
  return { userId, photoId, tempSelectionId: made.body.tempSelectionId };
}

const order = (tempSelectionId: string, changes: object = {}) => ({
  tempSelectionId,
  channel: 'kiekhof',
  productCode: 'PAP_910',
  quantity: 3,
  ...changes,
});
const place = (userId: string, body: object) => call(userId, 'POST', '/orders/demo-shop/orders', body);
const linesOf = (userId: string) =>
  world.db.selectFrom('order_products').selectAll().where('user_id', '=', userId).execute();
const ordersOf = (userId: string) =>
  world.db.selectFrom('orders').selectAll().where('user_id', '=', userId).execute();

describe('the demo shop', () => {
  it('[PRT-10] sells prints in the money of the channel, PAP_910 among them', async () => {
    const { userId } = await addCustomer();
    const offer = async (channel: string) =>
      (await call(userId, 'GET', `/orders/demo-shop?channel=${channel}`)).body;
    expect((await offer('stundbo')).currency).toBe('SEK');
    expect((await offer('kiekhof')).products.map(({ code }) => code)).toContain('PAP_910');
    expect((await call(userId, 'GET', '/orders/demo-shop?channel=nobody')).status).toBe(400);
  });

  it('[PRT-10] turns a selection into an order that came in by the intake, at the price of its own list', async () => {
    const { userId, photoId, tempSelectionId } = await addCustomer();
    const { status, body } = await place(userId, order(tempSelectionId));
    expect([status, body.orderCode]).toEqual([200, expect.stringMatching(/^DEMO-[0-9A-F]{12}$/)]);
    const product = { code: 'PAP_910', quantity: 3, price: 66, status: 'paymentFree', photo_ids: [photoId] };
    const came = { service: 'demo-shop', channel: 'kiekhof', currency: 'EUR', total: 66, created_at: now };
    expect(await ordersOf(userId)).toMatchObject([{ code: body.orderCode, ...came }]);
    expect(await linesOf(userId)).toMatchObject([product]);
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

  it('[RET-10] sells frames without a selection, once for each key: also to whose library is hidden or empty', async () => {
    const [mia, noah] = [await addCustomerRow(world.db, {}), await addCustomerRow(world.db, {})];
    const frames = { channel: 'kiekhof', productCode: 'FRA_910', quantity: 2 };
    const keyed = (userId: string, key: string, body: object = frames) =>
      call(userId, 'POST', '/orders/demo-shop/orders', body, { [IDEMPOTENCY_HEADER]: key });
    const first = await keyed(mia, 'one');
    expect(first).toEqual(await keyed(mia, 'one'));
    expect((await keyed(mia, 'one', { ...frames, quantity: 3 })).status).toBe(409);
    expect((await keyed(noah, 'one')).body.orderCode).not.toBe(first.body.orderCode);
    const product = { code: 'FRA_910', quantity: 2, price: 1_998, photo_ids: [] };
    expect(await linesOf(mia)).toMatchObject([{ order_code: first.body.orderCode, ...product }]);
    expect(extended).toEqual(expect.arrayContaining([mia, noah]));
    expect((await place(mia, { ...frames, productCode: 'PAP_910' })).status).toBe(400);
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

  it('listens within the process to what shops are told, by its own signature alone', async () => {
    const { receiver } = world.modules[2];
    const body = JSON.stringify({ type: 'test', timestamp: now.toISOString(), data: {} });
    const headers = signatureHeaders(receiver.secrets, { id: randomUUID(), at: now, body });
    const take = 'take' in receiver ? receiver.take : async () => 0;
    expect(await take({ headers, body })).toBe(204);
    expect(await take({ headers, body: `${body} ` })).toBe(401);
    expect(await take({ headers: {}, body })).toBe(401);
  });

  it('is not there, and its credential opens nothing, once there is an editor', async () => {
    const { userId, tempSelectionId } = await addCustomer();
    const [printOrders, orders] = world.modules;
    const verifiers = {
      verifyToken: world.verifyToken,
      verifyService: createServiceVerifier({ shop: { tokens: [SHOP], scopes: ['orders'], channels: null } }),
    };
    const other = await serveModules(world, [printOrders, orders], verifiers);
    const callOther = createCall({ ...other, tokenFor: world.tokenFor });
    expect((await callOther(userId, 'GET', '/orders/demo-shop?channel=kiekhof')).status).toBe(404);
    expect((await callOther(userId, 'POST', '/orders/demo-shop/orders', order(tempSelectionId))).status).toBe(
      404,
    );
    const send = (token: string) =>
      other.http.inject({
        method: 'POST',
        url: '/api/orders/orders',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
        payload: {},
      });
    expect((await send(CREDENTIAL)).statusCode).toBe(401);
    expect((await send(SHOP)).statusCode).toBe(400);
    await other.http.close();
  });
});
