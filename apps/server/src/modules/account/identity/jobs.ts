import { DAY_MS } from '../../../platform/durations.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import type { PageDeps } from './deps.ts';
import type { LinkPurpose } from './link-purpose.ts';
import { MAIL_LINK, mailLink } from './mailed-links.ts';
import { deleteExpired } from './store.ts';

const CLEAN_UP = 'identity-clean-up';
/** Every hour, at a minute that no other job has. */
export const CLEAN_UP_CRON = `17 * * * * ${CLEAN_UP}`;
/** Attempts are kept at least as long as any policy remembers them. */
const ATTEMPTS_KEPT_MS = 2 * DAY_MS;

export function mailLinkTask(deps: Parameters<typeof mailLink>[0], purposes: readonly LinkPurpose[]): Task {
  return { name: MAIL_LINK, handle: (payload) => mailLink(deps, purposes, payload) };
}

/** Removes expired sessions, codes and links, and old attempts. */
export function cleanUpTask({ db, clock }: Pick<PageDeps, 'db' | 'clock'>): Task {
  return {
    name: CLEAN_UP,
    async handle() {
      const now = clock();
      await deleteExpired(db, now, new Date(now.getTime() - ATTEMPTS_KEPT_MS));
    },
  };
}
