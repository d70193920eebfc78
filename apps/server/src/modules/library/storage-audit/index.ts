import type { Module } from '../../../platform/module.ts';
import type { Deps } from './deps.ts';
import { SWEEP_CRON, sweepOrphansTask } from './jobs.ts';
import { CHECKS_FILE, originalsCheckRoute } from './originals-check.ts';
import { SCRUB_CRON, scrubTask } from './scrub.ts';

export { type Audit, auditStorage } from './audit-storage.ts';
export { type Comparison, compareStored, MAX_EXAMPLES } from './comparison.ts';
export { findLost, findMissingFiles, type Lost, type Missing } from './missing-objects.ts';
export {
  findOrphans,
  findWholeFiles,
  readSlowestTime,
  removeOrphans,
  type Sweep,
  usualOrphans,
} from './orphans.ts';
export { readEveryObject } from './read-objects.ts';

/** Compares rows with objects: the command-line audit, the daily report of orphans, and the scrub. */
export function createStorageAudit(deps: Deps): Module {
  return {
    routes: [originalsCheckRoute(deps)],
    tables: {
      storage_scrub: { stays: 'the search for damage continues there' },
      original_checks: { customer: 'user_id' },
    },
    personalData: { area: 'original-checks', files: [CHECKS_FILE] },
    tasks: [sweepOrphansTask(deps), scrubTask(deps)],
    crons: [SWEEP_CRON, SCRUB_CRON],
  };
}
