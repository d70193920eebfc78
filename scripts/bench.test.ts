import { expect, test } from 'vitest';
import { startChild } from '../bench/harness/child-process.ts';
import { startEnvironment } from '../bench/harness/environment.ts';
import { figure, listMissed } from '../bench/harness/figure.ts';
import { paired } from '../bench/harness/rounds.ts';
import { seedLibrary } from '../bench/harness/seed-library.ts';
import { seedOrders } from '../bench/harness/seed-orders.ts';

test('benches seed a database of today, and serve it beside their baselines', async () => {
  await using environment = await startEnvironment('test');
  const database = await environment.createDatabase();
  const customerId = await seedLibrary(database, { photos: 30 });
  await seedOrders(database, { customerId, orders: 2 });
  const customer = await (await environment.serve(database)).signIn(customerId);
  const [{ id } = { id: '' }] = await database.query<{ id: string }>('select id from photos limit 1');

  expect(await customer.read(`/bench/rows/photos?keys=${id}&bytes=10`)).toMatchObject({ rows: [[{ id }]] });
  expect(await customer.read('/bench/rows/orders?keys=B-1&bytes=10')).toMatchObject({
    rows: [[{ code: 'B-1' }], [{ order_code: 'B-1' }, { order_code: 'B-1' }]],
  });
  expect(await customer.readText('/bench/plain?bytes=1000')).toHaveLength(1_000);
}, 120_000);

test('a process of a bench that ends early is a failure, not a wait', async () => {
  const archives = new URL('../bench/processes/serve-archives.ts', import.meta.url);
  const started = startChild(archives, { execArgv: ['--eval', '0'] });
  await expect(started).rejects.toThrow('serve-archives.ts ended with 0');
});

test('ways of a bench take turns, and the first round counts for nothing', async () => {
  const order: string[] = [];
  const note = (way: string) => async (round: number) => {
    order.push(way);
    return round;
  };
  expect(await paired({ ours: note('ours'), plain: note('plain') }, 2)).toEqual({
    ours: [1, 2],
    plain: [1, 2],
  });
  expect(order).toEqual(['ours', 'plain', 'plain', 'ours', 'ours', 'plain']);
});

test('a figure misses its limit by its value, or by the median of the ratios of its rounds', () => {
  expect(figure('a', 21, 'ms', { atMost: 20 }).verdict).toBe('MISSED');
  expect(figure('a', 20, 'ms', { atMost: 20 }).verdict).toBe('ok');
  expect(figure('a', Number.NaN, 'ms', { atMost: 20 }).verdict).toBe('MISSED');
  expect(figure('a', 20, 'ms').verdict).toBe('');
  // One round on a machine that was busy meanwhile.
  const rounds = figure('a', [8, 1, 9], '/s', { beside: [10, 2, 10], atLeast: 0.8 });
  expect(rounds).toMatchObject({ measured: 8, against: 10, ratio: 0.8, verdict: 'ok' });
  expect(figure('a', [7, 1, 7], '/s', { beside: [10, 2, 10], atLeast: 0.8 }).verdict).toBe('MISSED');
});

test('limits that were missed are listed with their group', () => {
  const late = figure('first paint', 21, 'ms', { atMost: 20 });
  const slow = figure('orders', 7, '/s', { beside: 10, atLeast: 0.8 });
  const unmeasured = figure('memory', null, 'MB', { atMost: 250 });
  const results = { web: [figure('fonts', 5, 'kB', { atMost: 60 }), late], orders: [slow, unmeasured] };
  expect(listMissed(results)).toEqual([
    'web: first paint: 21 ms, must be <= 20',
    'orders: orders: 0.70, must be >= 0.8',
    'orders: memory: not measured, must be <= 250',
  ]);
});
