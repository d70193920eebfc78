import { DAY_MS } from '../../../platform/durations.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import type { IdentityDeps } from './deps.ts';

const TASK = 'identity-clean-up';
/** graphile-worker's crontab line: every hour, at a minute of its own. */
export const identityCron = `17 * * * * ${TASK}`;
/** Attempts are kept at least as long as any policy remembers them. */
const ATTEMPTS_KEPT_MS = 2 * DAY_MS;

/** The job that removes sessions, codes, links and attempts whose time is over. */
export function identityCleanUpTask({ db, clock }: Pick<IdentityDeps, 'db' | 'clock'>): Task {
  return {
    name: TASK,
    async handle() {
      const now = clock();
      const old = new Date(now.getTime() - ATTEMPTS_KEPT_MS);
      await db.deleteFrom('oidc_payloads').where('expires_at', '<', now).execute();
      await db.deleteFrom('identity_tokens').where('expires_at', '<', now).execute();
      await db.deleteFrom('identity_attempts').where('last_attempt_at', '<', old).execute();
    },
  };
}
