import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import type { Plan } from '../account/plan-steps.ts';
import type { DueAccount } from './take-due.ts';

export type Planned = { due: DueAccount; plan: Plan };

/** Writes down what accounts have become, and when to look at each again: when that day begins for the customer. */
export async function writeAccounts(trx: Queryable, planned: readonly Planned[]): Promise<void> {
  const rows = planned.map(({ due: { userId, channel }, plan: { account, until } }) => ({
    user_id: userId,
    delayed: account.delayedDeletionDate,
    state: account.state,
    grace: account.graceEndsOn,
    exported: account.exportedFor,
    delays: account.delays,
    until,
    zone: channel.timeZone,
  }));
  await sql`update storage_accounts as kept set
      delayed_deletion_date = become.delayed, state = become.state, grace_ends_on = become.grace,
      exported_for = become.exported, delays = become.delays,
      due_at = become.until::timestamp at time zone become.zone
    from json_to_recordset(${JSON.stringify(rows)}::json) as become
      (user_id uuid, delayed date, state text, grace date, exported date, delays integer, until date, zone text)
    where kept.user_id = become.user_id`.execute(trx);
}

/** Puts accounts off that could not be dealt with, so that they hold up nobody else. */
export async function putOff(trx: Queryable, userId: string, until: Date): Promise<void> {
  await sql`update storage_accounts set due_at = ${until} where user_id = ${userId}`.execute(trx);
}
