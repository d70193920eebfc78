import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../database/database.ts';
import { isDiskFull } from '../disk-room.ts';
import { toStoredNames } from '../stored-names.ts';

/** One kind of background work, as it is run: its name and its handler. A handler that throws is run again later. */
export type Runnable = {
  name: string;
  handle(payload: unknown, attempt: JobAttempt): Promise<void>;
  /** Whether its jobs wait for a customer's machine, which may take long: that customer gets a smaller share of the workers. */
  runsElsewhere?: boolean;
};
/** One kind of background work, as a module declares it. */
export type Task = Runnable & {
  /**
   * Whether its jobs wait while the database may be an earlier one: true for whatever leaves the house, because it must not leave
   * twice (ADR 81). `npm run conventions` looks where something can leave.
   */
  waitsForReconcile: boolean;
};
export type JobAttempt = {
  attempt: number;
  maxAttempts: number;
  /** Aborts some seconds after this process begins to stop: a job that throws then is run again later. */
  signal?: AbortSignal;
};

/** When a task runs on a schedule. Its job has the task's name as its key, so at most one is pending. */
export type Cron = {
  task: string;
  /** Minute, hour, day, month and weekday in UTC, as in a crontab. */
  at: string;
  /** Whether a run missed within the last day, because no node was up, is caught up on at the next start. */
  isMadeUpFor?: boolean;
  /** Attempts per run; 3 by default, because another run follows. */
  maxAttempts?: number;
  /** Whether an already pending job keeps its time. */
  keepsTime?: boolean;
};

type Options = {
  /** Smaller runs first; see PRIORITY. */
  priority?: number;
  runAt?: Date;
  /** Attempts, with exponential backoff, before the job counts as dead. */
  maxAttempts?: number;
  /** The customer whose job it is, for long-running work: customers share the workers, see `createShares`. */
  sharedBy?: string;
  /** Not started while the disk has no room; any other job that meets a full disk is postponed. */
  needsRoom?: boolean;
};
type Keyed = Options & {
  /** Replaces a job with the same key that has not begun, so that at most one is pending. */
  key?: string | undefined;
};
type Unkeyed = Options & { key?: undefined };

/** Where the work of a keyed task is found if its job is missing: by a periodic task, or what it costs if nothing looks. */
type Housekeeping = { foundBy: string } | { lossIs: string };

declare const isKeyed: unique symbol;
/** The name of a task whose jobs have keys. No other task's jobs may: whoever gives a key says who finds lost work (ADR 77). */
export type KeyedTask = string & { readonly [isKeyed]: true };

/** Declares a task whose jobs have keys; `npm run conventions` checks that the periodic task exists. */
export const keyedTask = (name: string, _housekeeping: Housekeeping): KeyedTask => name as KeyedTask;

/** How long a job works before it yields to others; a server that stops waits for it, too. */
export const TURN_MS = 4_000;
/** What has been waiting this long for a job has one that waits as well, or none at all. */
export const PATIENCE_MINUTES = 15;

/** Rows that background work takes at a time: others get their turn in between, and a stop is noticed. */
export const BATCH = 500;
/** Rows that one statement takes if nothing else is done for each. */
export const LARGE_BATCH = 5_000;
/** Attempts of work that must be done: with the queue's pauses, which grow to six hours, they cover more than four days. */
export const PATIENT_ATTEMPTS = 25;

/**
 * Ordered by who waits: a customer watching, a customer who has just acted; bulk work and housekeeping keep nobody waiting.
 * Retries of photos that took too much come after all other photos.
 */
export const PRIORITY = { watched: -20, interactive: 0, bulk: 20, repeated: 30, housekeeping: 40 } as const;

/** Flag of jobs that need room. */
export const NEEDS_ROOM = 'needs-room';

const ATTEMPTS = 8;

function flagsOf({ sharedBy, needsRoom }: Pick<Options, 'sharedBy' | 'needsRoom'>): string[] | null {
  const flags = [...(sharedBy ? [sharedBy] : []), ...(needsRoom ? [NEEDS_ROOM] : [])];
  return flags.length > 0 ? flags : null;
}

/**
 * Thrown by a task that could not even begin because something it needs is unavailable: its job waits `delayMs` milliseconds as
 * if it had never run, and uses up none of its attempts.
 */
export class JobPostponed extends Error {
  readonly delayMs: number;
  /** Something else tells the operator why jobs wait. */
  readonly isExpected: boolean;
  constructor(message: string, { delayMs, isExpected = false }: { delayMs: number; isExpected?: boolean }) {
    super(message);
    this.delayMs = delayMs;
    this.isExpected = isExpected;
  }
}

/** Pause before a job that met a full disk is tried again, in milliseconds. */
const FULL_PAUSE_MS = 15_000;

/** How long a job waits after such an error, in milliseconds; null for a failure. */
export function waitAfter(error: unknown): number | null {
  if (isDiskFull(error)) return FULL_PAUSE_MS;
  return error instanceof JobPostponed ? error.delayMs : null;
}

/** Whether a failed job is run again. A job that only waits always is, so it must not give up its work. */
export function isRunAgain({ attempt, maxAttempts }: JobAttempt, error: unknown): boolean {
  return attempt < maxAttempts || waitAfter(error) !== null;
}

/**
 * Enqueues a job in the transaction of the row that it concerns: once that commits, the job is there. A key needs a `keyedTask`.
 * Throws if a job with the key was being fetched again and again.
 */
export async function addJob(db: Queryable, task: KeyedTask, payload: object, options?: Keyed): Promise<void>;
export async function addJob(db: Queryable, task: string, payload: object, options?: Unkeyed): Promise<void>;
export async function addJob(
  db: Queryable,
  task: string,
  payload: object,
  options: Keyed = {},
): Promise<void> {
  await addJobs(db, [{ task: task as KeyedTask, payload, options }]);
}

type SqlOptions = Omit<Options, 'priority'> & {
  priority?: number | RawBuilder<unknown>;
  key?: string | RawBuilder<unknown>;
};

/** The SQL of `addJob`, for a statement that does more and may compute the payload (as text), the key and the priority. */
export function addJobSql(
  task: KeyedTask,
  payload: object | RawBuilder<string>,
  options: SqlOptions = {},
): RawBuilder<unknown> {
  const { key = null, priority = PRIORITY.interactive, runAt = null, maxAttempts = ATTEMPTS } = options;
  const json = 'isRawBuilder' in payload ? payload : JSON.stringify(toStoredNames(payload));
  return sql`(select * from request_jobs(array[row(${task}, ${json}::json, null, ${runAt}::timestamptz,
    ${maxAttempts}::smallint, ${key}, (${priority})::smallint, ${flagsOf(options)}::text[])::graphile_worker.job_spec]))`;
}

/** Cancels a pending job by its key; one that has begun continues. */
export async function removeJob(db: Queryable, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(db);
}

/** Keeps a running job from being superseded until the transaction ends; false if it was. */
export async function lockJob(
  trx: Queryable,
  { id, key }: { id: string; key: string | null },
): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker._private_jobs
    where id = ${id} and key is not distinct from ${key} for update`.execute(trx);
  return rows.length > 0;
}

export type NewJob = { payload: object } & (
  | { task: KeyedTask; options?: Keyed }
  | { task: string; options?: Unkeyed }
);

/**
 * Enqueues many jobs at once, each as `addJob` would. In the order of their keys, so that two batches never block each other.
 * Returns their ids, in no particular order.
 */
export async function addJobs(db: Queryable, jobs: readonly NewJob[]): Promise<string[]> {
  if (jobs.length === 0) return [];
  const specs = jobs.map(({ task: identifier, payload, options = {} }) => {
    const { key: job_key = null, priority = PRIORITY.interactive, runAt, maxAttempts = ATTEMPTS } = options;
    return {
      identifier,
      payload: toStoredNames(payload),
      job_key,
      priority,
      run_at: runAt ?? null,
      max_attempts: maxAttempts,
      flags: flagsOf(options),
    };
  });
  const { rows } = await sql<{ id: string }>`select id::text from request_jobs(array(
    select spec from json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json) as spec
    order by job_key
  )) as requested (id)`.execute(db);
  return rows.map(({ id }) => id);
}
