import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditStorage } from '../../library/storage-audit/index.ts';
import { OTHER_TOKEN, SHOP_TOKEN, startOrders } from './orders.fixture.ts';
import { event, placeOrder, says } from './reported-events.fixture.ts';

const PLANT = 'the-token-of-the-plant-0123456789abcdef';
const DUTCH = 'the-token-of-the-dutch-plant-0123456789';

let shop: Awaited<ReturnType<typeof startOrders>>;
let mia: CustomerId;
beforeAll(async () => {
  const plant = { tokens: [PLANT], scopes: ['events'] as const, channels: null };
  const dutch = { tokens: [DUTCH], scopes: ['events'] as const, channels: ['kiekhof'] };
  shop = await startOrders({ serviceTokens: { plant, dutch } });
});
beforeEach(async () => {
  mia = await shop.addCustomer();
  shop.extended.length = 0;
});
afterAll(() => shop.stop());

const place = (changes: Partial<NewOrder> = {}) => placeOrder(shop, mia, changes);
const read = async (orderCode: string, customerId = mia) =>
  (await shop.ask<Superorder>(customerId, `/v1/superorders/${orderCode}`)).body;
const rows = (table: 'order_events' | 'order_event_keys', code: string) =>
  shop.db.selectFrom(table).selectAll().where('order_code', '=', code).execute();
const usedPhotos = async () => {
  const { rows: found } = await sql<{ id: string }>`select id from photos
    where user_id = ${mia} and is_ordered order by id`.execute(shop.db);
  return found.map(({ id }) => id);
};
const printsOf = (...photoIds: string[]): Partial<NewOrder> => ({
  products: photoIds.map((photoId, index) => ({
    code: `P${index}`,
    quantity: 1,
    price: 19,
    status: 'paymentSuccess',
    photoIds: [photoId],
  })),
});

const productsOf = (...codes: string[]) =>
  codes.map((code) => ({ code, quantity: 1, price: 19, status: 'paymentSuccess' as const }));

describe('the intake of events', () => {
  test('shows what happened, pushes it to screens, and keeps unknown types', async () => {
    const code = await place({ deliveryPromise: { from: '2026-06-18', to: '2026-06-19' } });
    const received = await shop.listen<{ type: string; data: object }>(mia);
    const { outcomes } = await shop.report(
      [
        says(code, 'ProductionStarted', { place: 'Plant 2' }),
        event(code, 'delivery-promise', { from: '2026-06-20', to: '2026-06-22', reason: 'production-delay' }),
        event(code, 'glued', { by: 'hand' }),
        event(code, 'refunded', { amount: 75 }, { note: 'For the wait' }),
      ],
      { token: PLANT },
    );
    expect(outcomes).toEqual(['stored', 'stored', 'stored', 'stored']);
    const order = await read(code);
    expect(order).toMatchObject({
      status: 'ProductionStarted',
      refunded: 75,
      promisedDelivery: { from: '2026-06-18', to: '2026-06-19' },
      expectedDelivery: { from: '2026-06-20', to: '2026-06-22' },
    });
    expect(order.timeline.map(({ type }) => type).toSorted()).toEqual([
      'delivery-promise',
      'placed',
      'refunded',
      'status',
    ]);
    expect(await rows('order_events', code)).toHaveLength(4);
    await expect.poll(() => received.filter(({ type }) => type === 'orders-changed')).toHaveLength(1);
    expect(received.at(-1)?.data).toEqual({ orderCodes: [code] });
  });

  test('keeps what an earlier release stored before it knew the type, and shows it only if it fits', async () => {
    const code = await place({ total: 500 });
    const { outcomes } = await shop.report([
      event(code, 'unheard-of', { amount: 75 }),
      event(code, 'unheard-of', { amount: 'some' }),
    ]);
    expect(outcomes).toEqual(['stored', 'stored']);
    await shop.db
      .updateTable('order_events')
      .set({ type: 'refunded' })
      .where('order_code', '=', code)
      .execute();
    const { refunded, timeline } = await read(code);
    expect(refunded).toBe(75);
    expect(timeline.map(({ type }) => type).toSorted()).toEqual(['placed', 'refunded']);
    expect(await rows('order_events', code)).toHaveLength(2);
  });

  test.each([{ by: 'half \ud800' }, { by: [{ hand: '\0' }] }, { '\udc00': 1 }])(
    'refuses data of an unknown type that no database stores: %j',
    async (data) => {
      const { status, body } = await shop.report([event(await place(), 'glued', data)], { token: PLANT });
      expect([status, body.code]).toEqual([400, 'invalid-request']);
      expect(body.errors?.map(({ path }) => path)).toEqual(['body.events.0.data']);
    },
  );

  test('takes the time as PHP, Python, .NET and Java print it, and knows a repetition in another offset', async () => {
    const code = await place();
    const at = (happenedAt: string, more: object) => ({ ...more, happenedAt });
    const spelled = ['2026-06-15T09:59:00+00:00', '2026-06-15 11:59:00+0200', '2026-06-15T09:59Z'].map(
      (time) => at(time, says(code, 'ProductionStarted')),
    );
    const { status, outcomes } = await shop.report(spelled);
    expect([status, outcomes]).toEqual([200, ['stored', 'stored', 'stored']]);
    const stored = (await rows('order_events', code)).map(({ happened_at: time }) => time.toISOString());
    expect(stored).toEqual(Array(3).fill('2026-06-15T09:59:00.000Z'));
    const repeated = spelled.map((each) => at('2026-06-15T04:59:00-05:00', each));
    expect((await shop.report(repeated)).outcomes).toEqual(['known', 'known', 'known']);
  });

  test('shows no more paid back than was paid: a refund reported twice counts as far as it can [ORD-11]', async () => {
    const code = await place({ total: 500 });
    const refund = (amount: number, at: string) =>
      event(code, 'refunded', { amount }, { happenedAt: `2026-06-15T${at}:00Z` });
    await shop.report([refund(300, '09:10'), refund(300, '09:11'), refund(300, '09:12')]);
    const order = await read(code);
    expect(order.refunded).toBe(500);
    expect(order.timeline.flatMap(({ amount }) => amount ?? [])).toEqual([300, 200]);
  });

  test('accepts each once: the same again changes nothing, another one under its id is reported, also of another order', async () => {
    const [code, other] = [await place(), await place()];
    const sent = says(code, 'producing');
    expect((await shop.report([sent, sent])).outcomes).toEqual(['stored', 'known']);
    expect((await shop.report([{ ...sent, data: { status: 'shipped' } }])).outcomes).toEqual(['conflict']);
    expect((await shop.report([{ ...sent, orderCode: other }])).outcomes).toEqual(['conflict']);
    expect((await shop.report([sent], { token: OTHER_TOKEN })).outcomes).toEqual(['stored']);
    expect(await rows('order_events', code)).toHaveLength(2);
    expect((await read(code)).status).toBe('producing');
  });

  test('keeps events until their order arrives and applies them with it', async () => {
    const order = shop.orderOf(mia);
    const early = [says(order.orderCode, 'shipped'), says(order.orderCode, 'producing')];
    expect((await shop.report(early)).outcomes).toEqual(['parked', 'parked']);
    expect((await shop.report(early)).outcomes).toEqual(['known', 'known']);
    await shop.send(order);
    expect((await read(order.orderCode)).status).toBe('shipped');
    expect((await shop.report(early)).outcomes).toEqual(['known', 'known']);
    expect(await rows('order_events', order.orderCode)).toHaveLength(2);
  });

  test('loses no event that arrives simultaneously with its order', async () => {
    const orders = Array.from({ length: 12 }, () => shop.orderOf(mia));
    await Promise.all(
      orders.flatMap((order) => [shop.send(order), shop.report([says(order.orderCode, 'producing')])]),
    );
    const statuses = await Promise.all(orders.map(async ({ orderCode }) => (await read(orderCode)).status));
    expect(new Set(statuses)).toEqual(new Set(['producing']));
  });

  test('applies those of one production order to its products', async () => {
    const { products = [] } = printsOf('', '');
    const parts = products.map((product, at) => ({
      ...product,
      photoIds: [],
      productionOrder: `PLANT-${at}`,
    }));
    const code = await place({ products: parts });
    await shop.report([says(code, 'producing', { productionOrder: 'PLANT-1' }), says(code, 'shipped')]);
    const { timeline } = await read(code);
    expect(timeline.map(({ status, productCodes }) => [status, productCodes])).toEqual([
      ['paymentSuccess', null],
      ['producing', ['P1']],
      ['shipped', null],
    ]);
  });

  test('refuses what is about products that the order does not have, names them, and forgets the id', async () => {
    const products = productsOf('P0', 'P1').map((each, at) => ({ ...each, productionOrder: `PLANT-${at}` }));
    const code = await place({ total: 38, products });
    const context = (type: string, data: object, productCodes: string[], more: object = {}) =>
      event(code, type, data, { productCodes, ...more });
    const changed = { products: [{ code: 'P9', quantity: 1, price: 9 }] };
    const wrong: [object, string[]][] = [
      [context('refunded', { amount: 5 }, ['P9']), ['P9']],
      [context('refunded', { amount: 5 }, ['P0', 'P9']), ['P9']],
      [context('refunded', { amount: 5 }, ['P0'], { productionOrder: 'PLANT-1' }), ['P0']],
      [event(code, 'refunded', { amount: 5 }, { productionOrder: 'PLANT-9' }), ['PLANT-9']],
      [context('status', { status: 'cancelled' }, ['P8', 'P9']), ['P8', 'P9']],
      [context('payment', { status: 'paymentFailed' }, ['P9']), ['P9']],
      [event(code, 'order-changed', { total: 9, ...changed }), ['P9']],
      [context('parcel', { parcelId: '1', state: 'delivered' }, ['P9']), ['P9']],
    ];
    const events = wrong.map(([sent]) => sent as ReturnType<typeof event>);
    const refused = wrong.map(([, unknown]) => ({ outcome: 'unknown-product', unknown }));
    for (const _ of ['first', 'again']) {
      const { status, body } = await shop.report([...events, ...events.slice(0, 1)]);
      expect([status, body.results]).toMatchObject([200, [...refused, ...refused.slice(0, 1)]]);
    }
    expect(await rows('order_events', code)).toEqual([]);
    expect(await rows('order_event_keys', code)).toEqual([]);
    expect(await read(code)).toMatchObject({ refunded: 0, total: 38, status: 'paymentSuccess' });
    // Corrected, under the same id.
    expect((await shop.report([{ ...events[0], productCodes: ['P0'] }])).outcomes).toEqual(['stored']);
    expect((await read(code)).refunded).toBe(5);
  });

  test('takes a status of products of which it has some, and names the others', async () => {
    const code = await place({ products: productsOf('P0', 'P1') });
    const { body } = await shop.report([says(code, 'producing', { productCodes: ['P0', 'BOX'] })]);
    expect(body.results).toMatchObject([{ outcome: 'stored', unknown: ['BOX'] }]);
    expect((await read(code)).products.map(({ status }) => status)).toEqual(['producing', 'paymentSuccess']);
  });

  test('leaves what came early and does not fit its order parked, with a note, and finds it in the audit', async () => {
    const order = shop.orderOf(mia, { products: productsOf('P0') });
    const { orderCode } = order;
    const early = event(orderCode, 'refunded', { amount: 5 }, { productCodes: ['P9'] });
    await shop.report([early, says(orderCode, 'producing', { productCodes: ['P0'] })]);
    const notes = [
      `The event ${early.id} (refunded) came before the order and names what the order does not have: P9. It was not applied.`,
    ];
    const key = randomUUID();
    for (const _ of ['first', 'again'])
      expect((await shop.send(order, { key })).body).toMatchObject({ notes });
    expect(await read(orderCode)).toMatchObject({ refunded: 0, status: 'producing' });
    const repeated = await shop.report([early]);
    expect(repeated.body.results).toMatchObject([{ outcome: 'unknown-product', unknown: ['P9'] }]);
    const { findings } = await auditStorage(shop);
    expect(findings.map(({ what }) => what)).toEqual([
      'order events that name what their order does not have, and were not applied',
    ]);
  });

  test('deletes events after 30 days without an order', async () => {
    const code = `K-${randomUUID()}`;
    await shop.report([says(code, 'producing')]);
    const at = shop.clock.now;
    shop.clock.now = new Date(at.getTime() + 29 * 86_400_000);
    await shop.run('forget-expired');
    expect(await rows('order_event_keys', code)).toHaveLength(1);
    shop.clock.now = new Date(at.getTime() + 31 * 86_400_000);
    await shop.run('forget-expired');
    shop.clock.now = at;
    expect(await rows('order_event_keys', code)).toEqual([]);
  });

  test('counts all simultaneous ones of one order, from two services', async () => {
    const code = await place();
    const storm = Array.from({ length: 20 }, (_, at) =>
      shop.report([event(code, 'refunded', { amount: 1 })], { token: at % 2 ? SHOP_TOKEN : PLANT }),
    );
    await Promise.all([...storm, shop.report([says(code, 'producing')])]);
    expect(await read(code)).toMatchObject({ refunded: 20, status: 'producing' });
  });

  test('answers a service without access to a channel as if the order were unknown', async () => {
    const [british, dutch] = [await place(), await place({ channel: 'kiekhof' })];
    const { outcomes } = await shop.report([says(british, 'producing'), says(dutch, 'producing')], {
      token: DUTCH,
    });
    expect(outcomes).toEqual(['parked', 'stored']);
    expect((await read(british)).status).toBe('paymentSuccess');
    const later = shop.orderOf(mia);
    await shop.report([says(later.orderCode, 'producing')], { token: DUTCH });
    await shop.send(later);
    expect((await read(later.orderCode)).status).toBe('paymentSuccess');
  });

  test('a placed order is final: another body under its code is refused', async () => {
    const order = shop.orderOf(mia);
    await shop.send(order, { key: 'placed' });
    await shop.report([says(order.orderCode, 'cancelled')]);
    expect((await shop.send({ ...order, status: 'cancelled' }, { key: 'placed' })).status).toBe(409);
    expect((await shop.send(order, { key: 'placed' })).status).toBe(200);
    expect((await read(order.orderCode)).status).toBe('cancelled');
  });
});

describe('an order that is cancelled later', () => {
  test('no longer uses its photos and keeps the storage it earned', async () => {
    const [both, own] = [await shop.addPhoto(mia), await shop.addPhoto(mia)].toSorted() as [string, string];
    const code = await place(printsOf(both, own));
    await place(printsOf(both));
    await shop.report([says(code, 'cancelled')]);
    expect(await usedPhotos()).toEqual([both]);
    expect(shop.extended).toHaveLength(2);
    await shop.report([says(code, 'shipped', { productCodes: ['P1'] })]);
    expect(await usedPhotos()).toEqual([both, own]);
    expect(shop.extended).toHaveLength(3);
  });

  test('in one of its products stays so when all of it is sent, and the answer says which, each time', async () => {
    const [saved, freed] = [await shop.addPhoto(mia), await shop.addPhoto(mia)];
    const code = await place(printsOf(saved, freed));
    const cancelled = says(code, 'cancelled', { productCodes: ['P1'] });
    const sent = says(code, 'shipped');
    const named = says(code, 'shipped', { productCodes: ['P0'] });
    const { body } = await shop.report([cancelled, sent, named]);
    const [, ofWhole, ofOne] = body.results;
    expect(ofWhole).toEqual({ id: sent.id, outcome: 'stored', stayCancelled: ['P1'] });
    expect(ofOne).toEqual({ id: named.id, outcome: 'stored' });
    expect((await shop.report([sent])).body.results).toEqual([
      { id: sent.id, outcome: 'known', stayCancelled: ['P1'] },
    ]);
    expect(await usedPhotos()).toEqual([saved]);
    expect(await read(code)).toMatchObject({
      status: 'shipped',
      products: [{ status: 'shipped' }, { status: 'cancelled' }],
    });
  });

  test('in one of its products frees the photos of that one', async () => {
    const [saved, freed] = [await shop.addPhoto(mia), await shop.addPhoto(mia)];
    const code = await place(printsOf(saved, freed));
    await shop.report([says(code, 'rejected', { productCodes: ['P1'] })]);
    expect(await usedPhotos()).toEqual([saved]);
    expect(await read(code)).toMatchObject({
      status: 'paymentSuccess',
      products: [{}, { status: 'rejected' }],
    });
  });
});

test('a command derives an order’s state again, and shows it to an operator', async () => {
  const [code, old] = [await place(), await place({ createdAt: '2026-01-01T00:00:00Z' })];
  await shop.report([says(code, 'producing')]);
  const parcel = { parcelId: '1', state: 'delivered' };
  await shop.report([{ ...says(old, 'Dispatched'), type: 'parcel', data: parcel }]);
  const current = () =>
    shop.db
      .selectFrom('order_products')
      .selectAll()
      .where('user_id', '=', mia)
      .orderBy('order_code')
      .execute();
  const before = await current();
  const lost = { current_status: 'shipped', current_quantity: 99 };
  await shop.db.updateTable('order_products').set(lost).where('order_code', '=', code).execute();
  const command = path.resolve(import.meta.dirname, '../../../cli/main.ts');
  const args = [command, 'orders', '--customer', mia, '--derive'];
  const env = { ...process.env, DATABASE_URL: shop.databaseUrl };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).toContain('1 orders did not match their events');
  expect(stdout).toContain('PAP_910: producing');
  expect(stdout.slice(stdout.indexOf(old))).toContain('PAP_910: delivered on 2026-06-15');
  expect(await current()).toEqual(before);
});
