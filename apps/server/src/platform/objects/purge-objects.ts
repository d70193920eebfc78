import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { type Clock, MINUTE_MS } from '../clock.ts';
import type { Database, Queryable } from '../database/database.ts';
import { addJob, BATCH, type Cron, keyedTask, PRIORITY, type Task } from '../jobs/jobs.ts';
import type { Module } from '../module.ts';
import { CUSTOMER_FOLDERS } from './folders.ts';
import type { ObjectStore } from './object-store.ts';
import { insertRows, type NewFile } from './pending-objects.ts';

/** The job's name, from when only files of orders were removed this way. */
const PURGE = keyedTask('purge-order-files', { foundBy: 'purge-order-files' });
/** The purge is requested whenever something is to be removed; on a schedule it finds what killed writers left. */
const PURGE_CRON: Cron = { task: PURGE, at: '11,31,51 * * * *' };
/** A writer that was asleep may store bytes after their keys were purged. They are purged again after this time. */
const LATE_FOR = sql`interval '7 days'`;
/** How soon to check again whether the store removes objects, or a writer has ended. */
const RETRY_MS = MINUTE_MS;

/** Of photos there may be a hundred thousand: their area empties their folder, once its jobs have removed all that has rows. */
const EMPTIED_HERE = CUSTOMER_FOLDERS.filter((folder) => folder !== 'photos');

type Deps = { db: Database; objects: Pick<ObjectStore, 'list' | 'mayRemove' | 'remove'> };

/** Removes what belongs to nothing: files that were replaced, deleted or never settled, and at erasure what is left. */
export function createObjectPurge({ db, objects, clock }: Deps & { clock: Clock }): Module {
  const deps = { db, objects };
  return {
    tasks: [purgeTask(deps)],
    crons: [PURGE_CRON],
    personalData: {
      // Stored: the area's name from when services alone sent files.
      area: 'sent-files',
      async erase(customerId, { signal }) {
        const repeated = new Date(clock().getTime() + RETRY_MS);
        if (!(await purgeAllOf(deps, customerId))) return repeated;
        for (const folder of EMPTIED_HERE)
          if (!(await removeFolder(objects, `${folder}/${customerId}/`, signal))) return repeated;
        return (await isAnyLeft(db, customerId)) ? repeated : null;
      },
    },
  };
}

/** Has the objects of files removed, once the transaction commits that deletes their rows. */
export async function removeObjectsLater(trx: Queryable, files: readonly NewFile[]): Promise<void> {
  if (files.length === 0) return;
  await insertRows(trx, files, { isOpen: false, removeAfter: sql`now()` });
  await addPurgeJob(trx);
}

async function addPurgeJob(db: Queryable): Promise<void> {
  await addJob(db, PURGE, {}, { key: PURGE, priority: PRIORITY.bulk });
}

/** A kill at any point only delays it. */
function purgeTask(deps: Deps): Task {
  return {
    name: PURGE,
    waitsForReconcile: false,
    async handle() {
      const purged = (await purgeRemoved(deps)) ?? 0;
      const left = (await purgeUnsettled(deps)) ?? 0;
      if (purged === BATCH || left === BATCH) await addPurgeJob(deps.db);
    },
  };
}

/** Removes what a customer's files left; false while the store removes nothing. */
async function purgeAllOf(deps: Deps, customerId: CustomerId): Promise<boolean> {
  await closeUnsettledOf(deps.db, customerId);
  for (;;) {
    const purged = await purgeRemoved(deps, customerId);
    if (purged === null) return false;
    if (purged < BATCH) return true;
  }
}

/** Removes a batch of files that nobody can settle, then their rows; null while the store removes nothing. */
async function purgeRemoved({ db, objects }: Deps, customerId?: CustomerId): Promise<number | null> {
  const ofCustomer = customerId === undefined ? sql`remove_after <= now()` : sql`user_id = ${customerId}`;
  const { rows } = await sql<Row>`select user_id, object_key, keys from pending_objects
    where not is_open and ${ofCustomer} limit ${BATCH}`.execute(db);
  if (!(await objects.remove(rows.flatMap(({ keys }) => keys)))) return null;
  for (const [ownerId, files] of Map.groupBy(rows, ({ user_id }) => user_id))
    await db
      .deleteFrom('pending_objects')
      .where('user_id', '=', ownerId)
      .where(
        'object_key',
        'in',
        files.map(({ object_key }) => object_key),
      )
      .execute();
  return rows.length;
}

/** Removes a batch of files whose writers have not settled them in time. Their rows stay for writers who wake up later. */
async function purgeUnsettled({ db, objects }: Deps): Promise<number | null> {
  if (!(await objects.mayRemove())) return null;
  await forgetRestored(db);
  const rows = await closeUnsettled(db);
  await objects.remove(rows.flatMap(({ keys }) => keys));
  return rows.length;
}

/**
 * A row from before a reconciliation came with the restored database, and does not know whether its file was settled since: the
 * file stays, like everything that `reconcile` left in the store.
 */
async function forgetRestored(db: Database): Promise<void> {
  await sql`delete from pending_objects where is_open and remove_after <= now()
    and created_at <= (select reconciled_at from store_epoch)`.execute(db);
}

type Row = { user_id: CustomerId; object_key: string; keys: string[] };

/** Closes a batch of files that are due, so that nobody settles them any more. */
async function closeUnsettled(db: Database): Promise<Row[]> {
  const { rows } =
    await sql<Row>`update pending_objects set is_open = false, remove_after = now() + ${LATE_FOR}
    where (user_id, object_key) in (select user_id, object_key from pending_objects
      where is_open and remove_after <= now() limit ${BATCH})
    and is_open returning user_id, object_key, keys`.execute(db);
  return rows;
}

/** The same for a customer's, whom nobody serves any more. */
async function closeUnsettledOf(db: Database, customerId: CustomerId): Promise<void> {
  await db
    .updateTable('pending_objects')
    .set({ is_open: false })
    .where('user_id', '=', customerId)
    .where('is_open', '=', true)
    .where('remove_after', '<=', sql<Date>`now()`)
    .execute();
}

async function isAnyLeft(db: Database, customerId: CustomerId): Promise<boolean> {
  const row = await db
    .selectFrom('pending_objects')
    .select('object_key')
    .where('user_id', '=', customerId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes all objects whose keys begin with a folder, which ends with a slash; false while the store removes nothing. */
export async function removeFolder(
  objects: Pick<ObjectStore, 'list' | 'remove'>,
  folder: string,
  signal?: AbortSignal,
): Promise<boolean> {
  let keys: string[] = [];
  for await (const { key } of objects.list(folder)) {
    keys.push(key);
    if (keys.length < BATCH) continue;
    signal?.throwIfAborted();
    if (!(await objects.remove(keys))) return false;
    keys = [];
  }
  return keys.length === 0 || (await objects.remove(keys));
}
