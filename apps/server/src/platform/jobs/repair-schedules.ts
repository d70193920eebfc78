import { sql } from 'kysely';
import type { Logger } from 'pino';
import { AHEAD_SECONDS } from '../clock.ts';
import type { Database } from '../database/database.ts';

/** The longest that a periodic task schedules itself ahead. */
const PERIODIC_HOURS = 24;

/**
 * Makes the queue forget that a clock was ahead. graphile-worker runs no schedule until the time of its last run comes, and no job
 * before its time; a dead worker counts as alive until its last heartbeat is past. Schedules go on with their next run, missed daily
 * runs are made up for, and jobs wait as long as they would have. Returns how much there was to repair.
 */
export async function repairSchedules(db: Database, tasks: readonly string[], log: Logger): Promise<number> {
  const ahead = sql`now() + make_interval(secs => ${AHEAD_SECONDS})`;
  const repaired = await db.transaction().execute(async (trx) => {
    const schedules = await sql`update graphile_worker._private_known_crontabs
      set last_execution = now() - interval '1 day', known_since = least(known_since, now())
      where last_execution > ${ahead} or known_since > ${ahead}`.execute(trx);
    const jobs = await sql`update graphile_worker._private_jobs
      set run_at = greatest(now(), run_at - (greatest(created_at, updated_at) - now())),
        created_at = least(created_at, now()), updated_at = now(), locked_at = least(locked_at, now())
      where greatest(created_at, updated_at, locked_at) > ${ahead}`.execute(trx);
    const periodic = await sql`update graphile_worker._private_jobs set run_at = now()
      where locked_at is null and key = any(${tasks}::text[])
        and run_at > now() + make_interval(hours => ${PERIODIC_HOURS})`.execute(trx);
    const workers = await sql`update worker_heartbeats set beat_at = now() where beat_at > ${ahead}`.execute(
      trx,
    );
    const all = [schedules, jobs, periodic, workers];
    return all.reduce((sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows), 0);
  });
  if (repaired > 0)
    log.error({ repaired }, 'a clock was ahead: schedules and jobs that waited for that time go on now');
  return repaired;
}
