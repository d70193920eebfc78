import { randomInt, randomUUID } from 'node:crypto';
import type { ListedOrder, Superorder } from '@keepsake/contracts/orders/order-queries';
import { expect, test } from '@playwright/test';
import { createCustomerAt } from './customers.ts';
import { createOwnServer } from './own-server.ts';
import { IS_TRIAL } from './trial.ts';

const KILLS = IS_TRIAL ? 10 : 1;
/** Placed at the same time, with keys that are resent until they are answered. */
const ORDERS = 3;

let server: Awaited<ReturnType<typeof createOwnServer>>;
let mia: Awaited<ReturnType<typeof createCustomerAt>>;
test.beforeAll(async () => {
  const shop = { DEMO: 'off', DEMO_SHOP_SECONDS: '6' };
  server = await createOwnServer({ ...shop, TRUST_PROXY: 'loopback', RATE_LIMIT_PER_MINUTE: '100000' });
  await server.start();
});
test.afterAll(() => server.remove());

/** A call that is repeated until it is answered, as every shop and page does. */
async function call<Answer>(
  method: string,
  path: string,
  body?: object,
  key = randomUUID(),
): Promise<Answer> {
  const headers = { authorization: mia.authorization, 'idempotency-key': key };
  const init = body
    ? { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
    : { headers };
  const answer = await fetch(`${server.url}/api/orders/${path}`, { method, ...init }).catch(() => null);
  if (answer?.ok) return (await answer.json()) as Answer;
  expect(answer?.status ?? 503, path).toBeGreaterThanOrEqual(500);
  await expect.poll(server.isReady, { timeout: 90_000 }).toBe(true);
  return call(method, path, body, key);
}

const view = (orderCode: string) => call<Superorder>('GET', `v1/superorders/${orderCode}`);
const listAll = async () => (await call<{ orders: ListedOrder[] }>('GET', 'v2/superorders/me')).orders;
const notified = ({ timeline }: Superorder) =>
  timeline.map(({ type, status, state }) => (type === 'placed' ? type : (status ?? state ?? type)));

const LIFE = [
  ...['placed', 'paymentSuccess', 'Confirmed', 'ProductionStarted', 'ProductionCompleted', 'label'],
  ...['Dispatched', 'picked-up', 'in-transit', 'out-for-delivery', 'delivered'],
];

async function kill(n: number): Promise<void> {
  const isWhole = n % 2 === 0;
  await server.kill('SIGKILL');
  if (isWhole) await server.killDatabase();
  await server.start();
}

test('orders, their events and the shop’s notifications survive kill -9, each exactly once', async () => {
  test.setTimeout(120_000 + KILLS * 120_000);
  for (let n = 0; n < KILLS; n++) {
    mia = await createCustomerAt(server.url);
    const placing = Array.from({ length: ORDERS }, () => {
      const frames = { channel: 'pennyfern', productCode: 'FRA_910', quantity: 1 };
      return call<{ orderCode: string }>('POST', 'demo-shop/orders', frames);
    });
    const enough = randomInt(ORDERS * LIFE.length - 2);
    const countNotified = async () => {
      const orders = await Promise.all((await listAll()).map(({ orderCode }) => view(orderCode)));
      return orders.reduce((sum, { timeline }) => sum + timeline.length, 0);
    };
    await expect.poll(countNotified, { intervals: [20], timeout: 60_000 }).toBeGreaterThanOrEqual(enough);
    await kill(n);
    const codes = (await Promise.all(placing)).map(({ orderCode }) => orderCode);
    for (const code of codes) {
      await expect.poll(async () => (await view(code)).deliveredAt, { timeout: 90_000 }).not.toBeNull();
      expect(notified(await view(code)), `after ${enough} entries`).toEqual(LIFE);
    }
    const [first = ''] = codes;
    await call('POST', `reorder?OrderCode=${first}`);
    await kill(n + 1);
    const repeated = async () => (await listAll()).filter(({ reorderOf }) => reorderOf === first);
    const status = async () => (await repeated())[0]?.status;
    await expect.poll(status, { timeout: 90_000 }).toBe('paymentPending');
    const [reordered] = await repeated();
    await call('POST', `demo-shop/orders/${reordered?.orderCode}/payment`);
    await expect.poll(status, { timeout: 90_000 }).toBe('Dispatched');
    expect(await repeated()).toHaveLength(1);
    expect(await listAll()).toHaveLength(ORDERS + 1);
    expect(await server.audit('--deep')).toContain('No problems were found.');
  }
});
