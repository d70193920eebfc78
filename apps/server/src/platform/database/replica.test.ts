import { sql } from 'kysely';
import pino from 'pino';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readLatestBeat } from '../jobs/heartbeat.ts';
import { startDatabaseProxy } from '../testing/fault-proxy.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Database, Queryable } from './database.ts';
import { openReplica } from './replica.ts';

const HOUR = 3_600_000;
const now = new Date('2026-06-15T10:00:00Z');
const clock = () => now;

let lines: string[];
beforeEach(() => {
  lines = [];
});
const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line).msg) });

/** Two databases: what the second has of the first, and since when, is up to the test. */
async function open({ judgedMs = 0 } = {}) {
  const primary = await openTestDatabase();
  const copy = await openTestDatabase();
  const proxy = await startDatabaseProxy(copy.url);
  const replica = openReplica({
    url: proxy.url,
    isPooled: false,
    primary: primary.db,
    readLatestBeat,
    clock,
    log,
    judgedMs,
  });
  onTestFinished(async () => {
    await replica.close();
    proxy.stop();
    await copy.stop();
    await primary.stop();
  });
  const nameOf = async (db: Queryable) =>
    (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name;
  const names = new Map([
    [await nameOf(primary.db), 'primary'],
    [await nameOf(copy.db), 'replica'],
  ]);
  return {
    proxy,
    copy: copy.db,
    ask: async () => names.get(await replica.fromReplica(nameOf)),
    fromReplica: replica.fromReplica,
  };
}

async function beat(db: Database, beat_at: Date): Promise<void> {
  await db
    .insertInto('worker_heartbeats')
    .values({ worker_id: 'worker', beat_at })
    .onConflict((conflict) => conflict.column('worker_id').doUpdateSet({ beat_at }))
    .execute();
}

test('a replica that follows answers', async () => {
  const { copy, ask } = await open();
  await beat(copy, new Date(now.getTime() - 20_000));
  expect(await ask()).toBe('replica');
  expect(lines).toEqual([]);
});

test('the primary answers for one that is an hour behind, which the log says once, until it follows again', async () => {
  const { copy, ask } = await open();
  await beat(copy, new Date(now.getTime() - HOUR));
  expect([await ask(), await ask(), await ask()]).toEqual(['primary', 'primary', 'primary']);
  expect(lines).toEqual(['the primary answers for the replica']);
  await beat(copy, now);
  expect(await ask()).toBe('replica');
  expect(lines).toEqual(['the primary answers for the replica', 'the replica is used again']);
});

test('the primary answers for one that is away, also if it goes while it is being read', async () => {
  const { copy, ask, proxy } = await open({ judgedMs: HOUR });
  await beat(copy, now);
  expect(await ask()).toBe('replica');
  proxy.stop();
  expect([await ask(), await ask()]).toEqual(['primary', 'primary']);
  expect(lines.filter((line) => line === 'the primary answers for the replica')).toHaveLength(1);
});

test('a mistake in what is read is no fault of the replica', async () => {
  const { copy, ask, fromReplica } = await open();
  await beat(copy, now);
  await expect(fromReplica((db) => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero');
  expect(await ask()).toBe('replica');
});
