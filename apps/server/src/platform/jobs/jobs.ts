import { run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../database/database.ts';
import { collectWorkerIds, freeAllJobs, startHeartbeat } from './heartbeat.ts';
import { jobLogger } from './job-logger.ts';
import { keepRunning } from './keep-running.ts';
import { releaseOnce } from './release-once.ts';

/** One kind of background work: its name, and what to do with the payload of a job. Throwing means: try again later. */
export type Task = { name: string; handle(payload: unknown, attempt: JobAttempt): Promise<void> };
export type JobAttempt = {
  attempt: number;
  maxAttempts: number;
  /** Asks a job to end by throwing, some seconds after this process began to stop: it is done later. */
  signal?: AbortSignal;
};

type JobOptions = {
  /** A job of the same key that has not begun is replaced, so at most one waits. */
  key?: string;
  /** Smaller runs first; see PRIORITY. */
  priority?: number;
  runAt?: Date;
  /** Attempts with exponential backoff before the job counts as dead. */
  maxAttempts?: number;
};

/** What waits for whom: a customer looking at it, a customer who just did something, bulk work, housekeeping. */
export const PRIORITY = { watched: -20, interactive: 0, bulk: 20, housekeeping: 40 } as const;

/** Enqueues a job in the transaction of the row that it is about. */
export async function addJob(
  db: Queryable,
  task: string,
  payload: object,
  options: JobOptions = {},
): Promise<void> {
  await sql`select ${addingJob(task, payload, options)}`.execute(db);
}

/** The call that `addJob` makes, for a statement that does more. */
export function addingJob(task: string, payload: object, options: JobOptions = {}): RawBuilder<unknown> {
  const { key = null, priority = PRIORITY.interactive, runAt = null, maxAttempts = 8 } = options;
  return sql`graphile_worker.add_job(${task}, payload => ${JSON.stringify(payload)}::json, job_key => ${key},
    priority => ${priority}::smallint, run_at => ${runAt}::timestamptz, max_attempts => ${maxAttempts}::smallint)`;
}

export type NewJob = { task: string; payload: object; options?: JobOptions };

/** Enqueues many jobs at once, as `addJob` each of them. */
export async function addJobs(db: Queryable, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const specs = jobs.map(({ task: identifier, payload, options = {} }) => {
    const { key: job_key = null, priority = PRIORITY.interactive, runAt, maxAttempts = 8 } = options;
    return { identifier, payload, job_key, priority, run_at: runAt ?? null, max_attempts: maxAttempts };
  });
  await sql`select count(*) from graphile_worker.add_jobs(array(
    select spec from json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json) as spec
  ))`.execute(db);
}

type Deps = {
  db: Database;
  pool: pg.Pool;
  tasks: readonly Task[];
  /** Lines of graphile-worker's crontab, in UTC. */
  crontab: string;
  concurrency: number;
  /** True when no other process can have jobs of this database, as on one machine with a database of its own. */
  isAlone?: boolean;
  log: Logger;
};
export type JobRunner = { stop(): Promise<void> };

/** Runs jobs in this process until stopped; stopping waits for those that have begun. */
export async function runJobs(deps: Deps): Promise<JobRunner> {
  const { db, pool, tasks, crontab, concurrency, isAlone = false, log } = deps;
  if (isAlone) await freeAllJobs(db);
  const workerIds = new Set<string>();
  const start = (events: WorkerEvents) => {
    collectWorkerIds(events, workerIds);
    return run({
      // Without batches a job's end that cannot be noted is a rejection that nobody handles; with them it is retried.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      pgPool: releaseOnce(pool),
      concurrency,
      crontab,
      events,
      noHandleSignals: true,
      pollInterval: 2_000,
      taskList: Object.fromEntries(tasks.map((task) => [task.name, asGraphileTask(task)])),
      logger: jobLogger(log),
    });
  };
  const runner = await keepRunning(start, log);
  const heartbeat = await startHeartbeat({ db, workerIds, log });
  return {
    async stop() {
      await runner.stop();
      await heartbeat.stop();
    },
  };
}

function asGraphileTask(task: Task): TaskList[string] {
  return (payload, { job, abortSignal: signal }) =>
    task.handle(payload, { attempt: job.attempts, maxAttempts: job.max_attempts, signal });
}
