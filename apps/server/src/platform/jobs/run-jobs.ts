import { Logger as GraphileLogger, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { collectWorkerIds, freeAllJobs, startHeartbeat } from './heartbeat.ts';
import type { Task } from './jobs.ts';
import { keepRunning } from './keep-running.ts';
import { releaseOnce } from './release-once.ts';

type Deps = {
  db: Database;
  pool: pg.Pool;
  tasks: readonly Task[];
  /** Lines of graphile-worker's crontab, in UTC. */
  crontab: string;
  concurrency: number;
  /** True when no other process works on this database, as on one machine with a database of its own. */
  isAlone?: boolean;
  log: Logger;
};
export type JobRunner = { stop(): Promise<void> };

/** Runs jobs in this process until stopped. Stopping waits for the jobs that have begun. */
export async function runJobs(deps: Deps): Promise<JobRunner> {
  const { db, pool, tasks, crontab, concurrency, isAlone = false, log } = deps;
  if (isAlone) await freeAllJobs(db);
  const workerIds = new Set<string>();
  const start = (events: WorkerEvents) => {
    collectWorkerIds(events, workerIds);
    return run({
      // Without batches, a failure to record a job's end is an unhandled rejection; with them it is retried.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      pgPool: releaseOnce(pool),
      concurrency,
      crontab,
      events,
      noHandleSignals: true,
      pollInterval: 2_000,
      taskList: Object.fromEntries(tasks.map((task) => [task.name, asGraphileTask(task)])),
      logger: graphileLogger(log),
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

/** graphile-worker's messages in our log, those about every job at debug level. */
function graphileLogger(log: Logger): GraphileLogger {
  return new GraphileLogger((scope) => (level, message, meta) => {
    const line = { job: scope.jobId, task: scope.taskIdentifier, err: meta?.error };
    if (level === 'error') log.error(line, message);
    else if (level === 'warning') log.warn(line, message);
    else log.debug(line, message);
  });
}
