import { HOUR_MINUTES } from '@keepsake/contracts/platform/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Queryable } from '../database/database.ts';
import { actOnEach } from '../each-item.ts';
import { BATCH, PATIENCE_MINUTES } from './jobs.ts';

/** Nothing is planned for later than this, neither by a task nor by the queue, whose pauses grow to six hours. */
export const LONGEST_WAIT_MINUTES = 25 * HOUR_MINUTES;
/** A row that waits, and the key of the job that does its work. */
type Waiting = { jobKey: string };
/** Such a row whose job will not run. If that has used up its attempts, the row is dead, with the job's last error. */
export type Stalled<Row> = Row & { isDead: boolean; error: string | null };

type Work<Row> = {
  /** Selects the rows whose work is due, each with its `"jobKey"`. */
  waiting: RawBuilder<Row>;
  resume(row: Stalled<Row>): Promise<void>;
  /** How far ahead an untried job of such a row may be planned. */
  longestWaitMinutes?: number;
  signal?: AbortSignal | undefined;
};

/**
 * Housekeeping (ADR 77, ADR 123): resumes waiting rows whose job is missing, has used up its attempts, or was planned by a clock
 * that was ahead. Rows whose job runs, if only for the last time, will run or is tried again after a pause are left alone. Returns
 * what it found, up to a batch; the rest follows in the next run.
 */
export async function resumeStalled<Row extends Waiting>(
  { db, log }: { db: Queryable; log: Pick<Logger, 'error'> },
  { waiting, resume, longestWaitMinutes = PATIENCE_MINUTES, signal }: Work<Row>,
): Promise<Stalled<Row>[]> {
  const stalled = await findStalled(db, waiting, longestWaitMinutes);
  await actOnEach(stalled, resume, {
    log,
    message: 'stalled work could not be resumed',
    context: ({ jobKey }) => ({ job: jobKey }),
    signal,
  });
  return stalled;
}

/** Those that an operator may have to look after come last, so that they never keep others waiting. */
async function findStalled<Row extends Waiting>(
  db: Queryable,
  waiting: RawBuilder<Row>,
  longestWaitMinutes: number,
): Promise<Stalled<Row>[]> {
  const { rows } = await sql<Stalled<Row>>`
    select waiting.*, coalesce(job.attempts >= job.max_attempts, false) as "isDead", job.last_error as error
    from (${waiting}) as waiting left join graphile_worker.jobs as job on job.key = waiting."jobKey"
    where job.id is null or job.locked_at is null and (job.attempts >= job.max_attempts or job.run_at > now()
      + make_interval(mins => case job.attempts when 0 then ${longestWaitMinutes} else ${LONGEST_WAIT_MINUTES}::int end))
    order by "isDead" limit ${BATCH}`.execute(db);
  return rows;
}
