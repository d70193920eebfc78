import { randomUUID } from 'node:crypto';
import type { DeliveryAddress } from '@keepsake/contracts/orders/delivery-address';
import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startOrders } from './orders.fixture.ts';

const home = {
  name: 'Mia Berg',
  streetName: 'Sea Road',
  streetNumber: '4',
  postalCode: 'HU1 1AA',
  city: 'Hull',
  country: 'GB',
};
const away = {
  ...home,
  streetName: 'Fernlea Road',
  streetNumber: '12a',
  postalCode: 'SW12 9RT',
  city: 'London',
};
const DEADLINE = '2026-06-15T14:00:00Z';

let shop: Awaited<ReturnType<typeof startOrders>>;
let mia: CustomerId;
/** The events sent to the plant. */
const messages: { type: string; data: { orderCode: string; version: number; address: object } }[] = [];
beforeAll(async () => {
  shop = await startOrders({ onEvent: (body) => messages.push(JSON.parse(body)) });
});
beforeEach(async () => {
  mia = await shop.addCustomer();
  messages.length = 0;
  shop.clock.now = new Date('2026-06-15T10:00:00Z');
});
afterAll(() => shop.stop());

async function place(changes: Partial<NewOrder> = {}): Promise<string> {
  const order = shop.orderOf(mia, {
    deliveryType: 'Home',
    deliveryAddress: home,
    addressChangeableUntil: DEADLINE,
    ...changes,
  });
  expect((await shop.send(order)).status).toBe(200);
  return order.orderCode;
}
const pathOf = (orderCode: string) => `/orders/v1/superorders/${orderCode}`;
const change = (orderCode: string, body: object, customerId = mia) =>
  shop.call<DeliveryAddress & ProblemBody>(customerId, 'PUT', `${pathOf(orderCode)}/deliveryAddress`, body);
const read = async (orderCode: string) =>
  (await shop.call<Superorder>(mia, 'GET', pathOf(orderCode))).body.deliveryAddress as DeliveryAddress;
const says = (orderCode: string, type: string, data: object, more: object = {}) =>
  shop.report([
    { id: randomUUID(), orderCode, type, happenedAt: shop.clock.now.toISOString(), data, ...more },
  ]);
const stored = (orderCode: string) =>
  shop.db.selectFrom('order_address_changes').selectAll().where('order_code', '=', orderCode).execute();
const queued = () => shop.db.selectFrom('outgoing_events').selectAll().where('user_id', '=', mia).execute();
/** Runs the jobs of all events queued for Mia. */
async function send(): Promise<void> {
  for (const { id } of await queued()) await shop.run('send-outgoing-event', { customerId: mia, id });
}

describe('the delivery address of an order [ORD-08, ORD-09]', () => {
  test('is requested from production, normalised, and counts once production accepts it; open screens learn both', async () => {
    const code = await place();
    const received = await shop.listen<{ type: string }>(mia);
    const changesNotified = () => received.filter(({ type }) => type === 'orders-changed').length;
    const { status, body } = await change(code, {
      ...away,
      postalCode: 'sw129rt',
      phoneNumber: '020 7946 0958',
      version: 1,
    });
    const requested = { ...away, phoneNumber: '+44 20 7946 0958' };
    expect([status, body]).toEqual([
      200,
      {
        ...home,
        changeState: 'RequestSent',
        version: 2,
        changeableUntil: DEADLINE.replace('Z', '.000Z'),
        requested,
        refusal: null,
        isUnreached: false,
      },
    ]);
    expect(await read(code)).toEqual(body);
    await expect.poll(changesNotified).toBe(1);
    await send();
    expect(messages).toEqual([
      {
        type: 'order.address-change',
        timestamp: '2026-06-15T10:00:00.000Z',
        data: {
          customerId: mia,
          channel: 'pennyfern',
          orderCode: code,
          version: 2,
          address: requested,
          requestedAt: '2026-06-15T10:00:00.000Z',
        },
      },
    ]);
    await says(code, 'address-accepted', { version: 2 });
    expect(await read(code)).toMatchObject({
      ...requested,
      changeState: 'SuccessfulUpdate',
      requested: null,
    });
    await expect.poll(changesNotified).toBe(2);
  });

  test('stays if production refuses it, with its reason, and may be requested again', async () => {
    const code = await place();
    await change(code, { ...away, version: 1 });
    await says(code, 'address-refused', { version: 2 }, { note: 'The parcel is packed.' });
    expect(await read(code)).toMatchObject({
      ...home,
      changeState: 'RequestFailed',
      requested: away,
      refusal: 'The parcel is packed.',
    });
    expect((await change(code, { ...away, version: 2 })).body).toMatchObject({
      changeState: 'RequestSent',
      version: 3,
    });
  });

  test('is requested once, however often it is pressed, also after the deadline', async () => {
    const code = await place();
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(code, { ...away, version: 1 })));
    shop.clock.now = new Date('2026-06-15T15:00:00Z');
    answers.push(await change(code, { ...away, postalCode: 'sw12 9rt', version: 1 }));
    expect(answers.map(({ status, body }) => [status, body.version])).toEqual(Array(9).fill([200, 2]));
    expect([await stored(code), await queued()].map(({ length }) => length)).toEqual([1, 1]);
    expect((await change(await place(), home)).body).toMatchObject({ changeState: 'NotStarted', version: 1 });
  });

  test('is not overwritten by a tab that saw an earlier one', async () => {
    const code = await place();
    const tabs = await Promise.all([
      change(code, { ...away, version: 1 }),
      change(code, { ...away, streetNumber: '14', version: 1 }),
    ]);
    expect(tabs.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { body } = tabs.find(({ status }) => status === 409) as (typeof tabs)[number];
    expect(body).toMatchObject({
      code: 'conflict',
      detail: 'The delivery address has since been changed. The current version is 2',
    });
    expect(await stored(code)).toHaveLength(1);
  });

  test('may be corrected while production has not answered: its highest version counts', async () => {
    const code = await place();
    await change(code, { ...away, version: 1 });
    await change(code, { ...away, streetNumber: '14', version: 2 });
    await says(code, 'address-accepted', { version: 3 });
    await says(code, 'address-refused', { version: 2 });
    expect(await read(code)).toMatchObject({
      streetNumber: '14',
      changeState: 'SuccessfulUpdate',
      version: 3,
    });
    await send();
    expect(messages.map(({ data }) => data.version).toSorted()).toEqual([2, 3]);
  });
});

describe('a change that is refused [ORD-08]', () => {
  const expectFixed = async (code: string, wish: object = away) => {
    const { status, body } = await change(code, wish);
    expect([status, body.code, body.title]).toEqual([
      409,
      'address-fixed',
      'The delivery address can no longer be changed',
    ]);
    expect([await stored(code), await queued()]).toEqual([[], []]);
  };

  test('after production’s deadline, and after production revoked the permission', async () => {
    const code = await place();
    shop.clock.now = new Date(DEADLINE);
    await expectFixed(code);
    await says(code, 'address-deadline', { until: '2026-06-15T16:00:00Z' });
    await says(code, 'address-deadline', { until: null });
    await expectFixed(code);
    await expectFixed(await place({ addressChangeableUntil: undefined }));
  });

  test('of an order that is sent or cancelled', async () => {
    for (const status of ['shipped', 'Cancelled']) {
      const code = await place();
      await says(code, 'status', { status });
      expect((await read(code)).changeableUntil).toBeNull();
      await expectFixed(code);
    }
  });

  test('of an order to a pick-up point, or without an address', async () => {
    const pickupPoint = { name: 'Corner Shop', address: home, openingHours: [] };
    await expectFixed(await place({ deliveryType: 'PickupPoint', pickupPoint }));
    await expectFixed(await place({ deliveryAddress: undefined }));
  });

  test('if no service would answer it', async () => {
    const code = await place({ channel: 'kiekhof' });
    expect((await read(code)).changeableUntil).toBeNull();
    await expectFixed(code);
  });

  test('of another customer, the same as for an unknown order', async () => {
    const code = await place();
    const other = await shop.addCustomer();
    const [foreign, unknown] = [await change(code, away, other), await change('K-nobody', away, other)];
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not-found']);
    const { correlationId: _, ...body } = foreign.body;
    expect(unknown.body).toMatchObject(body);
    expect(await stored(code)).toEqual([]);
  });

  test('to another country, or with invalid fields, which it names word for word', async () => {
    const code = await place();
    const abroad = { ...away, country: 'FR', postalCode: '75001' };
    const wrong = {
      ...away,
      streetName: '\u0007',
      postalCode: 'xxEC1Y 8SYyy',
      streetNumber: 'x',
      phoneNumber: '1',
    };
    const faults = async (body: object) => (await change(code, body)).body.errors;
    expect(await faults(abroad)).toEqual([{ path: 'body.country', message: 'cannot be changed' }]);
    expect(await faults(wrong)).toEqual([
      { path: 'body.streetNumber', message: 'Street number must be valid' },
      { path: 'body.streetName', message: 'Street name must be valid' },
      { path: 'body.postalCode', message: 'Postal Code must be valid' },
      { path: 'body.phoneNumber', message: 'Phone number must be valid' },
    ]);
    expect(await stored(code)).toEqual([]);
  });
});

test('a change and its event to production are stored together, whatever happens in between [ORD-08]', async () => {
  const code = await place();
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`.execute(
    shop.db,
  );
  await sql`create constraint trigger fail after insert on outgoing_events deferrable initially deferred
    for each row execute function fail()`.execute(shop.db);
  expect((await change(code, { ...away, version: 1 })).status).toBe(500);
  expect([await stored(code), await queued()]).toEqual([[], []]);
  await sql`drop trigger fail on outgoing_events`.execute(shop.db);
  expect((await change(code, { ...away, version: 1 })).status).toBe(200);
  expect([await stored(code), await queued()].map(({ length }) => length)).toEqual([1, 1]);
});
