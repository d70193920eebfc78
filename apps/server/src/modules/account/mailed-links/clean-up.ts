import { type Clock, DAY_MS } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import { forgetAttempts } from '../../../platform/throttle.ts';
import { deleteExpiredTokens } from './tokens.ts';

const CLEAN_UP = 'mailed-links-clean-up';
/** Every hour, at a minute that no other job has. */
export const CLEAN_UP_CRON = `19 * * * * ${CLEAN_UP}`;
/** Attempts are kept at least as long as any policy remembers them. */
const ATTEMPTS_KEPT_MS = 2 * DAY_MS;

/** Removes expired links and old attempts. */
export function cleanUpTask({ db, clock }: { db: Database; clock: Clock }): Task {
  return {
    name: CLEAN_UP,
    async handle() {
      const now = clock();
      await deleteExpiredTokens(db, now);
      await forgetAttempts(db, new Date(now.getTime() - ATTEMPTS_KEPT_MS));
    },
  };
}
