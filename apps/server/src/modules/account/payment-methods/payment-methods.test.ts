import { randomUUID } from 'node:crypto';
import type { PaymentMethod } from '@keepsake/contracts/account/payment-methods';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createPaymentMethods } from './index.ts';

const start = () =>
  startWorld({
    modules: (parts) =>
      [createPaymentMethods({ ...parts, hasDemoProvider: true, noteEvent: async () => {} })] as const,
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

const ALL = '/customers/customers/me/paymentmethods';
type Body = { url: string; returnTo: string; outcome: string; methods: PaymentMethod[] };
const call = (method: string, path: string, body?: object) => world.call<Body>(anna, method, path, body);
const list = async () => (await call('GET', ALL)).body.methods;

/** Gets as far as the provider's page. */
async function begin() {
  const { body } = await call('POST', `${ALL}/setups`);
  return body.url.split('session=')[1] ?? '';
}
const answer = (session: string, choice: string) =>
  call('POST', `/customers/demo-payments/${session}`, { choice });
const finish = (returnTo: string) => call('POST', `${ALL}/setups/${returnTo.split('setup=')[1]}/finish`);

async function add(choice: string) {
  const { body } = await answer(await begin(), choice);
  return (await finish(body.returnTo)).body.outcome;
}

test('cards and mandates are added as the provider reports them; the first is the default [RTE-29, SET-11]', async () => {
  for (const choice of ['good', 'confirm', 'mandate']) expect(await add(choice)).toBe('added');
  const existing = (await list()).map(({ kind, brand, lastFour, expiresOn, isDefault }) => [
    kind,
    `${brand} ${lastFour}`,
    expiresOn,
    isDefault,
  ]);
  expect(existing).toHaveLength(3);
  expect(existing[0]).toEqual(['card', 'Visa 4242', '2029-06-30', true]);
  expect(existing).toContainEqual(['mandate', 'Demobank 3000', null, false]);
});

test('a declined, expired or abandoned one adds nothing', async () => {
  for (const choice of ['declined', 'expired', 'left']) expect(await add(choice)).toBe(choice);
  expect(await list()).toEqual([]);
});

test('one is added once, however often its page is answered and its return is read', async () => {
  const session = await begin();
  const { body } = await answer(session, 'good');
  await answer(session, 'declined');
  const outcomes = await Promise.all([finish(body.returnTo), finish(body.returnTo), finish(body.returnTo)]);
  expect(outcomes.map(({ body: { outcome } }) => outcome)).toEqual(['added', 'added', 'added']);
  expect(await list()).toHaveLength(1);
});

test('a return by another customer is unknown', async () => {
  const { body } = await answer(await begin(), 'good');
  const owner = anna;
  anna = newCustomerId();
  expect((await finish(body.returnTo)).status).toBe(404);
  expect(await list()).toEqual([]);
  anna = owner;
  expect((await finish(body.returnTo)).body.outcome).toBe('added');
});

test('another becomes the default on request, or when the default is removed', async () => {
  await add('good');
  await add('mandate');
  const [visa, mandate] = (await list()) as [PaymentMethod, PaymentMethod];
  expect((await call('PUT', `${ALL}/${mandate.id}/default`)).status).toBe(204);
  expect((await list()).map(({ kind }) => kind)).toEqual(['mandate', 'card']);
  expect((await call('DELETE', `${ALL}/${mandate.id}`)).status).toBe(204);
  expect(await list()).toEqual([{ ...visa, isDefault: true }]);
  expect((await call('DELETE', `${ALL}/${mandate.id}`)).status).toBe(404);
});

test('changes need a recent sign-in', async () => {
  const token = await world.tokenFor(anna, { auth_time: Math.floor(Date.now() / 1000) - 400 });
  const headers = { authorization: `Bearer ${token}` };
  for (const [method, path] of [
    ['POST', '/setups'],
    ['POST', `/setups/${randomUUID()}/finish`],
    ['PUT', `/${randomUUID()}/default`],
    ['DELETE', `/${randomUUID()}`],
  ])
    expect((await fetch(`${world.address}/api${ALL}${path}`, { method, headers })).status).toBe(401);
});
