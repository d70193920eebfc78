import type { PhotoDeletion } from '@keepsake/contracts/library/photos';
import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import * as z from 'zod';
import { startStopwatch } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { PhotoDeletions } from '../../../platform/database/database-types.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { NIL_ID, newId } from '../../../platform/ids.ts';
import { addJob, keyedTask, type Task, TURN_MS } from '../../../platform/jobs/jobs.ts';
import { push } from '../../../platform/push.ts';
import { removePhotos, restorableRemoval } from './delete-photos.ts';
import type { DeletionDeps, Deps } from './deps.ts';
import { endDeletedPhotos } from './end-removals.ts';
import { annulErasure, recordErasure } from './erasures.ts';
import { readPhotosCount } from './month-counts.ts';
import { addPurgeJob } from './photo-jobs.ts';

/** Name of the job that deletes a customer's whole library; payload {customerId}. */
const DELETE_LIBRARY = keyedTask('delete-library', { foundBy: 'check-deletions' });

type DeletionRow = Selectable<PhotoDeletions>;

/** Who deletes a library: its customer, or the end of the storage period, which an order may still extend. */
type DeletionReason = 'customer' | 'retention';
type Deletion = {
  reason: DeletionReason;
  /** Whether nothing can come back. */
  isFinal: boolean;
};

/**
 * Requests the deletion of everything now in the library, or returns the running deletion. Its row and its job are added in one
 * transaction.
 */
export async function requestLibraryDeletion(
  { db, clock, restorableDays }: Pick<DeletionDeps, 'db' | 'clock' | 'restorableDays'>,
  customerId: CustomerId,
): Promise<PhotoDeletion> {
  const deletion: Deletion = { reason: 'customer', isFinal: (await restorableDays()) === 0 };
  return await db.transaction().execute((trx) => beginLibraryDeletion(trx, customerId, clock(), deletion));
}

/**
 * The same within a transaction. A customer's deletion stays the customer's, even if retention requests it, too; once it is final,
 * it stays final.
 */
export async function beginLibraryDeletion(
  trx: Queryable,
  customerId: CustomerId,
  now: Date,
  { reason, isFinal }: Deletion,
): Promise<PhotoDeletion> {
  const row = {
    user_id: customerId,
    requested_at: now,
    total: await readPhotosCount(trx, customerId),
    reason,
    removal_id: isFinal ? null : newId(),
  };
  for (;;) {
    const inserted = await trx
      .insertInto('photo_deletions')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (inserted) await addLibraryDeletionJob(trx, customerId);
    const found = inserted ?? (await claimDeletion(trx, customerId, { reason, isFinal }));
    // It ended between the two statements: try again.
    if (!found) continue;
    await stopRestoring(trx, customerId);
    return deletionOfRow(found);
  }
}

/** Leaves what was on its way back where it is. */
async function stopRestoring(trx: Queryable, customerId: CustomerId): Promise<void> {
  await sql`update photo_removals set restoring_since = null
    where user_id = ${customerId} and restoring_since is not null`.execute(trx);
}

/** The running deletion; once the customer requests it, it is the customer's. */
function claimDeletion(
  trx: Queryable,
  customerId: CustomerId,
  { reason, isFinal }: Deletion,
): Promise<DeletionRow | undefined> {
  return trx
    .updateTable('photo_deletions')
    .set((eb) => ({
      reason: reason === 'customer' ? reason : eb.ref('reason'),
      removal_id: isFinal ? null : eb.ref('removal_id'),
    }))
    .where('user_id', '=', customerId)
    .returningAll()
    .executeTakeFirst();
}

type Withdrawal = { customerId: CustomerId; removalId: string | undefined; now: Date };

/**
 * Ends the customer's running deletion, in the transaction that brings its photos back: if it is the named one, or whichever it is.
 * Each of its batches looks for the row and finds none.
 */
export async function withdrawLibraryDeletion(
  objects: Deps['objects'],
  trx: Queryable,
  { customerId, removalId, now }: Withdrawal,
): Promise<void> {
  const { rows } = await sql<Pick<DeletionRow, 'requested_at'>>`delete from photo_deletions
    where user_id = ${customerId} and reason = 'customer' and removal_id = coalesce(${removalId ?? null}::uuid, removal_id)
    returning requested_at`.execute(trx);
  const [deletion] = rows;
  if (!deletion) return;
  await annulErasure(objects, { customerId, erasedAt: deletion.requested_at });
  await push(trx, customerId, { type: 'photos-changed', data: { change: 'added', photoIds: [] } }, now);
}

/** Stops a deletion that only retention wanted: each of its batches looks for the row and finds none. */
export async function stopLibraryDeletion(trx: Queryable, customerId: CustomerId): Promise<void> {
  await trx
    .deleteFrom('photo_deletions')
    .where('user_id', '=', customerId)
    .where('reason', '=', 'retention')
    .execute();
}

export async function addLibraryDeletionJob(db: Queryable, customerId: CustomerId): Promise<void> {
  await addJob(db, DELETE_LIBRARY, { customerId }, { key: `${DELETE_LIBRARY}:${customerId}` });
}

/** The running deletion of the customer's whole library, or null. */
export async function findLibraryDeletion(
  db: Queryable,
  customerId: CustomerId,
): Promise<PhotoDeletion | null> {
  const row = await findRow(db, customerId);
  return row ? deletionOfRow(row) : null;
}

/** SQL telling whether a customer's library is being deleted and may still have photos, for use in a larger statement. */
export const isBeingDeletedSql = (customerId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from photo_deletions as deletion where deletion.user_id = ${customerId})`;

function findRow(db: Queryable, customerId: CustomerId): Promise<DeletionRow | undefined> {
  return db.selectFrom('photo_deletions').selectAll().where('user_id', '=', customerId).executeTakeFirst();
}

function deletionOfRow({ requested_at, total, deleted, removal_id }: DeletionRow): PhotoDeletion {
  return {
    requested: requested_at.toISOString(),
    total,
    deleted: Math.min(deleted, total),
    removalId: removal_id ?? undefined,
  };
}

const payloadSchema = z.object({ customerId: customerIdSchema });
/** Uploads into the months of these photos wait for the commit. */
export const PHOTOS_PER_TRANSACTION = 1_000;

type LibraryDeps = DeletionDeps & Pick<Deps, 'objects'>;

/** Deletes a customer's whole library in batches, each with its progress and its push. */
export function deleteLibraryTask(deps: LibraryDeps): Task {
  return {
    name: DELETE_LIBRARY,
    waitsForReconcile: false,
    async handle(payload) {
      const { customerId } = payloadSchema.parse(payload);
      const elapsed = startStopwatch();
      if (!(await mayBegin(deps, customerId))) return;
      for (let after: string | null = NIL_ID; after !== null; ) {
        if (elapsed() > TURN_MS) return await addLibraryDeletionJob(deps.db, customerId);
        after = await deleteBatch(deps, customerId, after);
      }
    },
  };
}

/**
 * A customer's own deletion is recorded in the store and never waits. At the end of the storage period, a restored database may
 * lack the order that extended it: then nothing begins, and housekeeping adds the job again.
 */
async function mayBegin(
  { db, objects }: Pick<LibraryDeps, 'db' | 'objects'>,
  customerId: CustomerId,
): Promise<boolean> {
  const row = await findRow(db, customerId);
  if (row?.reason !== 'customer') return await objects.mayRemove();
  await recordErasure(objects, { customerId, erasedAt: row.requested_at });
  return true;
}

/**
 * Deletes the next photos after an id: ids are in chronological order, so deleted rows are not read over and over. Returns where
 * to continue, null when all is done.
 */
async function deleteBatch(
  deps: DeletionDeps,
  customerId: CustomerId,
  after: string,
): Promise<string | null> {
  // A transaction asks on no other connection.
  const deletedDays = await deps.restorableDays();
  return await retryConflicts(() =>
    deps.db.transaction().execute((trx) => deleteNext(deps, trx, { customerId, after, deletedDays })),
  );
}

/** The row of the deletion is locked, so a second run of the job waits and then continues. */
async function deleteNext(
  deps: Pick<DeletionDeps, 'clock' | 'removeFromAlbums' | 'removeFromProjects'>,
  trx: Queryable,
  { customerId, after, deletedDays }: { customerId: CustomerId; after: string; deletedDays: number },
): Promise<string | null> {
  const deletion = await trx
    .selectFrom('photo_deletions')
    .selectAll()
    .where('user_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst();
  if (!deletion) return null;
  const found = await nextIds(trx, { customerId, after, createdUntil: deletion.requested_at });
  // Photos added before the request but committed later are found by starting over.
  if (found.length === 0 && after !== NIL_ID) return NIL_ID;
  const now = deps.clock();
  if (found.length === 0) {
    await finish(trx, deletion, now);
    return null;
  }
  const { removal_id, requested_at: deletedAt } = deletion;
  const restorable = removal_id && restorableRemoval(removal_id, { deletedAt, deletedDays, isErasure: true });
  const removed = await removePhotos(deps, trx, {
    customerId,
    photoIds: found,
    now,
    restorable: restorable || null,
  });
  await sql`update photo_deletions set deleted = deleted + ${removed} where user_id = ${customerId}`.execute(
    trx,
  );
  return found.at(-1) ?? null;
}

type Range = { customerId: CustomerId; after: string; createdUntil: Date };

async function nextIds(trx: Queryable, { customerId, after, createdUntil }: Range): Promise<string[]> {
  const rows = await trx
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', customerId)
    .where('id', '>', after)
    .where('created_at', '<=', createdUntil)
    .orderBy('id')
    .limit(PHOTOS_PER_TRANSACTION)
    .execute();
  return rows.map(({ id }) => id);
}

/** Notifies screens once more, so that they stop showing progress. A final deletion also ends all before it. */
async function finish(
  trx: Queryable,
  { user_id: customerId, removal_id }: DeletionRow,
  now: Date,
): Promise<void> {
  if (removal_id === null) {
    await stopRestoring(trx, customerId);
    await endDeletedPhotos(trx, customerId, now);
    await addPurgeJob(trx, customerId);
  }
  await trx.deleteFrom('photo_deletions').where('user_id', '=', customerId).execute();
  await push(trx, customerId, { type: 'photos-changed', data: { change: 'deleted', photoIds: [] } }, now);
}
