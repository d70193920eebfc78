import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { isMailAddress } from '@keepsake/contracts/platform/mail-address';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { NOBODY } from '../../../platform/ids.ts';
import { dayIn } from '../../../platform/wall-time.ts';
import { type Channel, channelOrDefault, channels } from '../../frame/channels/index.ts';
import { hasPhotosSql, isBeingDeletedSql } from '../photos/index.ts';
import type { Day } from './days.ts';
import { readReminders } from './reminders.ts';
import type { Account, Details, Plan } from './rules.ts';
import type { AccountRow } from './store.ts';

/** A position in the order of due dates: the next batch begins after it. */
export type DueCursor = { dueAt: string; customerId: CustomerId };
export const START: DueCursor = { dueAt: '-infinity', customerId: NOBODY };

/** An account to examine, with everything a decision needs. */
type DueAccount = {
  customerId: CustomerId;
  channel: Pick<Channel, 'id' | 'timeZone' | 'retention'>;
  /** Today in the customer's time zone. */
  today: Day;
  account: Account;
  details: Details;
};
export type PlannedAccount = { due: DueAccount; plan: Plan };

/** Accounts per transaction: orders of these customers wait until it commits. */
export const ACCOUNTS_PER_BATCH = 1_000;

type Range = { now: Date; after: DueCursor; limit: number };
type DueRow = AccountRow & { cursor: string };

/** Locks the next due accounts, skipping those locked by another sweep. */
export async function lockDueAccounts(trx: Queryable, range: Range) {
  return complete(trx, await selectDue(trx, range, sql`for update skip locked`), range.now);
}

/** Reads the next due accounts, without locks. */
export async function readDueAccounts(db: Queryable, range: Range) {
  return complete(db, await selectDue(db, range, sql``), range.now);
}

/**
 * Makes libraries due that were hidden before their brand began to keep photos forever, so that they are shown again now and not
 * at the end of their grace period.
 */
export async function markHiddenWithoutEndDue(db: Queryable, now: Date): Promise<void> {
  const withoutEnd = channels().filter(({ retention }) => retention === 'off');
  if (withoutEnd.length === 0) return;
  const ids = withoutEnd.map(({ id }) => id);
  await sql`update storage_accounts set due_at = ${now} from customer_contacts as contact
    where contact.user_id = storage_accounts.user_id and contact.channel = any(${ids}::text[])
      and storage_accounts.state = 'hidden' and storage_accounts.due_at > ${now}`.execute(db);
}

async function selectDue(db: Queryable, { now, after, limit }: Range, lock: ReturnType<typeof sql>) {
  // As text: a Date has no microseconds and would find the same row again.
  const { rows } = await sql<DueRow>`select *, due_at::text as cursor from storage_accounts
    where due_at <= ${now} and (due_at, user_id) > (${after.dueAt}::timestamptz, ${after.customerId}::uuid)
    order by storage_accounts.due_at, user_id limit ${limit} ${lock}`.execute(db);
  return rows;
}

async function complete(db: Queryable, rows: readonly DueRow[], now: Date) {
  const customerIds = rows.map((row) => row.user_id);
  // One after the other: a transaction has one connection.
  const details = await readCustomers(db, customerIds);
  const reminders = await readReminders(db, customerIds);
  const accounts = rows.map((row): DueAccount => {
    const existing = details.get(row.user_id);
    const channel = channelOrDefault(existing?.channel);
    const dayOf = (at: Date | null) => at && dayIn(channel.timeZone, at);
    const sent = (reminders.get(row.user_id) ?? []).map(({ sentAt, returnedAt, ...reminder }) => ({
      ...reminder,
      sentOn: dayOf(sentAt),
      returnedOn: dayOf(returnedAt),
    }));
    const seenOn = dayOf(row.seen_at);
    return {
      customerId: row.user_id,
      channel,
      today: dayIn(channel.timeZone, now),
      account: accountOfRow(row),
      details: {
        hasPhotos: existing?.hasPhotos === true,
        retention: channel.retention,
        isBeingDeleted: existing?.isBeingDeleted === true,
        isReachable: isMailAddress(existing?.email ?? ''),
        reminders: sent,
        seen: row.seen_date && seenOn ? { date: row.seen_date, on: seenOn } : null,
      },
    };
  });
  const last = rows.at(-1);
  return { accounts, next: last ? { dueAt: last.cursor, customerId: last.user_id } : null };
}

function accountOfRow(row: AccountRow): Account {
  return {
    projectedDeletionDate: row.projected_deletion_date,
    delayedDeletionDate: row.delayed_deletion_date,
    state: row.state,
    graceEndsOn: row.grace_ends_on,
    exportedFor: row.exported_for,
    delays: row.delays,
    movedFrom: row.moved_from,
  };
}

type DueCustomer = Pick<Details, 'hasPhotos' | 'isBeingDeleted'> & {
  customerId: CustomerId;
  email: string | null;
  channel: string | null;
};

async function readCustomers(
  db: Queryable,
  customerIds: readonly CustomerId[],
): Promise<Map<string, DueCustomer>> {
  const { rows } = await sql<DueCustomer>`
    select requested.user_id as "customerId", customer.channel,
      case when customer.deleted_at is null then customer.email end as email,
      ${hasPhotosSql(sql.ref('requested.user_id'))} as "hasPhotos",
      ${isBeingDeletedSql(sql.ref('requested.user_id'))} as "isBeingDeleted"
    from unnest(${customerIds}::uuid[]) as requested (user_id)
    left join customer_contacts as customer on customer.user_id = requested.user_id`.execute(db);
  return new Map(rows.map((row) => [row.customerId, row]));
}

/** Stores the accounts as planned, each due again when the planned day begins in the customer's time zone. */
export async function writePlans(trx: Queryable, planned: readonly PlannedAccount[]): Promise<void> {
  const rows = planned.map(({ due: { customerId, channel }, plan: { account, until } }) => ({
    user_id: customerId,
    delayed: account.delayedDeletionDate,
    state: account.state,
    grace: account.graceEndsOn,
    exported: account.exportedFor,
    delays: account.delays,
    moved: account.movedFrom,
    until,
    zone: channel.timeZone,
  }));
  await sql`update storage_accounts as stored set
      delayed_deletion_date = become.delayed, state = become.state, grace_ends_on = become.grace,
      exported_for = become.exported, delays = become.delays,
      moved_from = become.moved,
      due_at = become.until::timestamp at time zone become.zone
    from json_to_recordset(${JSON.stringify(rows)}::json) as become
      (user_id uuid, delayed date, state text, grace date, exported date, delays integer, moved date, until date, zone text)
    where stored.user_id = become.user_id`.execute(trx);
}
