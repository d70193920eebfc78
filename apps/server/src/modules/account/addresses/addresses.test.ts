import { randomUUID } from 'node:crypto';
import { MAX_ADDRESSES, type SavedAddress } from '@keepsake/contracts/account/saved-addresses';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createAddresses } from './index.ts';

const start = () =>
  startWorld({
    modules: (parts) =>
      [
        createAddresses({ ...parts, requireCustomer: async ({ customerId }) => ({ user_id: customerId }) }),
      ] as const,
  });
let world: Awaited<ReturnType<typeof start>>;
let anna: CustomerId;
beforeAll(async () => {
  world = await start();
});
afterAll(() => world.stop());
beforeEach(() => {
  anna = newCustomerId();
});

const ALL = '/customers/customers/me/addresses';
const HOME = {
  name: 'Anna Holm',
  streetName: 'Fernlea Road',
  streetNumber: '12',
  postalCode: 'sw129rt',
  city: 'London',
  country: 'GB',
};
type Body = SavedAddress & { errors: { path: string; message: string }[]; newDefault: SavedAddress | null };
const add = (body: object, headers?: Record<string, string>) =>
  world.call<Body>(anna, 'POST', ALL, body, headers);
const change = (id: string, body: object) => world.call<Body>(anna, 'PUT', `${ALL}/${id}`, body);
const remove = (id: string) => world.call<Body>(anna, 'DELETE', `${ALL}/${id}`);
const list = async () => (await world.call<{ addresses: SavedAddress[] }>(anna, 'GET', ALL)).body.addresses;
const defaults = async () => (await list()).map(({ city, defaultFor }) => [city, ...defaultFor]);

describe('addresses of a customer', () => {
  test('are added in the format of their country; the first is the default for all [ADR-01, ADR-04, ADR-09]', async () => {
    const { status, body } = await add({ ...HOME, phoneNumber: '020 7946 0958' });
    expect([status, body]).toEqual([
      200,
      {
        ...HOME,
        postalCode: 'SW12 9RT',
        phoneNumber: '+44 20 7946 0958',
        id: expect.any(String),
        version: 1,
        defaultFor: ['delivery', 'invoice'],
      },
    ]);
    await add({ ...HOME, city: 'Hull' });
    await add({ ...HOME, city: 'York', defaultFor: ['invoice'] });
    expect(await defaults()).toEqual([['London', 'delivery'], ['York', 'invoice'], ['Hull']]);
  });

  test('are changed; the version that the customer saw detects conflicts between tabs [ADR-02]', async () => {
    const { body: home } = await add(HOME);
    const changed = await change(home.id, { ...HOME, city: 'Hull', version: 1 });
    expect(changed.body).toMatchObject({ city: 'Hull', version: 2, defaultFor: ['delivery', 'invoice'] });
    expect((await change(home.id, { ...HOME, city: 'York', version: 1 })).status).toBe(409);
    // The same request again, as after a press whose answer was lost.
    expect((await change(home.id, { ...HOME, city: 'Hull', version: 1 })).body).toMatchObject({ version: 2 });
    expect((await change(home.id, { ...HOME, city: 'York' })).body).toMatchObject({
      city: 'York',
      version: 3,
    });
  });

  test('are refused if invalid, in the words of the specification [ADR-05, ADR-06, ADR-07, ADR-08]', async () => {
    const wrong = { streetName: '3', streetNumber: 'x', postalCode: 'xxEC1Y 8SYyy', phoneNumber: '12' };
    const { status, body } = await add({ ...HOME, ...wrong });
    expect(status).toBe(400);
    expect(body.errors.map(({ message }) => message).sort()).toEqual([
      'Phone number must be valid',
      'Postal Code must be valid',
      'Street name must be valid',
      'Street number must be valid',
    ]);
    expect((await add({ ...HOME, version: 1 })).status).toBe(400);
    expect(await list()).toEqual([]);
  });

  test('are deleted; the newest of the others becomes the default if it was one [ADR-03]', async () => {
    const { body: home } = await add(HOME);
    world.clock.now = new Date(world.clock.now.getTime() + 1_000);
    const { body: hull } = await add({ ...HOME, city: 'Hull' });
    const gone = await remove(home.id);
    expect([gone.status, gone.body.newDefault]).toEqual([
      200,
      { ...hull, defaultFor: ['delivery', 'invoice'] },
    ]);
    expect((await remove(home.id)).status).toBe(404);
    expect((await remove(hull.id)).body.newDefault).toBeNull();
    expect(await list()).toEqual([]);
  });

  test('a deletion is undone by adding the same with its former defaults', async () => {
    const { body: home } = await add(HOME);
    await add({ ...HOME, city: 'Hull' });
    const { id, version: _, ...same } = home;
    await remove(id);
    await add(same);
    expect(await defaults()).toEqual([['London', 'delivery', 'invoice'], ['Hull']]);
  });

  test('one press adds one address, and ten at once leave one default', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [one, repeated] = [await add(HOME, key), await add(HOME, key)];
    expect(repeated.body).toEqual(one.body);
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => add({ ...HOME, city: `Hull ${at}`, defaultFor: ['delivery'] })),
    );
    const all = await list();
    expect(all).toHaveLength(11);
    expect(all.filter(({ defaultFor }) => defaultFor.includes('delivery'))).toHaveLength(1);
  });

  test('are limited to fifty, also when two are added at once', async () => {
    for (let at = 1; at < MAX_ADDRESSES; at++) await add(HOME);
    const both = await Promise.all([add(HOME), add(HOME)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await list()).toHaveLength(MAX_ADDRESSES);
  });
});
