import {
  ACCOUNT_EVENT_KINDS,
  ACCOUNT_EVENT_MONTHS,
  getAccountActivity,
} from '@keepsake/contracts/account/account-events';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { type Cursors, keysetPage } from '../../../../platform/paging.ts';
import { requireOwn } from '../../accounts/index.ts';
import { listEvents } from './event-store.ts';

type ActivityDeps = { db: Database; clock: Clock; cursors: Cursors };

/** The call that shows customers what happened to their account. */
export function ownActivityRoute({ db, clock, cursors }: ActivityDeps): Route {
  return route(getAccountActivity, async ({ customer, params, query }) => {
    const { id: accountId } = await requireOwn(db, customer, params);
    const since = earliestEvent(clock());
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
      return { id, kind, happenedAt, times, browser, system, device: device };
    });
    return { events, cursor };
  });
}

/** The time before which events are not shown, and are deleted. */
export function earliestEvent(now: Date): Date {
  const earliest = new Date(now);
  earliest.setUTCMonth(earliest.getUTCMonth() - ACCOUNT_EVENT_MONTHS);
  return earliest;
}
