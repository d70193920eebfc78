import { setTimeout as delay } from 'node:timers/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { isSignInValid } from '../accounts/index.ts';

/** NOTIFY channel; the payload is the id of a session that ended or was renewed, so that cached tokens are checked again. */
export const SESSION_ENDED_CHANNEL = 'keepsake_session_ended';

/** A sign-in replaces the session's row, so for a moment there is none. */
const RENEWAL_MS = 100;

/**
 * What oidc-provider stores and may still use: neither expired nor from a sign-in before the last password change. The latter is
 * deleted at the change, except for a sign-in completed at the same moment, which this condition refuses.
 */
export function validPayloads(db: Queryable, model: string, now: Date) {
  return db
    .selectFrom('oidc_payloads as stored')
    .where('stored.model', '=', model)
    .where('stored.expires_at', '>', now)
    .where((eb) => isSignInValid(eb.ref('stored.account_id'), eb.ref('stored.signed_in_at')));
}

/** Whether a session (the `sid` claim) has ended: signed out, password changed, account gone, or unused for 14 days. */
export function createRevocationCheck({ db, clock }: { db: Database; clock: Clock }) {
  const exists = async (sessionId: string) => {
    const row = await validPayloads(db, 'Session', clock())
      .select('stored.uid')
      .where('stored.uid', '=', sessionId)
      .where('stored.consumed_at', 'is', null)
      .executeTakeFirst();
    return row !== undefined;
  };
  return async (sessionId: string): Promise<boolean> => {
    if (await exists(sessionId)) return false;
    await delay(RENEWAL_MS);
    return !(await exists(sessionId));
  };
}

/**
 * Serialises what ends sessions of an account: each locks many rows, in whatever order it finds them, so two at once could wait for
 * each other. What locks a single row needs nothing of this.
 */
export async function lockSessionsOf(trx: Queryable, accountId: CustomerId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sessions ${accountId}`}, 0))`.execute(trx);
}

/** Ends all sessions of an account, its sign-ins in progress and everything issued from them. */
export async function endSessionsOf(trx: Queryable, accountId: CustomerId): Promise<void> {
  await lockSessionsOf(trx, accountId);
  const ended = await trx
    .deleteFrom('oidc_payloads')
    .where('account_id', '=', accountId)
    .returning(['model', 'uid'])
    .execute();
  for (const { model, uid } of ended) {
    if (model === 'Session' && uid)
      await sql`select pg_notify(${SESSION_ENDED_CHANNEL}, ${uid})`.execute(trx);
  }
}
