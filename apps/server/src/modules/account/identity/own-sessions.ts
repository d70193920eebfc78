import { endAccountSession, endOtherSessions, getAccountSessions } from '@keepsake/contracts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { PageDeps } from './deps.ts';
import { requireOwn } from './email-changes.ts';
import { endOthers, endSession, listSessions } from './session-store.ts';

/** The calls by which customers see where they are signed in, and sign other devices out. */
export function ownSessionRoutes({
  db,
  clock,
  security,
}: Pick<PageDeps, 'db' | 'clock' | 'security'>): Route[] {
  return [
    route(getAccountSessions, async ({ customer, params }) => {
      const { id } = await requireOwn(db, customer, params);
      const sessions = (await listSessions(db, id, clock())).map((row) => ({
        id: row.id,
        browser: row.browser,
        system: row.system,
        device: row.device as 'phone' | 'tablet' | 'computer' | null,
        signedInAt: (row.signed_in_at ?? row.last_used_at).toISOString(),
        lastUsedAt: row.last_used_at.toISOString(),
        isCurrent: row.session_uid === customer.sessionId,
      }));
      return { sessions: sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) };
    }),
    route(endAccountSession, async ({ customer, params, request }) => {
      const { id } = await requireOwn(db, customer, params);
      if (!(await endSession(db, { accountId: id, now: clock() }, params.sessionId))) return;
      await security.record('session-ended', { request, customerId: id });
    }),
    route(endOtherSessions, async ({ customer, params, request }) => {
      const { id } = await requireOwn(db, customer, params);
      if ((await endOthers(db, { accountId: id, now: clock() }, customer.sessionId)) === 0) return;
      await security.record('session-ended', { request, customerId: id });
    }),
  ];
}
