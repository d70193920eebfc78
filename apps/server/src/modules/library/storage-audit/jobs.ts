import { readDatabaseTime } from '../../../platform/database/database.ts';
import type { Cron, Task } from '../../../platform/jobs/jobs.ts';
import { readReconciledAt } from '../../../platform/objects/epochs.ts';
import type { Deps } from './deps.ts';
import { removeOrphans } from './orphans.ts';

const SWEEP = 'sweep-orphans';
export const SWEEP_CRON: Cron = { task: SWEEP, at: '40 4 * * *', isMadeUpFor: true };

/**
 * Normally only a killed import of legacy uploads leaves orphans. If there are many, the database is not the store's or was
 * restored from a backup, and a person must decide.
 */
const maxOrphans = (stored: number) => Math.max(20, Math.floor(stored / 100));

/** Reports orphans once a day, and removes them if the operator has enabled that. */
export function sweepOrphansTask(deps: Omit<Deps, 'scrubBytesPerSecond'>): Task {
  const { db, databaseUrl, objects, clock, machineClock, log, isRemovingOrphans } = deps;
  return {
    name: SWEEP,
    async handle(_payload, { signal }) {
      // The slowest clock counts, so that a fast one makes nothing look old.
      const times = [clock(), await readDatabaseTime(db), machineClock()].map((time) => time.getTime());
      const now = new Date(Math.min(...times));
      const since = await readReconciledAt(db);
      const most = isRemovingOrphans ? maxOrphans : () => 0;
      const sweep = await removeOrphans({ databaseUrl, objects, now, since, maxOrphans: most, signal });
      if (sweep.removed > 0) log.info(sweep, 'objects that belonged to nothing were removed');
      else if (sweep.orphans > 0 && isRemovingOrphans)
        log.error(sweep, 'too many objects belong to nothing: none was removed');
      else if (sweep.orphans > 0) log.warn(sweep, 'objects belong to nothing');
    },
  };
}
