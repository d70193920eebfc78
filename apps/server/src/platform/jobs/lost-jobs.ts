import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';

type Deps = {
  db: Database;
  /** Jobs running in this process, by their ids. */
  running: ReadonlyMap<string, unknown>;
  log: Pick<Logger, 'warn'>;
};

/**
 * Unlocks jobs that our workers have locked and never received: the lock was committed, and its answer lost with the connection, as
 * by a primary that ends while it waits for its standby. Their workers are alive, so nobody would take them over for four hours.
 * A job counts as lost when it is unknown at two calls, since one that is just beginning or ending is unknown for a moment.
 */
export function createLostJobs({ db, running, log }: Deps): (workerIds: readonly string[]) => Promise<void> {
  let suspected: ReadonlySet<string> = new Set();
  return async (workerIds) => {
    const unknown = (await findLocked(db, workerIds)).filter((id) => !running.has(id));
    const lost = unknown.filter((id) => suspected.has(id));
    suspected = new Set(unknown);
    if (lost.length === 0) return;
    log.warn({ jobs: lost }, 'jobs that were fetched and never arrived go back to the queue');
    await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null
      where id = any(${lost}) and locked_by = any(${workerIds})`.execute(db);
  };
}

async function findLocked(db: Database, workerIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker._private_jobs where locked_by = any(${workerIds})`.execute(db);
  return rows.map(({ id }) => id);
}
