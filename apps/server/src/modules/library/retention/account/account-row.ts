import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import type { StorageAccounts } from '../../../../platform/database/database-types.ts';
import { defaultChannel, findChannel } from '../../../frame/channels/index.ts';
import type { Account, Facts } from './storage-account.ts';

export type AccountRow = Selectable<StorageAccounts>;

export function accountOfRow(row: AccountRow): Account {
  return {
    projectedDeletionDate: row.projected_deletion_date,
    delayedDeletionDate: row.delayed_deletion_date,
    state: row.state as Account['state'],
    graceEndsOn: row.grace_ends_on,
    exportedFor: row.exported_for,
    delays: row.delays,
  };
}

/** The channel of a customer, whose calendar counts; of an unknown one the default. */
export async function channelOf(db: Queryable, userId: string) {
  const row = await db
    .selectFrom('customers')
    .select('channel')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return findChannel(row?.channel) ?? defaultChannel;
}

/** The customer's account, locked until the transaction ends: whoever changes it waits. */
export async function lockAccount(trx: Queryable, userId: string): Promise<AccountRow | null> {
  const row = await trx
    .selectFrom('storage_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export type CustomerFacts = Omit<Facts, 'reminders' | 'isReachable'> & {
  userId: string;
  email: string | null;
  channel: string | null;
};

/** What else matters of customers, by customer. */
export async function readFacts(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, CustomerFacts>> {
  const { rows } = await sql<CustomerFacts>`
    select asked.user_id as "userId", customer.channel,
      case when customer.deleted_at is null then customer.email end as email,
      exists (select from photo_month_counts as counts
        where counts.user_id = asked.user_id and counts.photos > 0) as "hasPhotos",
      exists (select from photo_deletions as deletion
        where deletion.user_id = asked.user_id) as "isBeingDeleted"
    from unnest(${userIds}::uuid[]) as asked (user_id)
    left join customers as customer on customer.user_id = asked.user_id`.execute(db);
  return new Map(rows.map((row) => [row.userId, row]));
}
