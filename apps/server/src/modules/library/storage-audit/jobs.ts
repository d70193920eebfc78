import type { Cron, Task } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import { readSlowestTime, removeOrphans, usualOrphans } from './orphans.ts';

const SWEEP = 'sweep-orphans';
export const SWEEP_CRON: Cron = { task: SWEEP, at: '40 4 * * *', isMadeUpFor: true };

const REMEDY = 'run npm run keepsake -- audit-storage --remove-orphans';

/** Reports orphans once a day, and removes them if the operator has enabled that. */
export function sweepOrphansTask(
  deps: Omit<Deps, 'scrubBytesPerSecond' | 'fromReplica' | 'timeZoneOf' | 'isLibraryHidden'>,
): Task {
  const { db, directUrl, objects, clock, machineClock, log, isRemovingOrphans } = deps;
  return {
    name: SWEEP,
    waitsForReconcile: false,
    async handle(_payload, { signal }) {
      const sweep = await removeOrphans({
        db,
        databaseUrl: directUrl,
        objects,
        signal,
        now: await readSlowestTime(db, [clock(), machineClock()]),
        maxOrphans: isRemovingOrphans ? usualOrphans : () => 0,
      });
      if (sweep.removed > 0) log.info(sweep, 'objects that belonged to nothing were removed');
      else if (sweep.orphans > 0 && isRemovingOrphans)
        log.error(sweep, `too many objects belong to nothing, so none was removed: ${REMEDY}`);
      else if (sweep.orphans > 0) log.warn(sweep, `objects belong to nothing: ${REMEDY}`);
    },
  };
}
