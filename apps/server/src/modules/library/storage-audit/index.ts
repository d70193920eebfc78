import type { Module } from '../../../platform/module.ts';
import { type Deps, orphansCron, sweepOrphansTask } from './jobs.ts';

export { type Audit, auditStorage } from './audit-storage.ts';
export { type Comparison, compareStored, readInPages } from './comparison.ts';
export { findOrphans, removeOrphans, type Sweep } from './orphans.ts';
export { readEveryObject } from './read-objects.ts';

/** Compares rows with objects: the audit of the command line, and the daily report of objects that belong to nothing. */
export function createStorageAudit(deps: Deps): Module {
  return { tasks: [sweepOrphansTask(deps)], crons: [orphansCron] };
}
