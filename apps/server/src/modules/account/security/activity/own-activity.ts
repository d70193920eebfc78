import {
  ACCOUNT_EVENT_KINDS,
  ACCOUNT_EVENT_MONTHS,
  getAccountActivity,
} from '@keepsake/contracts/account/account-events';
import { type Clock, DAY_MS } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import type { Cron, Task } from '../../../../platform/jobs/jobs.ts';
import { type Cursors, keysetPage } from '../../../../platform/paging.ts';
import { requireOwn } from '../../accounts/index.ts';
import { deleteEventsBefore, listEvents } from './event-store.ts';
import { deleteDevicesBefore, REMEMBERED_DAYS } from './known-devices.ts';

type ActivityDeps = { db: Database; clock: Clock; cursors: Cursors };

/** The call that shows customers what happened to their account. */
export function ownActivityRoute({ db, clock, cursors }: ActivityDeps): Route {
  return route(getAccountActivity, async ({ customer, params, query }) => {
    const { id: accountId } = await requireOwn(db, customer, params);
    const since = earliestOf(clock());
    const { rows, cursor } = await keysetPage({
      cursors,
      customerId: accountId,
      list: 'account-activity',
      ...query,
      read: (before, limit) => listEvents(db, { accountId, since, before, limit }),
      placeOf: ({ happened_at, id }) => [happened_at.toISOString(), id],
    });
    const events = rows.flatMap(({ id, happened_at, times, browser, system, device, ...row }) => {
      const kind = ACCOUNT_EVENT_KINDS.find((existing) => existing === row.kind);
      if (!kind) return [];
      const happenedAt = happened_at.toISOString();
      return { id, kind, happenedAt, times, browser, system, device: device as 'phone' | null };
    });
    return { events, cursor };
  });
}

const FORGET = 'forget-account-events';
export const ACTIVITY_CRON: Cron = { task: FORGET, at: '37 3 * * *' };

/** Deletes old events, and devices unused for as long as their cookie lasts. */
export function forgetActivityTask({ db, clock }: Omit<ActivityDeps, 'cursors'>): Task {
  return {
    name: FORGET,
    waitsForReconcile: false,
    async handle() {
      await deleteEventsBefore(db, earliestOf(clock()));
      await deleteDevicesBefore(db, new Date(clock().getTime() - REMEMBERED_DAYS * DAY_MS));
    },
  };
}

function earliestOf(now: Date): Date {
  const earliest = new Date(now);
  earliest.setUTCMonth(earliest.getUTCMonth() - ACCOUNT_EVENT_MONTHS);
  return earliest;
}
