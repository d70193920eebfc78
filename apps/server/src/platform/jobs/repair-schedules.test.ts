import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { freeJobsOfSilentWorkers } from './heartbeat.ts';
import { addJob, type Cron, keyedTask, type Runnable } from './jobs.ts';
import { repairSchedules } from './repair-schedules.ts';
import { runJobs } from './run-jobs.ts';

const log = pino({ level: 'silent' });
let connection: OpenTestDatabase;
beforeEach(async () => {
  connection = await openTestDatabase();
});
afterEach(() => connection.stop());

/** A task that is due at any minute of the last day, and made up for. */
const HOURLY: Cron = { task: 'hourly', at: '0 * * * *', isMadeUpFor: true };
const NINE_DAYS = `interval '9 days'`;

async function start(ran: string[]) {
  const task = (name: string): Runnable => ({ name, handle: async () => void ran.push(name) });
  const tasks = ['hourly', 'note', 'rest'].map(task);
  return await runJobs({ ...connection, tasks, crons: [HOURLY], concurrency: 1, log });
}
const ahead = (statement: string) => connection.pool.query(statement);
/** As if a schedule of a running node had run while a clock was ahead. */
async function scheduleAhead(): Promise<void> {
  const change = `update graphile_worker._private_known_crontabs set last_execution = now() + ${NINE_DAYS}`;
  await expect.poll(async () => (await ahead(change)).rowCount, { timeout: 10_000 }).toBe(1);
}

test('a schedule that ran while the clock was ahead goes on at the next start', async () => {
  await ahead(
    `insert into graphile_worker._private_known_crontabs values ('hourly', now(), now() + ${NINE_DAYS})`,
  );
  const ran: string[] = [];
  const runner = await start(ran);
  await expect.poll(() => ran, { timeout: 10_000 }).toContain('hourly');
  await runner.stop();
});

test('so it does in a running node, whose clock was set back', async () => {
  const ran: string[] = [];
  const runner = await start(ran);
  await scheduleAhead();
  await runner.realign();
  await expect.poll(() => ran, { timeout: 10_000 }).toContain('hourly');
  await addJob(connection.db, 'note', {});
  await expect.poll(() => ran, { timeout: 10_000 }).toContain('note');
  await runner.stop();
});

test('and in nodes that find what another one has scheduled ahead', { timeout: 30_000 }, async () => {
  const runner = await start([]);
  await scheduleAhead();
  const isAhead = async () =>
    (await ahead('select from graphile_worker._private_known_crontabs where last_execution > now()'))
      .rowCount;
  await expect.poll(isAhead, { timeout: 25_000 }).toBe(0);
  await runner.stop();
});

test('jobs keep how long they wait, whatever the time was when they were added', async () => {
  const waits = async () => {
    const { rows } = await ahead(`select key, round(extract(epoch from run_at - now()) / 60)::int as minutes
      from graphile_worker.jobs order by key`);
    return rows.map(({ key, minutes }) => [key, minutes]);
  };
  const task = keyedTask('note', { lossIs: 'a test fails' });
  const later = (minutes: number) => new Date(Date.now() + 60_000 * minutes);
  await addJob(connection.db, task, {}, { key: 'now' });
  await addJob(connection.db, task, {}, { key: 'soon', runAt: later(30) });
  await ahead(`update graphile_worker._private_jobs set created_at = created_at + ${NINE_DAYS},
    updated_at = updated_at + ${NINE_DAYS}, run_at = run_at + ${NINE_DAYS}`);
  await addJob(connection.db, task, {}, { key: 'planned', runAt: later(30 * 24 * 60) });
  // By a node whose clock was ahead while the database's was right.
  await addJob(
    connection.db,
    keyedTask('rest', { foundBy: 'rest' }),
    {},
    { key: 'rest', runAt: later(9 * 24 * 60) },
  );
  expect(await repairSchedules(connection.db, ['rest'], log)).toBe(3);
  expect(await waits()).toEqual([
    ['now', 0],
    ['planned', 30 * 24 * 60],
    ['rest', 0],
    ['soon', 30],
  ]);
  expect(await repairSchedules(connection.db, ['rest'], log)).toBe(0);
});

test('jobs of a worker that died while the clock was ahead are taken over', async () => {
  await addJob(connection.db, 'note', {});
  await ahead(
    `update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() + ${NINE_DAYS}`,
  );
  await ahead(`insert into worker_heartbeats values ('dead', now() + ${NINE_DAYS})`);
  await repairSchedules(connection.db, [], log);
  await ahead(`update worker_heartbeats set beat_at = beat_at - interval '1 minute'`);
  await ahead(`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`);
  await freeJobsOfSilentWorkers(connection.db, log);
  expect((await ahead('select from graphile_worker.jobs where locked_at is null')).rowCount).toBe(1);
});
