import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import pg from 'pg';
import { NOBODY, newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { startEnvironment } from '../environment/start-environment.ts';
import { compared, type Figure, limited } from '../figure.ts';
import { measureLatency } from '../measure-latency.ts';
import { seedOrders } from '../orders/seed-orders.ts';
import { percentile } from '../statistics.ts';
import { seedLibrary } from '../timeline/seed-library.ts';

const ORDERS = 5_000;
const PAGE = 100;
/** Number of incoming orders, and of events. */
const INCOMING = 400;
const CUSTOMERS = 200;
const CONNECTIONS = 8;
const ROUNDS = 3;
const TOKEN = 'the-token-of-the-shop-0123456789abcdef';
const WAITING_MS = 30_000;

type Bench = { databaseUrl: string; address: string; token: string; customerId: CustomerId };

/** The list of a customer with 5,000 orders, and the intake of orders and of events. */
export async function measureOrders(): Promise<Figure[]> {
  const environment = await startEnvironment('orders');
  try {
    const databaseUrl = await environment.createDatabase('bench_orders');
    const customerId = newCustomerId();
    await seedLibrary(databaseUrl, { customerId, photos: 1_000 });
    await seedOrders(databaseUrl, { customerId, orders: ORDERS });
    const shop = { token: TOKEN, scopes: ['orders', 'events'] };
    const env = { SERVICE_TOKENS: JSON.stringify({ shop }), DATABASE_CONNECTIONS: '20' };
    const { address } = await environment.startNode(databaseUrl, env);
    const bench = { databaseUrl, address, customerId, token: await environment.tokenFor(customerId) };
    await fetchJson(`${address}${SERVICE_PATHS.customers}/customers/me`, bench.token);
    return [...(await measureLists(bench)), ...(await measureIntake(bench))];
  } finally {
    await environment.stop();
  }
}

const pageOf = ({ address }: Bench, offset: number) =>
  `${address}${SERVICE_PATHS.orders}/v2/superorders/me?Offset=${offset}&Limit=${PAGE}&OrderState=notExpired`;

async function measureLists(bench: Bench): Promise<Figure[]> {
  const { text, body } = await fetchJson<{ orders: { orderCode: string }[] }>(pageOf(bench, 0), bench.token);
  const codes = body.orders.map(({ orderCode }) => orderCode).join(',');
  const rows = `${bench.address}/bench/orders?codes=${codes}&bytes=${text.length}`;
  const subjects = [
    { name: 'page', urls: [pageOf(bench, 0)], token: bench.token },
    { name: 'rows', urls: [rows], token: bench.token },
  ];
  const times = await measureLatency(subjects, { connections: 1, rounds: 8, requestsPerRound: 60 });
  const p50 = (name: string) => percentile(times.get(name) ?? [], 0.5);
  const whole: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const started = performance.now();
    for (let offset = 0; offset < ORDERS; offset += PAGE) await fetchJson(pageOf(bench, offset), bench.token);
    if (round > 0) whole.push(performance.now() - started);
  }
  return [
    compared({
      figure: 'first hundred of 5,000 orders, p50 beside orders and lines by key',
      measured: p50('page'),
      baseline: p50('rows'),
      unit: 'ms',
      atMost: 1.5,
    }),
    limited({
      figure: 'all 5,000 orders by hundreds',
      measured: percentile(whole, 0.5),
      unit: 'ms',
      atMost: 1_000,
      note: `median of ${ROUNDS}`,
    }),
  ];
}

const JSON_TYPE = { 'content-type': 'application/json' };

type Coming = { url: string; headers?: Record<string, string>; bodies: object[] };

async function measureIntake(bench: Bench): Promise<Figure[]> {
  const customers = await addCustomers(bench);
  const of = (n: number) => customers[n % customers.length] ?? NOBODY;
  const best = { orders: 0, bareOrders: 0, events: 0, bareEvents: 0 };
  for (let round = 0; round <= ROUNDS; round++) {
    const codes = Array.from({ length: INCOMING }, (_, n) => `N-${round}-${n}`);
    const bare = codes.map((code) => `${code}-bare`);
    const rates = {
      bareOrders: await send(bench, {
        url: '/bench/rows',
        bodies: bare.map((code, n) => rowsOfOrder(of(n), code)),
      }),
      orders: await send(bench, {
        url: '/api/orders/orders',
        bodies: codes.map((code, n) => orderOf(of(n), code)),
      }),
      bareEvents: await send(bench, {
        url: '/bench/rows',
        bodies: bare.map((code, n) => rowsOfEvent(of(n), code)),
      }),
      events: await send(bench, { url: '/api/orders/order-events', bodies: codes.map(eventOf) }),
    };
    for (const name of Object.keys(best) as (keyof typeof best)[])
      if (round > 0) best[name] = Math.max(best[name], rates[name]);
  }
  const lost = await countLost(bench);
  const against = { unit: '/s', atLeast: 0.5, note: 'a bare transaction of the same rows' };
  return [
    compared({ figure: 'orders that come in', measured: best.orders, baseline: best.bareOrders, ...against }),
    compared({ figure: 'events that come in', measured: best.events, baseline: best.bareEvents, ...against }),
    limited({ figure: 'orders and events lost', measured: lost, unit: '', atMost: 0 }),
  ];
}

const placedAt = new Date().toISOString();

function orderOf(customerId: CustomerId, orderCode: string): object {
  const status = 'paymentSuccess';
  const product = { code: 'PAP_910', title: 'Prints', quantity: 25, price: 475, status };
  const details = { channel: 'pennyfern', currency: 'GBP', total: 475, status, createdAt: placedAt };
  return { orderCode, customerId, ...details, products: [product] };
}

/** The rows inserted for such an order, and the one it updates. */
function rowsOfOrder(customerId: CustomerId, code: string): object {
  const times = { created_at: placedAt, received_at: placedAt };
  const hash = { request_hash: `\\x${'00'.repeat(32)}` };
  const current = { current_status: 'paymentSuccess', current_since: placedAt };
  const details = {
    channel: 'pennyfern',
    service: 'bare',
    currency: 'GBP',
    status: 'paymentSuccess',
    total: 475,
  };
  const line = {
    position: 0,
    code: 'PAP_910',
    production_order: code,
    title: 'Prints',
    quantity: 25,
    price: 475,
  };
  return {
    insert: [
      {
        table: 'order_requests',
        row: { service: 'bare', idempotency_key: code, order_code: code, ...hash, ...times },
      },
      {
        table: 'orders',
        row: { user_id: customerId, code, ...details, ...times, ...current, products_count: 1 },
      },
      {
        table: 'order_products',
        row: {
          ...{ user_id: customerId, order_code: code, ...line, status: 'paymentSuccess', ...current },
          ...{ current_quantity: 25, current_price: 475 },
        },
      },
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
function rowsOfEvent(customerId: CustomerId, code: string): object {
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

/** Requests per second over several connections, until all are answered. */
async function send({ address }: Bench, { url, bodies }: Coming): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const waiting = bodies.map((body) => JSON.stringify(body));
  const started = performance.now();
  const work = async () => {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift())
      await post(agent, `${address}${url}`, body);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  agent.destroy();
  return bodies.length / ((performance.now() - started) / 1_000);
}

function post(agent: http.Agent, url: string, body: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = { ...JSON_TYPE, authorization: `Bearer ${TOKEN}`, 'idempotency-key': randomUUID() };
  const request = http.request(url, { method: 'POST', agent, headers, timeout: WAITING_MS }, (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode} for ${url}`));
    answer.resume().on('end', resolve).on('error', reject);
  });
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** Customers who order: each has a storage account, because orders of one customer would wait for its row. */
async function addCustomers({ databaseUrl }: Bench): Promise<CustomerId[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ user_id: CustomerId }>(
      `insert into customers (user_id, email, name, channel, identity_type, registered_at)
       select gen_random_uuid(), n || '@bench.example', 'Bench', 'pennyfern', 'consumer', now()
       from generate_series(1, $1::int) as n returning user_id`,
      [CUSTOMERS],
    );
    await client.query(
      `insert into storage_accounts (user_id, registered_at, projected_deletion_date, due_at)
       select user_id, now(), current_date + 540, now() + interval '1 year' from customers on conflict do nothing`,
    );
    return rows.map(({ user_id }) => user_id);
  } finally {
    await client.end();
  }
}

async function countLost({ databaseUrl }: Bench): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select count(*)::int as stored from orders where service = 'shop' and code like 'N-%' and current_status = 'producing'`,
    );
    return INCOMING * (ROUNDS + 1) - rows[0].stored;
  } finally {
    await client.end();
  }
}

async function fetchJson<Body = unknown>(url: string, token: string): Promise<{ text: string; body: Body }> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return { text, body: JSON.parse(text) };
}
