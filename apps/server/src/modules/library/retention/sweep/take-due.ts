import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import { isMailAddress } from '../../../../platform/mail.ts';
import { defaultChannel, findChannel } from '../../../frame/channels/index.ts';
import { type AccountRow, accountOfRow, readFacts } from '../account/account-row.ts';
import { dayIn } from '../account/day-in.ts';
import { readReminders } from '../account/reminders.ts';
import type { Account, Day, Facts } from '../account/storage-account.ts';

/** A place in the order of due dates: after it the next batch begins. */
export type Place = { dueAt: string; userId: string };
export const START: Place = { dueAt: '-infinity', userId: '00000000-0000-0000-0000-000000000000' };

/** An account to look at, with all that a decision needs. */
export type DueAccount = {
  userId: string;
  channel: { id: string; timeZone: string };
  /** The day that it is for the customer. */
  today: Day;
  account: Account;
  facts: Facts;
};

type Range = { now: Date; after: Place; limit: number };
type DueRow = AccountRow & { place: string };

/** Locks the accounts that are due next; those that another sweep has are left to it. */
export async function takeDue(trx: Queryable, range: Range) {
  return complete(trx, await selectDue(trx, range, sql`for update skip locked`), range.now);
}

/** The same without locks, for whoever only looks. */
export async function readDue(db: Queryable, range: Range) {
  return complete(db, await selectDue(db, range, sql``), range.now);
}

async function selectDue(db: Queryable, { now, after, limit }: Range, lock: ReturnType<typeof sql>) {
  // As text, because an instant of ours has no microseconds and would find the same row again.
  const { rows } = await sql<DueRow>`select *, due_at::text as place from storage_accounts
    where due_at <= ${now} and (due_at, user_id) > (${after.dueAt}::timestamptz, ${after.userId}::uuid)
    order by storage_accounts.due_at, user_id limit ${limit} ${lock}`.execute(db);
  return rows;
}

async function complete(db: Queryable, rows: readonly DueRow[], now: Date) {
  const userIds = rows.map((row) => row.user_id);
  // Not at once: a transaction has one connection.
  const facts = await readFacts(db, userIds);
  const reminders = await readReminders(db, userIds);
  const accounts = rows.map((row): DueAccount => {
    const known = facts.get(row.user_id);
    const channel = findChannel(known?.channel) ?? defaultChannel;
    const sent = (reminders.get(row.user_id) ?? []).map(({ sentAt, ...reminder }) => ({
      ...reminder,
      sentOn: sentAt && dayIn(channel.timeZone, sentAt),
    }));
    return {
      userId: row.user_id,
      channel,
      today: dayIn(channel.timeZone, now),
      account: accountOfRow(row),
      facts: {
        hasPhotos: known?.hasPhotos === true,
        isBeingDeleted: known?.isBeingDeleted === true,
        isReachable: isMailAddress(known?.email ?? ''),
        reminders: sent,
      },
    };
  });
  const last = rows.at(-1);
  return { accounts, next: last ? { dueAt: last.place, userId: last.user_id } : null };
}
