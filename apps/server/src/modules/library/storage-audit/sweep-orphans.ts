import type { Logger } from 'pino';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import { type Database, readDatabaseTime } from '../../../platform/database/database.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { removeOrphans } from './remove-orphans.ts';

const SWEEP = 'sweep-orphans';
/** Every day; one that was missed while no node ran is made up for at the next start. */
export const orphansCron = `40 4 * * * ${SWEEP} ?fill=1d&jobKey=${SWEEP}&max=3`;

/**
 * A power cut leaves a few objects behind. Where more of them have no row, the database is another one than the store's,
 * or was brought back from a backup, and removing them is for a person to decide.
 */
const mostOf = (stored: number) => Math.max(20, Math.floor(stored / 100));

type Deps = { db: Database; databaseUrl: string; objects: ObjectStore; clock: Clock; log: Logger };

/** The daily job that removes objects that belong to nothing. */
export function sweepOrphansTask({ db, databaseUrl, objects, clock, log }: Deps): Task {
  return {
    name: SWEEP,
    async handle(_payload, { signal }) {
      // By the clock that is behind, so that one that is ahead makes nothing old.
      const times = [clock(), await readDatabaseTime(db), systemClock()].map((time) => time.getTime());
      const now = new Date(Math.min(...times));
      const sweep = await removeOrphans({ databaseUrl, objects, now, mostOf, signal });
      if (sweep.removed > 0) log.info(sweep, 'objects that belonged to nothing were removed');
      else if (sweep.orphans > 0) log.error(sweep, 'too many objects belong to nothing: none was removed');
    },
  };
}
