import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Device } from '../../../platform/http/device.ts';
import { newId } from '../../../platform/ids.ts';
import { lockSessionsOf, SESSION_ENDED_CHANNEL, validPayloads } from './sessions.ts';

type Use = Device & { accountId: CustomerId; sessionUid: string; now: Date };

/** Records the use of a session and its device. */
export async function noteSession(db: Queryable, { accountId, sessionUid, now, ...device }: Use) {
  const use = { account_id: accountId, ...device, last_used_at: now };
  await db
    .insertInto('account_sessions')
    .values({ id: newId(), session_uid: sessionUid, ...use })
    .onConflict((conflict) => conflict.column('session_uid').doUpdateSet(use))
    .execute();
}

/** The active sessions of an account, most recently used first. */
export function listSessions(db: Queryable, accountId: CustomerId, now: Date) {
  return validPayloads(db, 'Session', now)
    .innerJoin('account_sessions as noted', 'noted.session_uid', 'stored.uid')
    .select(['noted.id', 'noted.session_uid', 'noted.browser', 'noted.system', 'noted.device'])
    .select(['noted.last_used_at', 'stored.signed_in_at'])
    .where('stored.account_id', '=', accountId)
    .where('noted.account_id', '=', accountId)
    .where('stored.consumed_at', 'is', null)
    .orderBy('noted.last_used_at', 'desc')
    .execute();
}

type Ended = { accountId: CustomerId; now: Date };

/** Ends a session of an account and everything issued from it; false if there is none with that id. */
export async function endSession(trx: Queryable, { accountId, now }: Ended, id: string): Promise<boolean> {
  const noted = await trx
    .selectFrom('account_sessions')
    .select('session_uid')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return noted !== undefined && (await endSessions(trx, { accountId, now }, [noted.session_uid])) > 0;
}

/** Ends all sessions of an account but one, recorded or not; returns how many. */
export async function endOthers(
  trx: Queryable,
  { accountId, now }: Ended,
  sessionUid: string | null,
): Promise<number> {
  const others = await trx
    .selectFrom('oidc_payloads')
    .select('uid')
    .where('model', '=', 'Session')
    .where('account_id', '=', accountId)
    .where('consumed_at', 'is', null)
    .execute();
  const uids = others.flatMap(({ uid }) => (uid !== null && uid !== sessionUid ? uid : []));
  return endSessions(trx, { accountId, now }, uids);
}

/** Ends these sessions of an account; returns how many there were. The rows stay, consumed and empty: no request revives them. */
export async function endSessions(
  trx: Queryable,
  { accountId, now }: Ended,
  uids: readonly string[],
): Promise<number> {
  if (uids.length === 0) return 0;
  await lockSessionsOf(trx, accountId);
  const { numUpdatedRows } = await trx
    .updateTable('oidc_payloads')
    .set({ consumed_at: now, payload: '{}' })
    .where('model', '=', 'Session')
    .where('account_id', '=', accountId)
    .where('consumed_at', 'is', null)
    .where('uid', 'in', uids)
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom('oidc_payloads')
    .where('account_id', '=', accountId)
    .where(sql<string>`payload ->> 'sessionUid'`, 'in', uids)
    .execute();
  await trx.deleteFrom('account_sessions').where('session_uid', 'in', uids).execute();
  for (const uid of uids) await sql`select pg_notify(${SESSION_ENDED_CHANNEL}, ${uid})`.execute(trx);
  return Number(numUpdatedRows);
}

/** Whether the session of a record has ended. */
export const IS_SESSION_OVER = sql<boolean>`not exists (select from oidc_payloads as stored
  where stored.model = 'Session' and stored.uid = account_sessions.session_uid and stored.consumed_at is null)`;
