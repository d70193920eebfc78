import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { NOBODY } from '../../apps/server/src/platform/ids.ts';
import { type BenchDatabase, startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { type Caller, sendBytes } from '../harness/requests.ts';
import { inParallel, measureLatency, median, paired } from '../harness/rounds.ts';
import { seedCustomers, seedLibrary } from '../harness/seed-library.ts';
import { seedOrders } from '../harness/seed-orders.ts';
import type { BareTransaction } from '../processes/baselines.ts';

const ORDERS = 5_000;
const PAGE = 100;
/** Number of incoming orders, and of events. */
const INCOMING = 400;
const CUSTOMERS = 200;
const CONNECTIONS = 8;
const ROUNDS = 3;
const TOKEN = 'the-token-of-the-shop-0123456789abcdef';

/** The list of a customer with 5,000 orders, and the intake of orders and of events. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('orders');
  const database = await environment.createDatabase();
  const customerId = await seedLibrary(database, { photos: 1_000 });
  await seedOrders(database, { customerId, orders: ORDERS });
  const shop = { token: TOKEN, scopes: ['orders', 'events'] };
  const env = { SERVICE_TOKENS: JSON.stringify({ shop }), DATABASE_CONNECTIONS: '20' };
  const node = await environment.serve(database, env);
  const customer = await node.signIn(customerId);
  await customer.read(`${SERVICE_PATHS.customers}/customers/me`);
  return [...(await measureLists(customer)), ...(await measureIntake(node.address, database))];
}

const pageAt = (offset: number) =>
  `${SERVICE_PATHS.orders}/v2/superorders/me?Offset=${offset}&Limit=${PAGE}&OrderState=notExpired`;

async function measureLists(caller: Caller): Promise<Figure[]> {
  const text = await caller.readText(pageAt(0));
  const { orders }: { orders: { orderCode: string }[] } = JSON.parse(text);
  const keys = orders.map(({ orderCode }) => orderCode).join(',');
  const rows = `/bench/rows/orders?keys=${keys}&bytes=${text.length}`;
  const times = await measureLatency(
    { page: { caller, paths: [pageAt(0)] }, rows: { caller, paths: [rows] } },
    { connections: 1, rounds: 8, requestsPerRound: 60 },
  );
  const readAll = async () => {
    const started = performance.now();
    for (let offset = 0; offset < ORDERS; offset += PAGE) await caller.read(pageAt(offset));
    return performance.now() - started;
  };
  const { whole } = await paired({ whole: readAll }, ROUNDS);
  const first = 'first hundred of 5,000 orders, p50 beside orders and lines by key';
  const note = `median of ${ROUNDS}`;
  return [
    figure(first, median(times.page), 'ms', { beside: median(times.rows), atMost: 1.5 }),
    figure('all 5,000 orders by hundreds', whole, 'ms', { atMost: 1_000, note }),
  ];
}

async function measureIntake(address: string, database: BenchDatabase): Promise<Figure[]> {
  const customers = await addCustomers(database);
  const rateOf = (path: string, bodyOf: (customerId: CustomerId, code: string) => object, suffix = '') => {
    return (round: number) =>
      send(address + path, (n) => {
        return bodyOf(customers[n % customers.length] ?? NOBODY, `N-${round}-${n}${suffix}`);
      });
  };
  const orders = await paired(
    {
      bare: rateOf('/bench/rows', rowsOfOrder, '-bare'),
      ours: rateOf(`${SERVICE_PATHS.orders}/orders`, orderOf),
    },
    ROUNDS,
  );
  const events = await paired(
    {
      bare: rateOf('/bench/rows', rowsOfEvent, '-bare'),
      ours: rateOf(`${SERVICE_PATHS.orders}/order-events`, (_customerId, code) => eventOf(code)),
    },
    ROUNDS,
  );
  const lost = INCOMING * (ROUNDS + 1) - (await countStored(database));
  const judged = { atLeast: 0.5, note: 'a bare transaction of the same rows' };
  return [
    figure('orders that come in', orders.ours, '/s', { beside: orders.bare, ...judged }),
    figure('events that come in', events.ours, '/s', { beside: events.bare, ...judged }),
    figure('orders and events lost', lost, '', { atMost: 0 }),
  ];
}

/** Requests per second over several connections, until all are answered. */
async function send(url: string, bodyOf: (n: number) => object): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const bodies = Array.from({ length: INCOMING }, (_, n) => JSON.stringify(bodyOf(n)));
  const shop = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
  const started = performance.now();
  await inParallel(CONNECTIONS, INCOMING, (n) => {
    const headers = { ...shop, 'idempotency-key': randomUUID() };
    return sendBytes(new URL(url), { agent, headers, parts: [bodies[n] ?? ''] });
  });
  agent.destroy();
  return INCOMING / ((performance.now() - started) / 1_000);
}

const placedAt = new Date().toISOString();
const status = 'paymentSuccess';
const article = { code: 'PAP_910', title: 'Prints', quantity: 25, price: 475 };
const details = { channel: 'pennyfern', currency: 'GBP', total: 475, status };

function orderOf(customerId: CustomerId, orderCode: string): object {
  const products = [{ ...article, status }];
  return { orderCode, customerId, ...details, createdAt: placedAt, products };
}

/** The rows inserted for such an order, and the one it updates. */
function rowsOfOrder(customerId: CustomerId, code: string): BareTransaction {
  const times = { created_at: placedAt, received_at: placedAt };
  const current = { current_status: status, current_since: placedAt };
  const hash = { request_hash: `\\x${'00'.repeat(32)}` };
  const request = { service: 'bare', idempotency_key: code, order_code: code, ...hash, ...times };
  const order = { user_id: customerId, code, service: 'bare', ...details, ...times, ...current };
  const line = { user_id: customerId, order_code: code, position: 0, production_order: code, ...article };
  const now = { status, ...current, current_quantity: 25, current_price: 475 };
  return {
    insert: [
      { table: 'order_requests', row: request },
      { table: 'orders', row: { ...order, products_count: 1 } },
      { table: 'order_products', row: { ...line, ...now } },
    ],
    update: [`update storage_accounts set due_at = now() where user_id = '${customerId}'`],
  };
}

const eventOf = (orderCode: string): object => ({
  events: [
    { id: `e-${orderCode}`, orderCode, happenedAt: placedAt, type: 'status', data: { status: 'producing' } },
  ],
});

/** The rows inserted for such an event, and those it updates. */
function rowsOfEvent(customerId: CustomerId, code: string): BareTransaction {
  const key = { service: 'bare', external_id: `e-${code}`, order_code: code, received_at: placedAt };
  const event = { type: 'status', happened_at: placedAt, data: '{"status":"producing"}', ...key };
  const place = `user_id = '${customerId}' and`;
  return {
    insert: [
      { table: 'order_event_keys', row: { ...key, content_hash: `\\x${'00'.repeat(32)}` } },
      { table: 'order_events', row: { user_id: customerId, id: randomUUID(), ...event } },
    ],
    update: [
      `update orders set current_status = 'producing' where ${place} code = '${code}'`,
      `update order_products set current_status = 'producing' where ${place} order_code = '${code}'`,
    ],
  };
}

/** Customers who order: each has a storage account, because orders of one customer would wait for its row. */
async function addCustomers(database: BenchDatabase): Promise<CustomerId[]> {
  const customers = await seedCustomers(database, CUSTOMERS);
  await database.query(
    `insert into storage_accounts (user_id, registered_at, projected_deletion_date, due_at)
     select user_id, now(), current_date + 540, now() + interval '1 year' from customers on conflict do nothing`,
  );
  return customers;
}

async function countStored({ query }: BenchDatabase): Promise<number> {
  const rows = await query(
    `select from orders where service = 'shop' and code like 'N-%' and current_status = 'producing'`,
  );
  return rows.length;
}
