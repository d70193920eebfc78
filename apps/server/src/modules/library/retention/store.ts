import type { Selectable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { StorageAccounts } from '../../../platform/database/database-types.ts';
import { defaultChannel, findChannel } from '../../frame/channels/index.ts';
import type { Day } from './days.ts';

export type AccountRow = Selectable<StorageAccounts>;

/** The channel whose calendar counts for a customer; the default one for unknown customers. */
export async function channelOf(db: Queryable, userId: string) {
  const row = await db
    .selectFrom('customers')
    .select('channel')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return findChannel(row?.channel) ?? defaultChannel();
}

export async function findAccount(db: Queryable, userId: string): Promise<AccountRow | null> {
  const row = await selectAccount(db, userId).executeTakeFirst();
  return row ?? null;
}

/** The customer's account, locked until the transaction ends. */
export async function lockAccount(trx: Queryable, userId: string): Promise<AccountRow | null> {
  const row = await selectAccount(trx, userId).forUpdate().executeTakeFirst();
  return row ?? null;
}

function selectAccount(db: Queryable, userId: string) {
  return db.selectFrom('storage_accounts').selectAll().where('user_id', '=', userId);
}

type NewAccount = { userId: string; registeredAt: Date; projectedDeletionDate: Day };

/** Adds an account; an existing one stays as it is. */
export async function insertAccount(
  trx: Queryable,
  { userId, registeredAt, projectedDeletionDate }: NewAccount,
): Promise<void> {
  await trx
    .insertInto('storage_accounts')
    .values({
      user_id: userId,
      registered_at: registeredAt,
      projected_deletion_date: projectedDeletionDate,
      due_at: registeredAt,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export async function updateAccount(
  trx: Queryable,
  userId: string,
  changes: Partial<Omit<AccountRow, 'user_id'>>,
): Promise<void> {
  await trx.updateTable('storage_accounts').set(changes).where('user_id', '=', userId).execute();
}

/** Has the next sweep look at an account whose library is gone. */
export async function markDeletionDue(db: Queryable, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('storage_accounts')
    .set({ due_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', 'deleting')
    .execute();
}

/** Whether photos of a library that is being deleted are left. */
export async function isLibraryBeingDeleted(db: Queryable, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('photo_deletions')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
