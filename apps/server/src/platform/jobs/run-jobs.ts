import {
  Logger as GraphileLogger,
  type Job,
  type RunnerOptions,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Database, readDatabaseTime } from '../database/database.ts';
import type { DiskRoom } from '../disk-room.ts';
import { fromStoredNames } from '../stored-names.ts';
import { followPool, freeAllJobs, freeJobs, startHeartbeat, type WorkerPool } from './heartbeat.ts';
import {
  addJobs,
  type Cron,
  JobPostponed,
  type KeyedTask,
  lockJob,
  NEEDS_ROOM,
  type Runnable,
  waitAfter,
} from './jobs.ts';
import { keepRunning } from './keep-running.ts';
import { releaseOnce } from './release-once.ts';
import { repairSchedules } from './repair-schedules.ts';
import { createShares } from './shares.ts';

type Deps = {
  db: Database;
  pool: pg.Pool;
  /** Where the connection that listens for jobs comes from. */
  listeningPool?: pg.Pool;
  tasks: readonly Runnable[];
  crons: readonly Cron[];
  concurrency: number;
  /** True if no other process works on this database, as on one machine with a database of its own. */
  isAlone?: boolean;
  /** Without it, jobs that need room always start. */
  room?: Pick<DiskRoom, 'hasRoom'>;
  /** For tests: how often the workers say that they are alive. */
  beatMs?: number;
  log: Logger;
};
export type JobRunner = {
  /** Schedules everything by the present time, after a clock was set back. */
  realign(): Promise<void>;
  stop(): Promise<void>;
};

/** Runs jobs in this process until stopped. Stopping waits for running jobs. */
export async function runJobs(deps: Deps): Promise<JobRunner> {
  const { db, crons, isAlone = false, beatMs, log } = deps;
  if (isAlone) await freeAllJobs(db);
  const running = new Map<string, string>();
  const workerIds = new Set<string>();
  let earlier: WorkerPool | null = null;
  const periodic = crons.map(({ task }) => task);
  const repair = () => repairSchedules(db, periodic, log);
  const start = async (events: WorkerEvents) => {
    await repair();
    const workers = followPool(events);
    const runner = await run({ ...optionsOf(deps, running), events });
    workerIds.clear();
    workerIds.add(workers.id);
    // Jobs still running go to others once their pool has been silent for long enough.
    if (earlier?.running === 0) await freeJobs(db, [earlier.id]).catch((err) => log.warn({ err }, WAITING));
    earlier = workers;
    return runner;
  };
  const runner = await keepRunning(start, log);
  const heartbeat = await startHeartbeat({ db, workerIds, running, onAhead: repair, beatMs, log });
  return {
    async realign() {
      await repair();
      // Their loop sleeps until the time that it had planned next.
      await runner.restart();
    },
    async stop() {
      if (running.size > 0) log.info({ tasks: [...running.values()] }, 'the stop waits for jobs');
      await runner.stop();
      await heartbeat.stop();
    },
  };
}

/** What graphile-worker is started with; `running` is kept up to date. */
function optionsOf(
  { db, pool, listeningPool, tasks, crons, concurrency, room, log }: Deps,
  running: Context['running'],
): RunnerOptions {
  const shares = createShares(concurrency);
  const hasRoom = async () => room?.hasRoom('finishing') ?? true;
  return {
    // Without batches, a failure to record a job's end is an unhandled rejection; with them the workers give up and start again.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    pgPool: releaseOnce(pool, listeningPool),
    concurrency,
    crontab: crons.map(lineOf).join('\n'),
    forbiddenFlags: async () => [...shares.used(), ...((await hasRoom()) ? [] : [NEEDS_ROOM])],
    noHandleSignals: true,
    pollInterval: 2_000,
    taskList: Object.fromEntries(
      tasks.map((task) => [task.name, asGraphileTask(task, { db, shares, running, log })]),
    ),
    logger: graphileLogger(log),
  };
}

/** A line of graphile-worker's crontab. */
function lineOf({ task, at, isMadeUpFor, maxAttempts = 3, keepsTime }: Cron): string {
  const options = new URLSearchParams({ jobKey: task, max: String(maxAttempts) });
  if (isMadeUpFor) options.set('fill', '1d');
  if (keepsTime) options.set('jobKeyMode', 'preserve_run_at');
  return `${at} ${task} ?${options}`;
}

const WAITING = 'jobs whose end was not recorded wait for the heartbeat';

type Context = {
  db: Database;
  shares: ReturnType<typeof createShares>;
  /** Tasks of the jobs running in this process, by job id. */
  running: Map<string, string>;
  log: Logger;
};

function asGraphileTask(task: Runnable, { db, shares, running, log }: Context): TaskList[string] {
  const handle = (payload: unknown, job: Job, signal?: AbortSignal) =>
    task.handle(fromStoredNames(payload), { attempt: job.attempts, maxAttempts: job.max_attempts, signal });
  /** Runs a job within its customer's share of the workers. */
  const runShared = async (payload: unknown, job: Job, signal?: AbortSignal) => {
    const customer = customerOf(job);
    const end =
      customer === undefined
        ? () => undefined
        : shares.take(customer, { runsElsewhere: task.runsElsewhere ?? false });
    // Several idle workers may fetch jobs of one customer at the same moment: those beyond the share go back to the queue.
    if (!end) return putBack(db, job);
    try {
      await handle(payload, job, signal);
    } catch (error) {
      const delayMs = waitAfter(error);
      if (delayMs === null || isPeriodic(payload)) throw error;
      log[levelOf(error)]({ err: error, task: task.name }, 'a job waits until it can be done');
      await putBack(db, job, new Date((await readDatabaseTime(db)).getTime() + delayMs));
    } finally {
      end();
    }
  };
  return async (payload, { job, abortSignal }) => {
    // Our connections read it as a number, whatever its type says.
    const id = String(job.id);
    running.set(id, task.name);
    try {
      await runShared(payload, job, abortSignal);
    } finally {
      running.delete(id);
    }
  };
}

const levelOf = (error: unknown) => (error instanceof JobPostponed && error.isExpected ? 'debug' : 'warn');

const customerOf = (job: Job) => Object.keys(job.flags ?? {}).find((flag) => flag !== NEEDS_ROOM);

/** Cron jobs recur anyway. */
const isPeriodic = (payload: unknown) =>
  typeof payload === 'object' && payload !== null && '_cron' in payload;

/**
 * Requeues a job as if it had never begun: it uses up none of its attempts, and is as old as before. Not if its work was requested
 * again while it ran, because that job has the newer payload.
 */
async function putBack(db: Database, job: Job, runAt?: Date): Promise<void> {
  const { key, priority, max_attempts: maxAttempts } = job;
  const needsRoom = NEEDS_ROOM in (job.flags ?? {});
  const options = {
    key: key ?? undefined,
    priority,
    maxAttempts,
    sharedBy: customerOf(job),
    needsRoom,
    runAt,
  };
  await db.transaction().execute(async (trx) => {
    if (!(await lockJob(trx, job))) return;
    const task = job.task_identifier as KeyedTask;
    const [id] = await addJobs(trx, [{ task, payload: job.payload as object, options }]);
    await sql`update graphile_worker._private_jobs set created_at = ${job.created_at} where id = ${id}`.execute(
      trx,
    );
  });
}

/** Writes graphile-worker's messages to our log, those about every job at debug level. A job that fails is one line. */
function graphileLogger(log: Logger): GraphileLogger {
  return new GraphileLogger((scope) => (level, text, meta) => {
    const job = meta?.job as Job | undefined;
    const { id = scope.jobId, task_identifier: task = scope.taskIdentifier } = job ?? {};
    const line = { job: id, task, attempt: job?.attempts, err: meta?.error ?? meta?.fatalError };
    // Its text repeats the error with its stack.
    const message = meta?.failure ? 'a job failed' : text;
    if (level === 'error') log.error(line, message);
    else if (level === 'warning') log.warn(line, message);
    else log.debug(line, message);
  });
}
