import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseConnection, openDatabase } from '../platform/database/database.ts';
import { createTestDatabase } from '../platform/testing/test-database.ts';
import { addBusinessCustomer } from '../testing/customers.ts';
import { writeBrands } from '../testing/issuing-brand.ts';
import { SECRETS_KEY } from '../testing/start-installation.ts';
import { closeStop, makeStops } from '../testing/stop-writers.ts';
import { startTestIssuer } from '../testing/test-issuer.ts';

const TOKEN = 'the-token-of-the-shop-0123456789abcdef';
const CHANNEL = 'kiekhof';
const SOON = { timeout: 60_000, interval: 50 };
/** Where a worker is stopped, the last step first: a worker waiting there does not block one at an earlier step. */
const STEPS = ['structured_invoices', 'invoices', 'invoice_series', 'invoice_supplies'];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let issuer: Awaited<ReturnType<typeof startTestIssuer>>;
let connection: DatabaseConnection;
let folder: string;
let channelsFile: string;
let nodes: { child: ChildProcess; address: string }[] = [];

async function start(): Promise<void> {
  const child = fork(path.join(import.meta.dirname, '../testing/node-process.fixture.ts'), {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: database.url,
      OIDC_ISSUER: issuer.issuer,
      SECRETS_KEY,
      CHANNELS_FILE: channelsFile,
      SERVICE_TOKENS: JSON.stringify({ shop: { token: TOKEN, scopes: ['orders', 'events'] } }),
      LOG_LEVEL: 'fatal',
    },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  nodes.push({ child, address });
}

async function endAll(signal: NodeJS.Signals): Promise<void> {
  const ending = nodes.map(async ({ child }) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  });
  nodes = [];
  await Promise.all(ending);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepsake-invoice-kills-'));
  channelsFile = await writeBrands(folder, CHANNEL);
  [database, issuer] = await Promise.all([createTestDatabase(), startTestIssuer()]);
  connection = openDatabase({ url: database.url, maxConnections: 3, log: pino({ level: 'silent' }) });
  await start();
});
afterAll(async () => {
  await endAll('SIGTERM');
  await connection.close();
  await issuer.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function post(to: string, body: object, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(`${nodes[0]?.address}/api/orders/${to}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}`, ...headers },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`${to} got ${answer.status} ${await answer.text()}`);
}

async function order(customerId: CustomerId): Promise<string> {
  const orderCode = `K-${randomUUID().slice(0, 8)}`;
  const status = 'paymentSuccess';
  const product = { code: 'BOOK', title: 'Fotoboek', quantity: 1, price: 1_210, vatRate: 21, status };
  const city = { streetName: 'Kade', streetNumber: '4', postalCode: '2611 AA', city: 'Delft' };
  const deliveryAddress = { name: 'Mia', ...city, country: 'NL' };
  const context = { orderCode, customerId, channel: CHANNEL, currency: 'EUR', total: 1_210, status };
  const headers = { [IDEMPOTENCY_HEADER]: orderCode };
  await post('orders', { ...context, products: [product], deliveryAddress }, headers);
  return orderCode;
}

const send = (orderCode: string) => {
  const event = { id: randomUUID(), orderCode, happenedAt: new Date().toISOString() };
  return post('order-events', { events: [{ ...event, type: 'status', data: { status: 'Dispatched' } }] });
};

const invoices = () =>
  connection.db
    .selectFrom('invoices')
    .select(['number', 'order_codes', 'object_key', 'sha256'])
    .orderBy('number')
    .execute();

/** The numbers given to orders, whether or not their invoice exists. */
const numbers = async () => {
  const { rows } = await connection.pool.query(
    'select order_code, number from invoice_numbers join invoice_supplies using (invoice_id) order by number',
  );
  return rows.map((row) => [row.order_code, row.number]);
};

/** Unlocks a killed worker's jobs, as the other workers do within a minute. */
const takeOver = () =>
  connection.pool.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null');

test('a server killed at each step from the order to its invoice leaves no gap, and issues no invoice twice [INV-04]', async () => {
  const mia = await addBusinessCustomer(connection.db);
  await makeStops(
    connection.db,
    STEPS.map((table) => ({ table, at: 'insert' })),
  );
  await using stops = new AsyncDisposableStack();
  const codes: string[] = [];
  for (const step of STEPS) {
    const stop = stops.use(await closeStop(database.url, step));
    const code = await order(mia);
    codes.push(code);
    await send(code);
    await expect.poll(() => stop.isReached(), SOON).toBe(true);
  }
  const [lastStep, storing] = codes;
  const given = [
    [lastStep, numberAt(1)],
    [storing, numberAt(2)],
  ];
  expect(await numbers()).toEqual(given);
  expect(await invoices()).toEqual([]);

  await endAll('SIGKILL');
  await stops.disposeAsync();
  await takeOver();
  // Two workers do the rest, and each order is requested once more.
  await Promise.all([start(), start()]);
  for (const code of codes) await send(code);
  await expect.poll(async () => (await invoices()).length, SOON).toBe(codes.length);

  const found = await invoices();
  expect(found.map(({ number }) => number)).toEqual(STEPS.map((_, at) => numberAt(at + 1)));
  expect(found.flatMap((row) => row.order_codes).toSorted()).toEqual(codes.toSorted());
  expect((await numbers()).slice(0, given.length)).toEqual(given);
  for (const { object_key: key, sha256 } of found) {
    const pdf = await readFile(path.join(folder, 'data/objects', key ?? ''));
    expect(createHash('sha256').update(pdf).digest()).toEqual(sha256);
  }
  const { rows } = await connection.pool.query('select invoice_id from structured_invoices');
  expect(rows).toHaveLength(STEPS.length);
}, 180_000);

const numberAt = (place: number) => `KI-${new Date().getFullYear()}-${String(place).padStart(6, '0')}`;
