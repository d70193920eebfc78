import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { StorageAccounts } from '../../../platform/database/database-types.ts';
import { endOfDayIn } from '../../../platform/wall-time.ts';
import { channelOrDefault } from '../../frame/channels/index.ts';
import type { Day } from './days.ts';

export type AccountRow = Selectable<StorageAccounts>;

/** The channel whose calendar applies to a customer; the default one for unknown customers. */
export async function channelOf(db: Queryable, customerId: CustomerId) {
  const row = await db
    .selectFrom('customer_contacts')
    .select('channel')
    .where('user_id', '=', customerId)
    .executeTakeFirst();
  return channelOrDefault(row?.channel);
}

export async function findAccount(db: Queryable, customerId: CustomerId): Promise<AccountRow | null> {
  const row = await db
    .selectFrom('storage_accounts')
    .selectAll()
    .where('user_id', '=', customerId)
    .executeTakeFirst();
  return row ?? null;
}

/** The end of the last day on which a customer's photos are kept, as it stands now; null if there is none. */
export async function readStorageEnd(db: Queryable, customerId: CustomerId): Promise<Date | null> {
  const [row, { retention, timeZone }] = await Promise.all([
    findAccount(db, customerId),
    channelOf(db, customerId),
  ]);
  if (!row || retention === 'off') return null;
  return endOfDayIn(timeZone, row.delayed_deletion_date ?? row.projected_deletion_date);
}

/** What an order changes in an account, and the channel whose calendar applies, locked until the transaction ends. */
export async function lockAccount(trx: Queryable, customerId: CustomerId) {
  const row = await trx
    .selectFrom('storage_accounts')
    .select(['user_id', 'registered_at', 'last_order_at', 'delayed_deletion_date', 'state'])
    .select((eb) =>
      eb.selectFrom('customer_contacts').select('channel').where('user_id', '=', customerId).as('channel'),
    )
    .where('user_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, channel: channelOrDefault(row.channel) };
}

type NewAccount = { customerId: CustomerId; registeredAt: Date; projectedDeletionDate: Day };

/** Adds an account; an existing one stays unchanged. */
export async function insertAccount(
  trx: Queryable,
  { customerId, registeredAt, projectedDeletionDate }: NewAccount,
): Promise<void> {
  await trx
    .insertInto('storage_accounts')
    .values({
      user_id: customerId,
      registered_at: registeredAt,
      projected_deletion_date: projectedDeletionDate,
      due_at: registeredAt,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** Registers an account earlier than it was; false if it is that old, or its storage depends on an order. */
export async function ageAccount(
  trx: Queryable,
  customerId: CustomerId,
  { registeredAt, projectedDeletionDate, now }: Omit<NewAccount, 'customerId'> & { now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('storage_accounts')
    .set({ registered_at: registeredAt, projected_deletion_date: projectedDeletionDate, due_at: now })
    .where('user_id', '=', customerId)
    .where('registered_at', '>', registeredAt)
    .where('last_order_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Changes an account, and notifies screens if there is something to `push`. */
export async function updateAccount(
  trx: Queryable,
  customerId: CustomerId,
  changes: Partial<Omit<AccountRow, 'user_id'>>,
  pushed: RawBuilder<unknown> = sql`null`,
): Promise<void> {
  const updated = trx.updateTable('storage_accounts').set(changes).where('user_id', '=', customerId);
  await sql`with updated as (${updated}) select ${pushed}`.execute(trx);
}

/** Makes the next sweep examine an account whose library is gone. */
export async function markDeletionDue(db: Queryable, customerId: CustomerId, now: Date): Promise<void> {
  await db
    .updateTable('storage_accounts')
    .set({ due_at: now })
    .where('user_id', '=', customerId)
    .where('state', '=', 'deleting')
    .execute();
}
