import type { Task } from '../../../platform/jobs/jobs.ts';
import type { IdentityDeps } from './deps.ts';
import { deleteExpiredSessions } from './store.ts';

const CLEAN_UP = 'identity-clean-up';
/** Every hour, at a minute that no other job has. */
export const CLEAN_UP_CRON = `17 * * * * ${CLEAN_UP}`;

/** Removes expired sessions and codes. */
export function cleanUpTask({ db, clock }: Pick<IdentityDeps, 'db' | 'clock'>): Task {
  return { name: CLEAN_UP, handle: () => deleteExpiredSessions(db, clock()) };
}
