import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { type DatabaseConnection, openDatabase } from './database.ts';
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
  listener = await openListener({ url: database.url, log });
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
