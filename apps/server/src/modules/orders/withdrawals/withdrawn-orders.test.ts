import { randomUUID } from 'node:crypto';
import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import type { declareOwnWithdrawal, getOrderWithdrawal } from '@keepsake/contracts/orders/withdrawals';
import { IDEMPOTENCY_HEADER, type ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCustomer } from '../../../testing/customers.ts';
import { startShopWorld } from '../../../testing/start-shop-world.ts';
import { createWithdrawals } from './index.ts';

const start = () =>
  startShopWorld({ create: (parts) => createWithdrawals({ ...parts, publicUrl: 'https://photos.example' }) });
let world: Awaited<ReturnType<typeof start>>;
const now = new Date('2026-06-15T10:00:00Z');
beforeAll(async () => {
  world = await start();
  world.clock.now = now;
});
afterAll(() => world.stop());

const status = 'paymentSuccess' as const;
const line = { quantity: 1, price: 899, status, withdrawal: { days: 14 } };
const products = [
  { ...line, code: 'FRAME', title: 'Oak frame' },
  { ...line, code: 'FRAME-2', title: 'Pine frame' },
];
const addOrder = (customerId: CustomerId, changes: Partial<NewOrder> = {}) =>
  world.addOrder(customerId, { products, total: 1_798, ...changes });

const addressOf = (customerId: CustomerId) => `${customerId}@example.com`;
const declared = (order: string, email: string, changes: object = {}) => ({
  channel: 'pennyfern',
  name: 'Mia Holm',
  order,
  products: [] as string[],
  email,
  ...changes,
});
const declareOwn = (customerId: CustomerId, body: object) =>
  world.call<ResponseOf<typeof declareOwnWithdrawal>>(customerId, 'POST', '/orders/withdrawals/me', body);
const declareAsVisitor = (payload: object) =>
  world.http.inject({
    method: 'POST',
    url: '/api/orders/withdrawals',
    headers: { [IDEMPOTENCY_HEADER]: randomUUID() },
    payload,
  });

/** Runs the jobs that pass declarations on. */
async function passOn(): Promise<void> {
  const { rows } = await sql<{ payload: object }>`select payload from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = 'pass-on-withdrawal'`.execute(world.db);
  for (const { payload } of rows) await world.run('pass-on-withdrawal', payload);
}
async function mailsTo(address: string): Promise<string[]> {
  const { rows } = await world.connection.pool.query<{ payload: { to: string; text: string } }>(
    `select payload from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task
     on task.id = job.task_id where identifier = 'send-mail' order by job.id`,
  );
  return rows.flatMap(({ payload: { to, text } }) => (to === address ? [text] : []));
}

test('a withdrawal from another brand’s order names its seller’s address alone, in answer, mail and order', async () => {
  const mia = await addCustomer(world.db, { registeredAt: now });
  const orderCode = await addOrder(mia, { channel: 'stundbo' });
  const { body: receipt } = await declareOwn(mia, declared(orderCode, 'mia@example.com'));
  await declareAsVisitor(declared(orderCode, addressOf(mia)));
  await passOn();
  const path = `/orders/v1/superorders/${orderCode}/withdrawal`;
  const { declarations } = (await world.call<ResponseOf<typeof getOrderWithdrawal>>(mia, 'GET', path)).body;
  const [{ returnTo = [] } = {}] = declarations;
  expect(returnTo[0]).toBe('Stundbo AB');
  expect([receipt.returnTo, ...declarations.map((each) => each.returnTo)]).toEqual(Array(3).fill(returnTo));
  const seller = expect.stringContaining(`\n${returnTo.join('\n')}\n`);
  expect(await mailsTo('mia@example.com')).toEqual([seller]);
  // A visitor's first receipt comes before the order is looked for.
  expect(await mailsTo(addressOf(mia))).toEqual([expect.any(String), seller]);
});

test('a withdrawal is said by list and order, with the day for sending goods back until the money is refunded', async () => {
  const mia = await addCustomer(world.db);
  const orderCode = await addOrder(mia);
  type Order = Pick<Superorder, 'withdrawn' | 'timeline'>;
  const path = '/orders/v2/superorders/me';
  const listed = async () =>
    (await world.call<{ orders: Order[] }>(mia, 'GET', path)).body.orders[0]?.withdrawn;
  const whole = async () => (await world.call<Order>(mia, 'GET', `/orders/v1/superorders/${orderCode}`)).body;
  expect([await listed(), (await whole()).withdrawn]).toEqual([null, null]);
  await declareOwn(
    mia,
    declared(orderCode, addressOf(mia), { products: ['Oak frame'], productCodes: ['FRAME'] }),
  );
  await passOn();
  const declaredAt = now.toISOString();
  const withdrawn = { declaredAt, isWhole: false, returnBy: '2026-06-29' };
  const { timeline, withdrawn: read } = await whole();
  expect([await listed(), read]).toEqual([withdrawn, withdrawn]);
  expect(timeline.at(-1)).toMatchObject({
    type: 'withdrawal',
    happenedAt: declaredAt,
    productCodes: ['FRAME'],
  });
  await declareOwn(mia, declared(orderCode, addressOf(mia)));
  await passOn();
  expect(await listed()).toEqual({ ...withdrawn, isWhole: true });
  await world.report(orderCode, 'refunded', { amount: 899 }, { happenedAt: '2026-06-15T12:00:00Z' });
  expect(await listed()).toEqual({ declaredAt, isWhole: true, returnBy: null });
});

test('the overview asks for the payment of an unpaid order until its customer withdraws from all of it', async () => {
  const mia = await addCustomer(world.db);
  const unpaid = products.map((product) => ({ ...product, status: 'paymentPending' as const }));
  const orderCode = await addOrder(mia, { status: 'paymentPending', products: unpaid });
  const overview = () => world.modules[1].overview?.orders?.read(mia);
  expect(await overview()).toMatchObject({ unpaid: { orders: [{ orderCode }] } });
  await declareOwn(mia, declared(orderCode, addressOf(mia)));
  await passOn();
  expect(await overview()).toBeNull();
});
