import { type Budget, endpoint } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newCustomerId } from '../../testing/customer-ids.ts';
import { startWorld } from '../../testing/start-world.ts';
import { createOnce } from '../idempotency.ts';
import type { Platform } from '../platform.ts';
import { createBudgets } from './budgets.ts';
import { type Call, route } from './route.ts';

const ask = (name: string, budgets: readonly Budget[]) =>
  endpoint({
    name,
    service: 'orders',
    method: 'POST',
    path: `/${name}/{orderCode}`,
    params: z.object({ orderCode: z.string() }),
    idempotencyKey: 'optional',
    budgets: budgets as readonly (Budget & { per?: 'orderCode' })[],
    response: z.object({ made: z.number() }),
    sample: ({ orderCode }) => ({ params: { orderCode } }),
  });
const MINUTE = 60;
const ENDPOINTS = {
  here: ask('here', [{ calls: 3, seconds: MINUTE }]),
  shared: ask('shared', [{ calls: 3, seconds: MINUTE, isShared: true }]),
  perOrder: ask('per-order', [
    { calls: 5, seconds: MINUTE, isShared: true },
    { calls: 2, seconds: MINUTE, per: 'orderCode', isShared: true },
  ]),
  free: ask('free', []),
};

let made = 0;
const makeWith = (parts: Pick<Platform, 'db' | 'clock'>) =>
  Object.values(ENDPOINTS).map((one) =>
    route(one, ({ customer, attempt }) =>
      createOnce(parts, { customer, attempt }, async () => ({ made: ++made })),
    ),
  );
let world: Awaited<ReturnType<typeof startWorld>>;
beforeAll(async () => {
  world = await startWorld({ modules: (parts) => [{ routes: makeWith(parts) }] });
});
afterAll(() => world.stop());

const later = (seconds: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + seconds * 1000);
};
const statusOf = async (customerId: CustomerId, path: string, key?: string) =>
  (await world.call(customerId, 'POST', `/orders/${path}`, undefined, key ? { 'idempotency-key': key } : {}))
    .status;

test.each(['here', 'shared'])('a budget counted %s is spent, refuses, and refills evenly', async (kind) => {
  const anna = newCustomerId();
  const calls = async (count: number) => {
    const all = Array.from({ length: count }, () => statusOf(anna, `${kind}/K-1`));
    return (await Promise.all(all)).filter((status) => status === 200).length;
  };
  expect(await calls(10)).toBe(3);
  later(MINUTE / 3);
  expect(await calls(10)).toBe(1);
  later(10 * MINUTE);
  expect(await calls(10)).toBe(3);
  expect(await statusOf(newCustomerId(), `${kind}/K-1`), 'others have their own').toBe(200);
});

test.each([
  ['here', 9 * 86_400, 4],
  ['shared', 9 * 86_400, 4],
  ['here', 95, 1],
  ['shared', 95, 1],
])('a budget counted %s survives a clock that was %d s ahead for a while', async (kind, seconds, spent) => {
  const anna = newCustomerId();
  const right = world.clock.now;
  later(seconds);
  for (let call = 0; call < spent; call++) await statusOf(anna, `${kind}/K-1`);
  world.clock.now = right;
  expect(await statusOf(anna, `${kind}/K-1`)).toBe(200);
});

test('a refusal says when to try again, and does nothing', async () => {
  const anna = newCustomerId();
  for (let call = 0; call < 3; call++) await statusOf(anna, 'shared/K-1');
  const before = made;
  const authorization = `Bearer ${await world.tokenFor(anna)}`;
  const answer = await fetch(`${world.address}/api/orders/shared/K-1`, {
    method: 'POST',
    headers: { authorization },
  });
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('20');
  expect(await answer.json()).toMatchObject({ code: 'too-many-requests' });
  expect(made).toBe(before);
});

test('a shared budget is that of all nodes', async () => {
  const [anna, request] = [newCustomerId(), { ip: '203.0.113.7' }];
  const call = { customer: { customerId: anna }, params: { orderCode: 'K-1' }, attempt: null, request };
  const nodes = Array.from({ length: 4 }, () =>
    createBudgets({ ...world, clock: () => world.clock.now, requestsPerMinute: 100 }),
  );
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, at) => nodes[at % 4]?.(ENDPOINTS.shared, call as unknown as Call)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test('one order has less than its customer', async () => {
  const anna = newCustomerId();
  const spend = async (order: string) => statusOf(anna, `per-order/${order}`);
  expect([await spend('K-1'), await spend('K-1'), await spend('K-1')]).toEqual([200, 200, 429]);
  expect([await spend('K-2'), await spend('K-2')]).toEqual([200, 200]);
  expect(await spend('K-3'), 'the customer has spent five').toBe(429);
});

test('a repetition under its key neither spends nor is refused', async () => {
  const anna = newCustomerId();
  for (let call = 0; call < 3; call++) expect(await statusOf(anna, 'shared/K-1', 'one')).toBe(200);
  expect([await statusOf(anna, 'shared/K-1', 'two'), await statusOf(anna, 'shared/K-1', 'three')]).toEqual([
    200, 200,
  ]);
  expect(await statusOf(anna, 'shared/K-1', 'four')).toBe(429);
  expect(await statusOf(anna, 'shared/K-1', 'one')).toBe(200);
});

test('a call without a limit is never refused', async () => {
  const anna = newCustomerId();
  for (let call = 0; call < 50; call++) expect(await statusOf(anna, 'free/K-1')).toBe(200);
});
