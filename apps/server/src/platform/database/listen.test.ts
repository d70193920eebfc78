import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startDatabaseProxy, withoutNotifications } from '../testing/fault-proxy.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { type DatabaseConnection, openDatabase } from './database.ts';
import { notifyThrough } from './echo.ts';
import { type DatabaseListener, openListener } from './listen.ts';

const log = pino({ level: 'silent' });
const FIRST = 'keepsake_first';
const SECOND = 'keepsake_second';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: DatabaseConnection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = openDatabase({ url: database.url, maxConnections: 2, log });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

let listener: DatabaseListener;
let received: string[];
beforeEach(async () => {
  received = [];
  listener = await openListener({ url: database.url, notify: notifyThrough(connection.db), log });
  for (const channel of [FIRST, SECOND])
    await listener.listen({
      channel,
      onMessage: (payload) => received.push(`${channel}: ${payload}`),
      onReconnect: () => received.push(`${channel} again`),
    });
  return () => listener.close();
});

const notify = (channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(connection.db);

async function listening(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and application_name like 'keepsake listen%'`.execute(connection.db);
  return rows.map(({ pid }) => pid);
}

test('receives all channels on one connection, each separately and in the order of the commits', async () => {
  await notify(FIRST, 'a');
  await notify(SECOND, 'b');
  await notify('keepsake_other', 'c');
  await notify(FIRST, 'd');
  await expect.poll(() => received).toEqual([`${FIRST}: a`, `${SECOND}: b`, `${FIRST}: d`]);
  expect(await listening()).toHaveLength(1);
});

test('receives all of them again after its connection was cut, and informs each', async () => {
  const [pid] = await listening();
  await sql`select pg_terminate_backend(${pid})`.execute(connection.db);
  await expect.poll(() => received).toEqual([`${FIRST} again`, `${SECOND} again`]);
  await notify(SECOND, 'after');
  await notify(FIRST, 'after');
  await expect.poll(() => received.slice(2)).toEqual([`${SECOND}: after`, `${FIRST}: after`]);
});

test('leaves no connection behind, also when it closes while disconnected', async () => {
  const [pid] = await listening();
  await sql`select pg_terminate_backend(${pid})`.execute(connection.db);
  await listener.close();
  await expect.poll(listening).toEqual([]);
  expect(received).toEqual([]);
});

/** Listens through a network that can be made to lose what the database sends. */
async function listenThrough(lose: () => (bytes: Buffer) => Buffer) {
  const network = { isLosing: false };
  const restore = () => {
    network.isLosing = false;
  };
  const warned = pino({ level: 'warn' }, { write: (line) => void (/made anew/.test(line) && restore()) });
  const proxy = await startDatabaseProxy(database.url, {
    pass() {
      const passed = lose();
      return (bytes) => (network.isLosing ? passed(bytes) : bytes);
    },
  });
  const times = { tryMs: 50, answerMs: 300 };
  const notifyAll = notifyThrough(connection.db);
  const own = await openListener({ url: proxy.url, notify: notifyAll, log: warned, ...times });
  onTestFinished(async () => {
    await own.close();
    proxy.stop();
  });
  const news: string[] = [];
  await own.listen({
    channel: FIRST,
    onMessage: (payload) => news.push(payload),
    onReconnect: () => news.push('connected anew'),
  });
  return { network, news };
}

test.each([
  ['answers, and through which no message comes', withoutNotifications],
  ['is cut half-open', () => () => Buffer.alloc(0)],
])('makes a connection anew that %s, and informs who listens', async (_what, lose) => {
  const { network, news } = await listenThrough(lose);
  network.isLosing = true;
  await notify(FIRST, 'lost');
  await expect.poll(() => news.slice(0, 1), { timeout: 10_000 }).toEqual(['connected anew']);
  await notify(FIRST, 'after');
  await expect.poll(() => news).toEqual(['connected anew', 'after']);
});

test('keeps its connection while the node itself cannot send', async () => {
  let tried = 0;
  const notifyNobody = async () => {
    tried++;
    throw new Error('the pooler is away');
  };
  const own = await openListener({ url: database.url, notify: notifyNobody, log, tryMs: 20 });
  const pids = await listening();
  await expect.poll(() => tried).toBeGreaterThan(3);
  expect(await listening()).toEqual(pids);
  await own.close();
});
