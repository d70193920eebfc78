import type { PhotoDeletion } from '@keepsake/contracts';
import type { Selectable } from 'kysely';
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
  const row = { user_id: userId, requested_at: now, total: await readPhotosCount(trx, userId), reason };
  for (;;) {
    const inserted = await trx
      .insertInto('photo_deletions')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (inserted) await addLibraryDeletionJob(trx, userId);
    const found = inserted ?? (await claimDeletion(trx, userId, reason));
    // It ended between the two statements: ask again.
    if (found) return deletionOfRow(found);
  }
}

/** The deletion that goes on already; once the customer asks for it, it is the customer's. */
function claimDeletion(
  trx: Queryable,
  userId: string,
  reason: DeletionReason,
): Promise<DeletionRow | undefined> {
  return trx
    .updateTable('photo_deletions')
    .set((eb) => ({ reason: reason === 'customer' ? reason : eb.ref('reason') }))
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
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
