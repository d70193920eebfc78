import type { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { AHEAD_SECONDS } from '../clock.ts';
import type { Database, Queryable } from '../database/database.ts';
import { createLostJobs } from './lost-jobs.ts';

/** How often workers report that they are alive, and after what silence others take over their jobs. */
const BEAT_MS = 10_000;
const SILENT_AFTER_SECONDS = 45;

type Deps = {
  db: Database;
  workerIds: ReadonlySet<string>;
  /** Jobs running in this process, by their ids. */
  running: ReadonlyMap<string, unknown>;
  /** Called if a schedule has run ahead of the present time, which stops it until then. */
  onAhead: () => Promise<unknown>;
  /** For tests; every ten seconds otherwise. */
  beatMs?: number;
  log: Logger;
};

/**
 * Reports this process's workers as alive, and frees the jobs of workers that were killed and those that never arrived, for which
 * graphile-worker itself would wait four hours.
 */
export async function startHeartbeat({
  db,
  workerIds,
  running,
  onAhead,
  beatMs = BEAT_MS,
  log,
}: Deps): Promise<{ stop(): Promise<void> }> {
  const freeLostJobs = createLostJobs({ db, running, log });
  async function beat() {
    try {
      await recordBeat(db, [...workerIds]);
      await freeJobsOfSilentWorkers(db, log);
      await freeLostJobs([...workerIds]);
      if (await isScheduledAhead(db)) await onAhead();
    } catch (error) {
      log.warn({ err: error }, 'the heartbeat of the workers failed');
    }
  }
  await beat();
  const timer = setInterval(beat, beatMs);
  return {
    async stop() {
      clearInterval(timer);
      if (workerIds.size === 0) return;
      await db
        .deleteFrom('worker_heartbeats')
        .where('worker_id', 'in', [...workerIds])
        .execute();
    },
  };
}

/** Whether a schedule last ran at a time that has not come. */
async function isScheduledAhead(db: Database): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker._private_known_crontabs
    where last_execution > now() + make_interval(secs => ${AHEAD_SECONDS}) limit 1`.execute(db);
  return rows.length > 0;
}

async function recordBeat(db: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const beat_at = sql<Date>`now()`;
  await db
    .insertInto('worker_heartbeats')
    .values(ids.map((worker_id) => ({ worker_id, beat_at })))
    .onConflict((conflict) => conflict.column('worker_id').doUpdateSet({ beat_at }))
    .execute();
}

/** When a worker last noted that it is alive; null if none runs. */
export async function readLatestBeat(db: Queryable): Promise<Date | null> {
  const { latest } = await db
    .selectFrom('worker_heartbeats')
    .select(({ fn }) => fn.max('beat_at').as('latest'))
    .executeTakeFirstOrThrow();
  return latest;
}

/** Unlocks the jobs of silent workers, so that others run them. */
export async function freeJobsOfSilentWorkers(db: Database, log: Logger): Promise<void> {
  const { rows } = await sql<{ worker: string }>`
    select distinct locked_by as worker from graphile_worker.jobs
    where locked_by is not null and locked_at < now() - make_interval(secs => ${SILENT_AFTER_SECONDS})
      and not exists (select from worker_heartbeats where worker_id = locked_by
        and beat_at > now() - make_interval(secs => ${SILENT_AFTER_SECONDS}))`.execute(db);
  if (rows.length === 0) return;
  const workers = rows.map((row) => row.worker);
  log.warn({ workers }, 'jobs of silent workers go to others');
  await freeJobs(db, workers);
}

/** Unlocks the jobs of workers known to have ended. */
export async function freeJobs(db: Database, workers: readonly string[]): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(${workers})`.execute(db);
  await db.deleteFrom('worker_heartbeats').where('worker_id', 'in', workers).execute();
}

/** Unlocks all jobs, for a starting node that is the only one: whoever held them is dead. */
export async function freeAllJobs(db: Database): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs where locked_by is not null))`.execute(db);
  await db.deleteFrom('worker_heartbeats').execute();
}

/** Workers of one start. Their jobs are locked under the pool's id. */
export type WorkerPool = { id: string; running: number };

/** Tracks the id of a starting pool and the number of its running jobs. */
export function followPool(events: EventEmitter): WorkerPool {
  const pool = { id: '', running: 0 };
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
    pool.id = workerPool.id;
  });
  events.on('job:start', () => pool.running++);
  for (const end of ['job:success', 'job:error']) events.on(end, () => pool.running--);
  return pool;
}
