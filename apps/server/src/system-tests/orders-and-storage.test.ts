import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../testing/customer-ids.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/** Effects of a shop's orders on customers, on two nodes that share a database. */
const TOKEN = 'the-token-of-the-shop-0123456789abcdef';
const clock = { now: new Date('2026-06-15T10:00:00Z') };
const lines: string[] = [];
let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation({
    roles: ['web', 'web'],
    env: { SERVICE_TOKENS: JSON.stringify({ shop: TOKEN }), EDITOR_URL: 'https://editor.example' },
    clock: () => clock.now,
    logTo: (line) => lines.push(line),
  });
});
afterAll(() => installation.stop());

async function call(node: number, path: string, init: RequestInit & { as: string }) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${init.as}`, ...init.headers };
  const answer = await fetch(`${installation.nodes[node]?.address}/api/${path}`, { ...init, headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** A customer who is known since the first call. */
async function newCustomer() {
  const customerId = newCustomerId();
  const as = await installation.tokenFor(customerId);
  await call(0, 'customers/customers/me', { as });
  return { customerId, storage: async (node: number) => (await call(node, 'storage/status', { as })).body };
}

function orderOf(customerId: CustomerId, createdAt: string) {
  const [orderCode, status] = [`K-${randomUUID()}`, 'paymentSuccess'];
  const products = [{ code: 'PAP_910', quantity: 25, price: 475, status, photoIds: [] }];
  const money = { currency: 'GBP', total: 475 };
  return { orderCode, customerId, channel: 'pennyfern', ...money, status, createdAt, products };
}
const send = (node: number, order: object, key: string = randomUUID()) =>
  call(node, 'orders/orders', {
    method: 'POST',
    as: TOKEN,
    headers: { 'idempotency-key': key },
    body: JSON.stringify(order),
  });

describe('an order of a shop', () => {
  test('keeps the photos for 18 months from its day, on every node; an older one shortens nothing [RET-01] [RET-03]', async () => {
    const mia = await newCustomer();
    clock.now = new Date('2027-01-31T10:00:00Z');
    expect(await mia.storage(1)).toMatchObject({ lastOrderDate: null, projectedDeletionDate: '2027-12-15' });
    expect((await send(0, orderOf(mia.customerId, '2027-01-31T09:59:00Z'))).status).toBe(200);
    const stored = { lastOrderDate: '2027-01-31', projectedDeletionDate: '2028-07-31' };
    expect(await mia.storage(1)).toMatchObject(stored);
    expect((await send(1, orderOf(mia.customerId, '2026-12-01T09:00:00Z'))).status).toBe(200);
    expect(await mia.storage(0)).toMatchObject(stored);
  });

  test('is stored once, whichever node it is sent to, and however often simultaneously', async () => {
    const mia = await newCustomer();
    const order = orderOf(mia.customerId, clock.now.toISOString());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => send(at % 2, order, order.orderCode)),
    );
    const expected = { status: 200, body: { orderCode: order.orderCode, createdAt: order.createdAt } };
    for (const answer of answers) expect(answer).toEqual(expected);
    const { db } = (installation.nodes[0] as Installation['nodes'][number]).connection;
    const rows = await db.selectFrom('orders').select('code').where('user_id', '=', mia.customerId).execute();
    expect(rows).toEqual([{ code: order.orderCode }]);
  });

  test('comes with a token that is never logged, even at the most verbose level, valid or not', async () => {
    const mia = await newCustomer();
    await send(0, orderOf(mia.customerId, clock.now.toISOString()));
    const wrong = `${TOKEN}-wrong`;
    const refused = await call(0, 'orders/orders', { method: 'POST', as: wrong, body: '{}' });
    expect(refused.status).toBe(401);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes(TOKEN))).toEqual([]);
  });
});
