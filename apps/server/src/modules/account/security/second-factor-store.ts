import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { ago, HOUR_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { wasRecent } from '../../../platform/recently.ts';

/** How long a started setup can be confirmed. */
const ENROLMENT_MS = HOUR_MS;

/** Whether sign-ins to an account ask for a second factor. */
export async function hasSecondFactor(db: Queryable, accountId: CustomerId): Promise<boolean> {
  return (await findSecondFactor(db, accountId)) !== null;
}

export async function findSecondFactor(db: Queryable, accountId: CustomerId) {
  const row = await db
    .selectFrom('second_factors')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('recovery_codes as left')
        .select((each) => each.fn.countAll<string>().as('count'))
        .whereRef('left.account_id', '=', 'second_factors.account_id')
        .as('codes_left'),
    )
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ? { ...row, codesLeft: Number(row.codes_left) } : null;
}

type Started = { accountId: CustomerId; sessionUid: string; secret: string; now: Date };

/** Stores the secret being set up, unless the same session has started already; returns the stored one. */
export async function keepEnrolment(db: Queryable, { accountId, sessionUid, secret, now }: Started) {
  const recently = { now, ms: ENROLMENT_MS };
  const { rows } = await sql<{ secret: string }>`
    insert into second_factor_enrolments as started (account_id, session_uid, secret, begun_at)
    values (${accountId}, ${sessionUid}, ${secret}, ${now})
    on conflict (account_id) do update set (session_uid, secret, begun_at) = (
      select excluded.session_uid, excluded.secret, excluded.begun_at
      where started.session_uid <> excluded.session_uid or not ${wasRecent('started.begun_at', recently)}
      union all
      select started.session_uid, started.secret, started.begun_at
      where started.session_uid = excluded.session_uid and ${wasRecent('started.begun_at', recently)}
    )
    returning secret`.execute(db);
  return rows[0]?.secret ?? secret;
}

/** The secret that the session is setting up, locked until the transaction ends; null if it has expired. */
export async function lockEnrolment(trx: Queryable, accountId: CustomerId, sessionUid: string, now: Date) {
  const row = await trx
    .selectFrom('second_factor_enrolments')
    .select('secret')
    .where('account_id', '=', accountId)
    .where('session_uid', '=', sessionUid)
    .where(wasRecent('begun_at', { now, ms: ENROLMENT_MS }))
    .forUpdate()
    .executeTakeFirst();
  return row?.secret ?? null;
}

/** When the oldest setup was begun that can still be confirmed. */
export const oldestEnrolment = ago(ENROLMENT_MS);

type Added = { accountId: CustomerId; secret: string; lastStep: number; now: Date };

/** Turns a started setup into a second factor; false if there is one already. */
export async function insertSecondFactor(trx: Queryable, { accountId, secret, lastStep, now }: Added) {
  await trx.deleteFrom('second_factor_enrolments').where('account_id', '=', accountId).execute();
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('second_factors')
    .values({ account_id: accountId, secret, added_at: now, last_step: lastStep })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Uses up the code of a time step; false if it or a later one was used. */
export async function useStep(db: Queryable, accountId: CustomerId, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Replaces an account's recovery codes; false if there is no second factor. */
export async function replaceRecoveryCodes(
  trx: Queryable,
  accountId: CustomerId,
  digests: readonly Buffer[],
) {
  const factor = await trx
    .selectFrom('second_factors')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!factor) return false;
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  const rows = digests.map((digest) => ({ account_id: accountId, digest }));
  await trx.insertInto('recovery_codes').values(rows).execute();
  return true;
}

/** Uses up a recovery code; false if there is none with that digest. */
export async function useRecoveryCode(
  trx: Queryable,
  accountId: CustomerId,
  digest: Buffer,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Removes the second factor with its recovery codes; false if there was none. */
export async function deleteSecondFactor(trx: Queryable, accountId: CustomerId): Promise<boolean> {
  await trx.deleteFrom('second_factor_enrolments').where('account_id', '=', accountId).execute();
  const { numDeletedRows } = await trx
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Removes a second factor added after an instant; an earlier one stays. */
export async function deleteNewSecondFactor(
  trx: Queryable,
  accountId: CustomerId,
  after: Date,
): Promise<void> {
  await trx.deleteFrom('second_factor_enrolments').where('account_id', '=', accountId).execute();
  await trx
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .where('added_at', '>', after)
    .execute();
}
