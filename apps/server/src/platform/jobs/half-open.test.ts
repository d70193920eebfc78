import { sql } from 'kysely';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { startDatabaseProxy } from '../testing/fault-proxy.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { runJobs } from './run-jobs.ts';

const log = pino({ level: 'silent' });

test('workers whose listening connection was cut half-open stop within the time of a stop', async () => {
  const database = await createTestDatabase();
  let isDropping = false;
  const network = await startDatabaseProxy(database.url, {
    pass: () => (bytes) => (isDropping ? Buffer.alloc(0) : bytes),
  });
  onTestFinished(async () => {
    network.stop();
    await database.drop();
  });
  const { db, pool, listeningPool, close } = openDatabase({
    url: database.url,
    directUrl: network.url,
    maxConnections: 4,
    log,
  });
  const runner = await runJobs({ db, pool, listeningPool, tasks: [], crons: [], concurrency: 1, log });
  const listening = sql`select from pg_stat_activity
    where datname = current_database() and query like 'LISTEN "jobs:insert"%' and state = 'idle'`;
  await expect.poll(async () => (await listening.execute(db)).rows.length).toBe(1);
  isDropping = true;
  let isStopped = false;
  void runner
    .stop()
    .then(close)
    .then(() => {
      isStopped = true;
    });
  await expect.poll(() => isStopped, { timeout: 15_000 }).toBe(true);
}, 30_000);
