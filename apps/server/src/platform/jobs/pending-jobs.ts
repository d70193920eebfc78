import { sql } from 'kysely';
import type { Queryable } from '../database/database.ts';
import { mentions } from '../database/mentions.ts';
import { PRIORITY } from './jobs.ts';

/**
 * SQL telling that no job does, or will do, the work of a key, which is SQL as well; for statements that are written as text. A
 * running job counts even in its last attempt.
 */
export const hasNoJob = (key: string): string => `not exists (select from graphile_worker.jobs as job
  where job.key = ${key} and (job.attempts < job.max_attempts or job.locked_at is not null))`;

/** Whether a job does, or will do, the work of this key. */
export async function hasJob(db: Queryable, key: string): Promise<boolean> {
  const state = (await readJobStates(db, [key])).get(key);
  return state !== undefined && !state.isDead;
}

/** How far a job has come. `isDead` once it has used up its attempts. */
export type JobState = { attempts: number; isDead: boolean; error: string | null };

/** The jobs with these keys, by key. */
export async function readJobStates(
  db: Queryable,
  keys: readonly string[],
): Promise<ReadonlyMap<string, JobState>> {
  const { rows } = await sql<JobState & { key: string }>`select key, attempts::int as attempts,
      attempts >= max_attempts and locked_at is null as "isDead", last_error as error
    from graphile_worker.jobs where key = any(${keys})`.execute(db);
  return new Map(rows.map(({ key, ...state }) => [key, state]));
}

/** Lets jobs that have not begun overtake all others, except those that come last because they took too much. */
export async function prioritizeJobs(db: Queryable, keys: readonly string[]): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array(
    select id from graphile_worker.jobs
    where key = any(${keys}) and locked_at is null and attempts = 0
      and priority > ${PRIORITY.watched} and priority <> ${PRIORITY.repeated}
  ), priority => ${PRIORITY.watched})`.execute(db);
}

/** Deletes the jobs with these keys. Returns the keys of those that run and go on, superseded ones included. */
export async function deleteJobsByKey(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  await sql`select from graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where key = any(${keys}) and locked_at is null))`.execute(db);
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker._private_jobs where key = any(${keys})
    union all select flags ->> 'superseded' from graphile_worker._private_jobs
      where flags ? 'superseded' and flags ->> 'superseded' = any(${keys})`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** A job of a task; its payload has stored names. */
export type PendingJob = { id: string; payload: unknown; createdAt: Date };

/** All jobs of a task, running and dead ones included, in the order in which they were added. */
export async function listJobs(db: Queryable, task: string): Promise<PendingJob[]> {
  const { rows } = await sql<PendingJob>`select job.id::text, payload, created_at as "createdAt"
    from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = ${task} order by job.id`.execute(db);
  return rows;
}

/** Deletes these jobs, except those that run. */
export async function deleteJobs(db: Queryable, ids: readonly string[]): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs where id = any(${ids}::bigint[]) and locked_at is null))`.execute(
    db,
  );
}

/** Deletes the jobs whose payload or error mentions one of these names, including dead ones but not running ones. */
export async function deleteJobsMentioning(db: Queryable, names: readonly string[]): Promise<void> {
  const isNamed = sql.join(
    [mentions(sql`payload::text`, names), mentions(sql`last_error`, names)],
    sql` or `,
  );
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs where locked_at is null and (${isNamed})
  ))`.execute(db);
}
