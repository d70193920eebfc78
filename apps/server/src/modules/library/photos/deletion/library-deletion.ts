import type { PhotoDeletion } from '@keepsake/contracts';
import { type Selectable, sql } from 'kysely';
import type { Database, Queryable } from '../../../../platform/database/database.ts';
import type { PhotoDeletions } from '../../../../platform/database/database-types.ts';
import { addJob } from '../../../../platform/jobs/jobs.ts';
import { readPhotosCount } from '../month-counts.ts';

/** Name of the job that deletes a customer's whole library; payload {userId}. */
export const DELETE_LIBRARY = 'delete-library';

type DeletionRow = Selectable<PhotoDeletions>;

/** Who wants a library gone: its customer, or the end of the storage time, which an order may still move. */
type DeletionReason = 'customer' | 'retention';

/**
 * Asks for the deletion of everything that the library holds now; while one goes on it is that one. The row is the
 * promise and the job its fulfilment, in one transaction.
 */
export function requestLibraryDeletion(db: Database, userId: string, now: Date): Promise<PhotoDeletion> {
  return db.transaction().execute((trx) => beginLibraryDeletion(trx, userId, now, 'customer'));
}

/** The same within a transaction; what the customer wants stays the customer's wish. */
export async function beginLibraryDeletion(
  trx: Queryable,
  userId: string,
  now: Date,
  reason: DeletionReason,
): Promise<PhotoDeletion> {
  const total = await readPhotosCount(trx, userId);
  const { rows } = await sql<DeletionRow & { is_new: boolean }>`
    insert into photo_deletions as kept (user_id, requested_at, total, reason)
    values (${userId}, ${now}, ${total}, ${reason})
    on conflict (user_id) do update set
      reason = case when excluded.reason = 'customer' then 'customer' else kept.reason end
    returning *, xmax = 0 as is_new`.execute(trx);
  const row = rows[0] as DeletionRow & { is_new: boolean };
  if (row.is_new) await addLibraryDeletionJob(trx, userId);
  return deletionOfRow(row);
}

/** Ends a deletion that nobody but the storage time wanted: each of its batches asks for the row, and finds none. */
export async function stopLibraryDeletion(trx: Queryable, userId: string): Promise<void> {
  await trx
    .deleteFrom('photo_deletions')
    .where('user_id', '=', userId)
    .where('reason', '=', 'retention')
    .execute();
}

export async function addLibraryDeletionJob(db: Queryable, userId: string): Promise<void> {
  await addJob(db, DELETE_LIBRARY, { userId }, { key: `${DELETE_LIBRARY}:${userId}` });
}

/** The deletion of the customer's whole library that goes on now, or null. */
export async function findLibraryDeletion(db: Queryable, userId: string): Promise<PhotoDeletion | null> {
  const row = await db
    .selectFrom('photo_deletions')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ? deletionOfRow(row) : null;
}

function deletionOfRow({ requested_at, total, deleted }: DeletionRow): PhotoDeletion {
  return { requested: requested_at.toISOString(), total, deleted: Math.min(deleted, total) };
}
