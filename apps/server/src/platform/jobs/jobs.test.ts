import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { freeJobsOfSilentWorkers } from './heartbeat.ts';
import { addJob, PRIORITY, type Runnable } from './jobs.ts';
import { runJobs } from './run-jobs.ts';

const log = pino({ level: 'silent' });
let connection: OpenTestDatabase;
beforeAll(async () => {
  connection = await openTestDatabase();
});
afterAll(() => connection.stop());

const run = (tasks: Runnable[]) => runJobs({ ...connection, tasks, crons: [], concurrency: 1, log });

describe('jobs', () => {
  test('belong to their row’s transaction: none is left of a failed one', async () => {
    const { db } = connection;
    const failing = db.transaction().execute(async (trx) => {
      await addJob(trx, 'never', {});
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const { rows } = await connection.pool.query(
      `select from graphile_worker.jobs where task_identifier = 'never'`,
    );
    expect(rows).toHaveLength(0);
  });

  test('run in the order of their urgency', async () => {
    const ran: string[] = [];
    await addJob(connection.db, 'note', { name: 'bulk' }, { priority: PRIORITY.bulk });
    await addJob(connection.db, 'note', { name: 'interactive' });
    await addJob(connection.db, 'note', { name: 'watched' }, { priority: PRIORITY.watched });
    const runner = await run([
      { name: 'note', handle: async (payload) => void ran.push((payload as { name: string }).name) },
    ]);
    await expect.poll(() => ran).toEqual(['watched', 'interactive', 'bulk']);
    await runner.stop();
  });

  test('without attempts left are in the view of dead jobs with their reason', async () => {
    await addJob(connection.db, 'break', {}, { maxAttempts: 1 });
    const runner = await run([{ name: 'break', handle: () => Promise.reject(new Error('it is broken')) }]);
    const dead = () =>
      connection.db.selectFrom('dead_jobs').select(['task_identifier', 'last_error']).execute();
    await expect.poll(async () => (await dead()).map((job) => job.task_identifier)).toEqual(['break']);
    expect((await dead())[0]?.last_error).toContain('it is broken');
    await runner.stop();
  });

  test('that a stop waits for are named in the log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    const [started, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const task: Runnable = {
      name: 'take-long',
      handle() {
        started.resolve();
        return done.promise;
      },
    };
    await addJob(connection.db, 'take-long', {});
    const runner = await runJobs({ ...connection, tasks: [task], crons: [], concurrency: 1, log });
    await started.promise;
    const stopped = runner.stop();
    done.resolve();
    await stopped;
    const line = lines.find((one) => one.includes('the stop waits for jobs')) ?? '{}';
    expect(JSON.parse(line).tasks).toEqual(['take-long']);
  });

  test.each([1, 2])(
    'continue after a database that was unreachable when %i of them ended',
    { timeout: 90_000 },
    async (count) => {
      const lost = await openTestDatabase();
      const name = new URL(lost.url).pathname.slice(1);
      const asOperator = (statement: string) => connection.pool.query(statement);
      const { promise: gone, resolve: takeAway } = Promise.withResolvers<void>();
      const ran: string[] = [];
      const tasks: Runnable[] = [
        {
          name: 'outlast',
          async handle() {
            if (ran.push('outlast') > count) return;
            if (ran.length === count) takeAway();
            await gone.then(() => asOperator(`alter database ${name} allow_connections false`));
            await asOperator(
              `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
            );
          },
        },
        { name: 'follow', handle: async () => void ran.push('follow') },
      ];
      for (let job = 0; job < count; job++) await addJob(lost.db, 'outlast', {});
      const stated: string[] = [];
      const loud = pino({}, { write: (line: string) => void stated.push(line) });
      const runner = await runJobs({ ...lost, tasks, crons: [], concurrency: count, log: loud });
      await expect.poll(() => ran).toHaveLength(count);
      await gone;
      await expect.poll(() => stated.join(), { timeout: 25_000 }).toContain('gave up');
      await asOperator(`alter database ${name} allow_connections true`);
      const follow = () =>
        addJob(lost.db, 'follow', {}).then(
          () => true,
          () => false,
        );
      await expect.poll(follow, { timeout: 20_000 }).toBe(true);
      await expect.poll(() => ran, { timeout: 20_000 }).toContain('follow');
      const left = async () => (await lost.pool.query('select from graphile_worker.jobs')).rowCount;
      await expect.poll(left, { timeout: 15_000 }).toBe(0);
      await runner.stop();
      await lost.stop();
    },
  );

  test('are fetched again after the connection of the workers’ first query was cut', {
    timeout: 60_000,
  }, async () => {
    const lost = await openTestDatabase();
    await lost.pool.query(`
      create sequence cut_once;
      create function cut() returns trigger language plpgsql as $$ begin
        if nextval('cut_once') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
        return null;
      end $$;
      create trigger cut before insert on graphile_worker._private_tasks for each statement execute function cut()`);
    const ran: string[] = [];
    const stated: string[] = [];
    const loud = pino({}, { write: (line: string) => void stated.push(line) });
    const tasks: Runnable[] = [{ name: 'follow', handle: async () => void ran.push('follow') }];
    const runner = await runJobs({ ...lost, tasks, crons: [], concurrency: 2, log: loud });
    await expect.poll(() => stated.join(), { timeout: 25_000 }).toContain('gave up');
    await lost.pool.query('drop trigger cut on graphile_worker._private_tasks');
    await addJob(lost.db, 'follow', {});
    await expect.poll(() => ran, { timeout: 20_000 }).toEqual(['follow']);
    await runner.stop();
    await lost.stop();
  });

  test('of a killed worker are given to others', async () => {
    await addJob(connection.db, 'resume', {});
    await connection.pool.query(
      `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '1 minute', attempts = 1
       where task_id = (select id from graphile_worker._private_tasks where identifier = 'resume')`,
    );
    await freeJobsOfSilentWorkers(connection.db, log);
    const attempts: number[] = [];
    const runner = await run([
      { name: 'resume', handle: async (_payload, { attempt }) => void attempts.push(attempt) },
    ]);
    await expect.poll(() => attempts).toEqual([2]);
    await runner.stop();
  });

  test('of a run killed a moment ago are resumed at once by a node that is alone', async () => {
    await addJob(connection.db, 'take-up', {});
    await connection.pool.query(`insert into worker_heartbeats values ('killed', now())`);
    await connection.pool.query(
      `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now(), attempts = 1
       where task_id = (select id from graphile_worker._private_tasks where identifier = 'take-up')`,
    );
    let runs = 0;
    const tasks = [{ name: 'take-up', handle: async () => void runs++ }];
    const runner = await runJobs({ ...connection, tasks, crons: [], concurrency: 1, isAlone: true, log });
    await expect.poll(() => runs).toBe(1);
    await runner.stop();
  });

  test('in progress stay with their worker, however long they take', async () => {
    await addJob(connection.db, 'last', {});
    const { promise, resolve } = Promise.withResolvers<void>();
    let runs = 0;
    const runner = await run([{ name: 'last', handle: () => promise.then(() => void runs++) }]);
    const locked = () =>
      connection.pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'
        where locked_by is not null`);
    await expect.poll(async () => (await locked()).rowCount).toBe(1);
    await freeJobsOfSilentWorkers(connection.db, log);
    expect((await locked()).rowCount).toBe(1);
    resolve();
    await expect.poll(() => runs).toBe(1);
    await runner.stop();
  });

  test('of a worker with a heartbeat stay its own', async () => {
    await addJob(connection.db, 'mine', {});
    await connection.pool.query(`insert into worker_heartbeats values ('alive', now())`);
    await connection.pool.query(
      `update graphile_worker._private_jobs set locked_by = 'alive', locked_at = now() - interval '1 minute'
       where task_id = (select id from graphile_worker._private_tasks where identifier = 'mine')`,
    );
    await freeJobsOfSilentWorkers(connection.db, log);
    const { rows } = await connection.pool.query(
      `select locked_by from graphile_worker.jobs where task_identifier = 'mine'`,
    );
    expect(rows).toEqual([{ locked_by: 'alive' }]);
  });
});
