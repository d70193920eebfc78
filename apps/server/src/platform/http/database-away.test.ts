import { sql } from 'kysely';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { startDatabaseProxy } from '../testing/fault-proxy.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createServer } from './create-server.ts';
import { mountOperations } from './operations-routes.ts';

/** A server whose only route runs a waiting query, behind a proxy that can be cut. */
async function startServer() {
  const log = pino({ level: 'silent' });
  const database = await createTestDatabase();
  const proxy = await startDatabaseProxy(database.url);
  const { db, isThere, close } = openDatabase({ url: proxy.url, maxConnections: 2, log });
  const policySources = { connectOrigins: [], secureTransport: false };
  const http = await createServer({ log, trustProxy: null, policySources, requestsPerMinute: 1_000 });
  const free = { bytes: 1, files: 1 };
  http.get(
    '/wait',
    { config: { access: 'public' } },
    async () => (await sql`select pg_sleep(30)`.execute(db)).rows,
  );
  http.get('/now', { config: { access: 'public' } }, async () => (await sql`select 1`.execute(db)).rows);
  mountOperations(http, {
    isDatabaseThere: isThere,
    isStorageThere: async () => true,
    isDraining: () => false,
    mayRemove: () => true,
    isRestored: () => false,
    backfillsPending: () => 0,
    clocks: { offsetMs: () => 0, isWrong: () => false },
    room: { state: async () => ({ free, isFull: false, needed: free }) },
    metricsToken: null,
    isPrivate: true,
    publicUrl: 'http://localhost:3000',
  });
  const address = await http.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await http.close();
    await close();
    proxy.stop();
    await database.drop();
  });
  const sleepers = () =>
    sql<{ pid: number }>`select pid from pg_stat_activity where query like 'select pg_sleep(30)%'`.execute(
      db,
    );
  return { db, proxy, sleepers, call: (path: string) => fetch(address + path) };
}

test('the call that a database leaves unanswered, and later ones, are told to retry', async () => {
  const { call, proxy, sleepers } = await startServer();
  const first = call('/wait');
  await expect.poll(async () => (await sleepers()).rows.length).toBe(1);
  proxy.stop();
  for (const answer of [await first, await call('/now')]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  }
});

test('the call whose connection an administrator ends is told to retry', async () => {
  const { db, call, sleepers } = await startServer();
  const first = call('/wait');
  await expect.poll(async () => (await sleepers()).rows.length).toBe(1);
  const { rows } = await sleepers();
  await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(db);
  expect((await first).status).toBe(503);
  await expect.poll(async () => (await call('/now')).status).toBe(200);
});

test('a database that swallows bytes delays nobody, and readiness says so at once', async () => {
  const { call, proxy, sleepers } = await startServer();
  const timed = async (path: string) => {
    const before = performance.now();
    const { status } = await call(path);
    return { status, seconds: (performance.now() - before) / 1_000 };
  };
  const waiting = timed('/wait');
  await expect.poll(async () => (await sleepers()).rows.length).toBe(1);
  const silence = proxy.fail({ fault: 'hang' });
  const others = ['/now', '/now', '/now'].map(timed);
  const ready = await timed('/health/ready');
  expect(ready.status).toBe(503);
  expect(ready.seconds).toBeLessThan(2);
  for (const { status, seconds } of await Promise.all([waiting, ...others])) {
    expect(status).toBe(503);
    expect(seconds).toBeLessThan(10);
  }
  expect((await timed('/now')).seconds).toBeLessThan(1);
  silence.heal();
  await expect.poll(async () => (await call('/now')).status).toBe(200);
  await expect.poll(async () => (await call('/health/ready')).status).toBe(200);
});

test('a slow statement is waited for as long as the database answers others', async () => {
  const { db } = await startServer();
  await sql`select pg_sleep(9)`.execute(db);
});
