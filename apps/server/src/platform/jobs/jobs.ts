import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../database/database.ts';
import { isDiskFull } from '../disk-room.ts';

/** One kind of background work: its name and its handler. A handler that throws is run again later. */
export type Task = {
  name: string;
  handle(payload: unknown, attempt: JobAttempt): Promise<void>;
  /** Whether its jobs wait for a customer's machine, which may take long: that customer gets a smaller share of the workers. */
  isAway?: boolean;
};
export type JobAttempt = {
  attempt: number;
  maxAttempts: number;
  /** Aborts some seconds after this process began to stop: a job that throws then is run again later. */
  signal?: AbortSignal;
};

/** When a task runs without being asked for. Its job has the task's name as its key: at most one of them waits. */
export type Cron = {
  task: string;
  /** Minute, hour, day, month and weekday in UTC, as in a crontab. */
  at: string;
  /** Whether a run of the last day that was missed, because no node was up, is made up for at the next start. */
  isMadeUpFor?: boolean;
  /** Attempts of one run; 3 unless given, for another run follows. */
  maxAttempts?: number;
  /** Whether a job that waits already keeps its time. */
  keepsTime?: boolean;
};

type JobOptions = {
  /** Replaces a job of the same key that has not begun, so that at most one is pending. */
  key?: string;
  /** Smaller runs first; see PRIORITY. */
  priority?: number;
  runAt?: Date;
  /** Attempts, with exponential backoff, before the job counts as dead. */
  maxAttempts?: number;
  /** The customer whose job it is, for work that takes long: customers share the workers, see `createShares`. */
  sharedBy?: string;
  /** Not begun while the disk has no room; any other job that meets a full disk is put back for a while. */
  needsRoom?: boolean;
};

/**
 * By who waits: a customer watching, a customer who just did something; bulk work and housekeeping keep nobody waiting.
 * What is tried again after it took too much comes after all photos.
 */
export const PRIORITY = { watched: -20, interactive: 0, bulk: 20, again: 30, housekeeping: 40 } as const;

/** Marks jobs that need room. */
export const NEEDS_ROOM = 'needs-room';

function flagsOf({ sharedBy, needsRoom }: Pick<JobOptions, 'sharedBy' | 'needsRoom'>): string[] | null {
  const flags = [...(sharedBy ? [sharedBy] : []), ...(needsRoom ? [NEEDS_ROOM] : [])];
  return flags.length > 0 ? flags : null;
}

/**
 * Thrown by a task that could not even begin, because what it needs is away: its job waits so many milliseconds, as if it had
 * never run, and uses up none of its attempts.
 */
export class NotYet extends Error {
  readonly waitsMs: number;
  constructor(message: string, { waitsMs }: { waitsMs: number }) {
    super(message);
    this.waitsMs = waitsMs;
  }
}

/** Until a job that met a full disk is tried again, in milliseconds. */
const FULL_PAUSE_MS = 15_000;

/** How long a job that met such an error waits, in milliseconds; null for a failure. */
export function waitAfter(error: unknown): number | null {
  if (isDiskFull(error)) return FULL_PAUSE_MS;
  return error instanceof NotYet ? error.waitsMs : null;
}

/** Whether a job that failed is run again. One that only waits always is, so it must not give its work up. */
export function isRunAgain({ attempt, maxAttempts }: JobAttempt, error: unknown): boolean {
  return attempt < maxAttempts || waitAfter(error) !== null;
}

/** Enqueues a job in the transaction of the row that it is about. */
export async function addJob(
  db: Queryable,
  task: string,
  payload: object,
  options: JobOptions = {},
): Promise<void> {
  await sql`select ${addJobSql(task, payload, options)}`.execute(db);
}

type SqlOptions = Omit<JobOptions, 'priority' | 'key'> & {
  priority?: number | RawBuilder<unknown>;
  key?: string | RawBuilder<unknown>;
};

/** The SQL of `addJob`, for a statement that does more, and may work out the payload, as text, the key and the priority. */
export function addJobSql(
  task: string,
  payload: object | RawBuilder<string>,
  options: SqlOptions = {},
): RawBuilder<unknown> {
  const { key = null, priority = PRIORITY.interactive, runAt = null, maxAttempts = 8 } = options;
  const json = 'isRawBuilder' in payload ? payload : JSON.stringify(payload);
  return sql`graphile_worker.add_job(${task}, payload => ${json}::json, job_key => ${key},
    priority => (${priority})::smallint, run_at => ${runAt}::timestamptz, max_attempts => ${maxAttempts}::smallint,
    flags => ${flagsOf(options)}::text[])`;
}

/** Has a job that waits under a key not run; one that has begun goes on. */
export async function removeJob(db: Queryable, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(db);
}

export type NewJob = { task: string; payload: object; options?: JobOptions };

/** Enqueues many jobs at once, each as `addJob` would. */
export async function addJobs(db: Queryable, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const specs = jobs.map(({ task: identifier, payload, options = {} }) => {
    const { key: job_key = null, priority = PRIORITY.interactive, runAt, maxAttempts = 8 } = options;
    return {
      identifier,
      payload,
      job_key,
      priority,
      run_at: runAt ?? null,
      max_attempts: maxAttempts,
      flags: flagsOf(options),
    };
  });
  await sql`select count(*) from graphile_worker.add_jobs(array(
    select spec from json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json) as spec
  ))`.execute(db);
}
