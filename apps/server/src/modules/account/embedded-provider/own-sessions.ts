import {
  endAccountSession,
  endOtherSessions,
  getAccountSessions,
} from '@keepsake/contracts/account/account-sessions';
import { deviceOf } from '../../../platform/http/device.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { requireOwn } from '../accounts/index.ts';
import { type NoteDeps, noteEvent } from '../security/index.ts';
import type { Deps } from './deps.ts';
import { endOthers, endSession, listSessions } from './session-store.ts';

/** The calls that show customers where they are signed in, and sign out other devices. */
export function ownSessionRoutes(deps: Pick<Deps, 'db' | 'security'> & NoteDeps): Route[] {
  const { db, clock, security } = deps;
  return [
    route(getAccountSessions, async ({ customer, params }) => {
      const { id } = await requireOwn(db, customer, params);
      const sessions = (await listSessions(db, id, clock())).map((row) => ({
        id: row.id,
        browser: row.browser,
        system: row.system,
        device: row.device,
        signedInAt: (row.signed_in_at ?? row.last_used_at).toISOString(),
        lastUsedAt: row.last_used_at.toISOString(),
        isCurrent: row.session_uid === customer.sessionId,
      }));
      return { sessions: sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) };
    }),
    route(endAccountSession, async ({ customer, params, request }) => {
      const account = await requireOwn(db, customer, params);
      const ended = { accountId: account.id, now: clock() };
      const isEnded = await db.transaction().execute(async (trx) => {
        if (!(await endSession(trx, ended, params.sessionId))) return false;
        await noteEvent(deps, trx, { account, kind: 'session-ended', device: deviceOf(request) });
        return true;
      });
      if (isEnded) await security.record('session-ended', { request, customerId: account.id });
    }),
    route(endOtherSessions, async ({ customer, params, request }) => {
      const account = await requireOwn(db, customer, params);
      const ended = { accountId: account.id, now: clock() };
      const isEnded = await db.transaction().execute(async (trx) => {
        if ((await endOthers(trx, ended, customer.sessionId)) === 0) return false;
        await noteEvent(deps, trx, { account, kind: 'other-sessions-ended', device: deviceOf(request) });
        return true;
      });
      if (isEnded) await security.record('session-ended', { request, customerId: account.id });
    }),
  ];
}
