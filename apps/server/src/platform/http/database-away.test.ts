import { once } from 'node:events';
import net from 'node:net';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createServer } from './create-server.ts';

/** A server whose one route asks a database that waits, behind a proxy that can be pulled out. */
async function startServer() {
  const log = pino({ level: 'silent' });
  const database = await createTestDatabase();
  const proxy = await startProxy(new URL(database.url));
  const { db, close } = openDatabase({ url: proxy.url, maxConnections: 2, log });
  const policySources = { connectOrigins: [], secureTransport: false };
  const http = await createServer({ log, trustProxy: null, policySources, requestsPerMinute: 1_000 });
  http.get('/wait', async () => (await sql`select pg_sleep(30)`.execute(db)).rows);
  http.get('/now', async () => (await sql`select 1`.execute(db)).rows);
  const address = await http.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await http.close();
    await close();
    proxy.pull();
    await database.drop();
  });
  const sleepers = () =>
    sql<{ pid: number }>`select pid from pg_stat_activity where query like 'select pg_sleep(30)%'`.execute(
      db,
    );
  return { db, proxy, sleepers, call: (path: string) => fetch(address + path) };
}

async function startProxy(url: URL) {
  const sockets = new Set<net.Socket>();
  /** Where the test run's PostgreSQL has its socket, unless it listens to TCP. */
  const folder = url.searchParams.get('host');
  const server = net.createServer((client) => {
    const upstream = folder
      ? net.connect(`${folder}/.s.PGSQL.${url.port}`)
      : net.connect(Number(url.port), url.hostname);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.searchParams.delete('host');
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as net.AddressInfo).port);
  const pull = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: through.href, pull };
}

it('the call that a database leaves unanswered, and those after it, are told to come again', async () => {
  const { call, proxy, sleepers } = await startServer();
  const first = call('/wait');
  await expect.poll(async () => (await sleepers()).rows.length).toBe(1);
  proxy.pull();
  for (const answer of [await first, await call('/now')]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  }
});

it('the call whose connection an administrator ends is told to come again', async () => {
  const { db, call, sleepers } = await startServer();
  const first = call('/wait');
  await expect.poll(async () => (await sleepers()).rows.length).toBe(1);
  const { rows } = await sleepers();
  await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(db);
  expect((await first).status).toBe(503);
  await expect.poll(async () => (await call('/now')).status).toBe(200);
});
