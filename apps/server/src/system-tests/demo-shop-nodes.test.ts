import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomerId } from '../testing/customer-ids.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/** The demo shop on one serving and two working nodes that share a database. */
let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({
    roles: ['web', 'worker', 'worker'],
    env: { DEMO_SHOP: 'on', DEMO_SHOP_SECONDS: '1' },
  });
});
afterAll(() => installation.stop());

test('an order is taken by a serving node and processed by working nodes, once', async () => {
  const customer = newCustomerId();
  const authorization = `Bearer ${await installation.tokenFor(customer)}`;
  const call = async (path: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': 'once' };
    const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
    const answer = await fetch(`${installation.nodes[0]?.address}/api/${path}`, init);
    return (await answer.json()) as Superorder;
  };
  await call('customers/customers/me');
  const frames = { channel: 'pennyfern', productCode: 'FRA_910', quantity: 1 };
  const { orderCode } = await call('orders/demo-shop/orders', frames);
  const view = () => call(`orders/v1/superorders/${orderCode}`);
  await expect.poll(async () => (await view()).deliveredAt, { timeout: 30_000 }).not.toBeNull();
  const { timeline } = await view();
  expect(new Set(timeline.map((entry) => JSON.stringify(entry))).size).toBe(timeline.length);
  expect(timeline.map(({ status, state }) => status ?? state)).toContain('ProductionCompleted');
});
