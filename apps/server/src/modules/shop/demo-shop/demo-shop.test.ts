import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServiceVerifier } from '../../../platform/auth.ts';
import { createCall } from '../../../testing/call-api.ts';
import { addCustomer as addCustomerRow } from '../../../testing/customers.ts';
import { serveModules } from '../../../testing/serve-modules.ts';
import { signatureHeaders } from '../../exchange/event-delivery/index.ts';
import { CREDENTIAL, NOW, SHOP, startShop } from './demo-shop.fixture.ts';

let world: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  world = await startShop();
});
afterAll(() => world.stop());

const call = (...requested: Parameters<typeof world.call>) => world.call(...requested);
const addCustomer = () => world.addCustomer();
const order = (tempSelectionId: string, changes: object = {}) => ({
  tempSelectionId,
  channel: 'kiekhof',
  productCode: 'PAP_910',
  quantity: 3,
  ...changes,
});
const place = (customerId: CustomerId, body: object) => world.place(customerId, body);
const linesOf = (customerId: CustomerId) =>
  world.db.selectFrom('order_products').selectAll().where('user_id', '=', customerId).execute();
const ordersOf = (customerId: CustomerId) =>
  world.db.selectFrom('orders').selectAll().where('user_id', '=', customerId).execute();

describe('the demo shop', () => {
  test('sells prints in the currency of the channel, PAP_910 among them [PRT-10]', async () => {
    const { customerId } = await addCustomer();
    const offer = async (channel: string) =>
      (await call(customerId, 'GET', `/orders/demo-shop?channel=${channel}`)).body;
    expect((await offer('stundbo')).currency).toBe('SEK');
    expect((await offer('kiekhof')).products.map(({ code }) => code)).toContain('PAP_910');
    expect((await call(customerId, 'GET', '/orders/demo-shop?channel=nobody')).status).toBe(400);
  });

  test('turns a selection into an order through the intake, at its own list price [PRT-10]', async () => {
    const { customerId, photoIds, tempSelectionId } = await addCustomer();
    const { status, body } = await place(customerId, order(tempSelectionId));
    expect([status, body.orderCode]).toEqual([200, expect.stringMatching(/^DEMO-[0-9A-F]{12}$/)]);
    const came = { service: 'demo-shop', channel: 'kiekhof', currency: 'EUR', total: 515, created_at: NOW };
    expect(await ordersOf(customerId)).toMatchObject([{ code: body.orderCode, ...came }]);
    const product = { code: 'PAP_910', article: 'PAP_910', quantity: 3, photo_ids: photoIds };
    const paid = { price: 66, net_price: 55, vat_rate: 21, vat_category: 'S', status: 'paymentPending' };
    expect(await linesOf(customerId)).toMatchObject([{ ...product, ...paid }]);
    expect(await world.view(customerId, body.orderCode)).toMatchObject({
      status: 'paymentSuccess',
      deliveryCharge: 449,
      deliveryType: 'Home',
      deliveryAddress: {
        name: 'Mia Holm',
        city: 'Utrecht',
        country: 'NL',
        changeableUntil: '2026-06-15T10:05:50.000Z',
      },
      promisedDelivery: { from: '2026-06-17', to: '2026-06-18' },
      products: [
        { title: 'Fotoafdrukken 10 × 15 cm', isPersonalised: true, withdrawal: { none: 'personalised' } },
      ],
    });
    expect(world.extended).toContain(customerId);
  });

  test('sells the chosen paper and frame, and says so in the order [MER-04]', async () => {
    const { customerId, tempSelectionId } = await addCustomer();
    const offered = (await call(customerId, 'GET', '/orders/demo-shop?channel=kiekhof')).body as unknown as {
      products: { code: string; options: { group: string; options: { id: string }[] }[] }[];
    };
    const ids = offered.products[0]?.options.map(({ group, options }) => [
      group,
      options.map(({ id }) => id),
    ]);
    expect(ids).toEqual([['papers', ['glossy', 'matt']]]);
    const frames = { channel: 'kiekhof', productCode: 'FRA_910', quantity: 1 };
    const framed = await world.place(
      customerId,
      { ...frames, options: { frames: 'black' } },
      { [IDEMPOTENCY_HEADER]: 'f' },
    );
    expect((await world.view(customerId, framed.body.orderCode)).products[0]).toMatchObject({
      title: expect.stringMatching(/, Zwart$/),
      articleType: 'Frame',
    });
    for (const options of [{ frames: 'gold' }, { papers: 'matt' }, { colour: 'red' }])
      expect((await place(customerId, { ...frames, options })).status).toBe(400);
    const { body } = await place(customerId, order(tempSelectionId, { options: { papers: 'matt' } }));
    expect((await world.view(customerId, body.orderCode)).products[0]?.title).toMatch(/, Mat$/);
    expect((await place(customerId, order(tempSelectionId))).status).toBe(409);
  });

  test('places no order twice, however often it is pressed', async () => {
    const { customerId, tempSelectionId } = await addCustomer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => place(customerId, order(tempSelectionId))),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await place(customerId, order(tempSelectionId, { quantity: 4 }))).status).toBe(409);
    expect(await ordersOf(customerId)).toHaveLength(1);
  });

  test('sells frames without a selection, once per key: also to a customer whose library is hidden or empty [RET-10]', async () => {
    const [mia, noah] = [await addCustomerRow(world.db, {}), await addCustomerRow(world.db, {})];
    const frames = { channel: 'kiekhof', productCode: 'FRA_910', quantity: 2 };
    const keyed = (customerId: CustomerId, key: string, body: object = frames) =>
      call(customerId, 'POST', '/orders/demo-shop/orders', body, { [IDEMPOTENCY_HEADER]: key });
    const first = await keyed(mia, 'one');
    expect(first).toEqual(await keyed(mia, 'one'));
    expect((await keyed(mia, 'one', { ...frames, quantity: 3 })).status).toBe(409);
    expect((await keyed(noah, 'one')).body.orderCode).not.toBe(first.body.orderCode);
    const product = { code: 'FRA_910', quantity: 2, price: 1_998, photo_ids: [] };
    expect(await linesOf(mia)).toMatchObject([{ order_code: first.body.orderCode, ...product }]);
    expect((await world.view(mia, first.body.orderCode)).products).toMatchObject([
      { isPersonalised: false, withdrawal: { days: 14 } },
    ]);
    expect(world.extended).toEqual(expect.arrayContaining([mia, noah]));
    expect((await place(mia, { ...frames, productCode: 'PAP_910' })).status).toBe(400);
  });

  test('delivers to a pick-up point, at a lower price; that address cannot be changed [ORD-20]', async () => {
    const { customerId, tempSelectionId } = await addCustomer();
    const offer = await call(customerId, 'GET', '/orders/demo-shop?channel=kiekhof');
    expect(offer.body).toMatchObject({ delivery: { home: { charge: 449 }, pickupPoint: { charge: 299 } } });
    const { body } = await place(customerId, order(tempSelectionId, { deliveryType: 'PickupPoint' }));
    expect(await world.view(customerId, body.orderCode)).toMatchObject({
      total: 365,
      deliveryType: 'PickupPoint',
      deliveryAddress: null,
      pickupPoint: { name: 'Boekhandel aan de gracht', address: { city: 'Utrecht' } },
    });
  });

  test('does not order another customer’s selection or an unknown one', async () => {
    const [mia, noah] = [await addCustomer(), await addCustomer()];
    expect((await place(noah.customerId, order(mia.tempSelectionId))).status).toBe(404);
    expect((await place(noah.customerId, order(randomUUID()))).status).toBe(404);
    expect(await ordersOf(noah.customerId)).toEqual([]);
  });

  test.each([
    ['a product that is not sold', { productCode: 'GOLD' }],
    ['a channel that is none', { channel: 'nobody' }],
    ['no prints', { quantity: 0 }],
    ['more prints than anybody wants', { quantity: 100 }],
  ])('refuses %s', async (_what, changes) => {
    const { customerId, tempSelectionId } = await addCustomer();
    expect((await place(customerId, order(tempSelectionId, changes))).status).toBe(400);
    expect(await ordersOf(customerId)).toEqual([]);
  });

  test('receives shops’ events within the process, only with its own signature', async () => {
    const { receiver } = world.modules[2];
    const body = JSON.stringify({ type: 'test', timestamp: NOW.toISOString(), data: {} });
    const headers = signatureHeaders(receiver.secrets, { id: randomUUID(), at: NOW, body });
    const take = 'take' in receiver ? receiver.take : async () => 0;
    expect(await take({ headers, body })).toBe(204);
    expect(await take({ headers, body: `${body} ` })).toBe(401);
    expect(await take({ headers: {}, body })).toBe(401);
  });

  test('is absent, and its credential opens nothing, once there is an editor', async () => {
    const { customerId, tempSelectionId } = await addCustomer();
    const [printOrders, orders] = world.modules;
    const verifiers = {
      verifyToken: world.verifyToken,
      verifyService: createServiceVerifier({ shop: { tokens: [SHOP], scopes: ['orders'], channels: null } }),
    };
    const other = await serveModules(world, [printOrders, orders], verifiers);
    const callOther = createCall({ ...other, tokenFor: world.tokenFor });
    expect((await callOther(customerId, 'GET', '/orders/demo-shop?channel=kiekhof')).status).toBe(404);
    expect(
      (await callOther(customerId, 'POST', '/orders/demo-shop/orders', order(tempSelectionId))).status,
    ).toBe(404);
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
