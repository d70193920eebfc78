import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Queryable } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { isKeyOf } from './folders.ts';
import type { ObjectStore } from './object-store.ts';

/** A file about to be stored: its key, unique and unguessable, and the keys of all objects that make it up. */
export type NewFile = { customerId: CustomerId; objectKey: string; keys: readonly string[] };

/** Stores the objects of one file. A key that is not one of the file's throws a RangeError. */
export type FileWriter = {
  /** Moves a finished local file into the store. */
  addFile(key: string, path: string): Promise<void>;
  addBytes(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Records that the file belongs to a row, in the transaction that makes that row. Throws `unavailable` if it is too late: the
   * objects may have been removed meanwhile.
   */
  settle(trx: Queryable): Promise<void>;
};

/** How long a writer has: longer than any request or job, so that only one that was asleep is too late. */
const OPEN_FOR = sql`interval '1 hour'`;

type Deps = { db: Database; objects: Pick<ObjectStore, 'putFile' | 'putBytes' | 'remove'> };

/**
 * The only way to store a file, except for photos (ADR 79): its keys are durable before `write` stores the first byte. Unless
 * `write` settles it, whether it fails or somebody else was faster, its objects are removed, and after a kill the purge does so.
 */
export async function storeFile<Result>(
  deps: Deps,
  file: NewFile,
  write: (writer: FileWriter) => Promise<Result>,
): Promise<Result> {
  const { db, objects } = deps;
  const { customerId, objectKey, keys } = file;
  if (!isKeyOf(customerId, objectKey)) throw new RangeError(`Not a key of this customer: ${objectKey}`);
  const requireOwn = (key: string) => {
    if (!keys.includes(key)) throw new RangeError(`Not an object of ${objectKey}: ${key}`);
  };
  const state = { isSettled: false, isTooLate: false };
  await insertRows(db, [file], { isOpen: true, removeAfter: sql`now() + ${OPEN_FOR}` });
  const writer: FileWriter = {
    async addFile(key, path) {
      requireOwn(key);
      await objects.putFile(key, path);
    },
    async addBytes(key, bytes) {
      requireOwn(key);
      await objects.putBytes(key, bytes);
    },
    async settle(trx) {
      state.isSettled = await deleteOpen(trx, file);
      state.isTooLate = !state.isSettled;
      if (state.isTooLate) throw new Problem('unavailable');
    },
  };
  try {
    const result = await write(writer);
    if (!state.isSettled) await discard(deps, file, false);
    return result;
  } catch (error) {
    await discard(deps, file, state.isTooLate);
    throw error;
  }
}

async function deleteOpen(trx: Queryable, { customerId, objectKey }: NewFile): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('pending_objects')
    .where('user_id', '=', customerId)
    .where('object_key', '=', objectKey)
    .where('is_open', '=', true)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Keeps an object for which a row was restored, whoever wrote it: it belongs to something again. */
export async function keepObject(trx: Queryable, objectKey: string): Promise<void> {
  await trx.deleteFrom('pending_objects').where('object_key', '=', objectKey).execute();
}

/** Removes a file that nobody needs. Whatever fails here, the purge does later. */
async function discard({ db, objects }: Deps, file: NewFile, isUnsettled: boolean): Promise<void> {
  try {
    if (!(await close(db, file)) && !isUnsettled) return;
    if (await objects.remove(file.keys)) await deleteRow(db, file);
  } catch {
    return;
  }
}

/**
 * False if the file has no row. A transaction whose outcome is unknown may have settled it: closing the row waits for that one,
 * and finds none then.
 */
async function close(db: Database, { customerId, objectKey }: NewFile): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pending_objects')
    .set({ is_open: false, remove_after: sql`now()` })
    .where('user_id', '=', customerId)
    .where('object_key', '=', objectKey)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function deleteRow(db: Database, { customerId, objectKey }: NewFile): Promise<void> {
  await db
    .deleteFrom('pending_objects')
    .where('user_id', '=', customerId)
    .where('object_key', '=', objectKey)
    .execute();
}

/** Rows per statement. */
const MAX_ROWS = 1_000;

type Row = { isOpen: boolean; removeAfter: RawBuilder<Date> };

/** Adds rows of files: those being written, or those that belong to nothing any more. */
export async function insertRows(
  db: Queryable,
  files: readonly NewFile[],
  { isOpen, removeAfter }: Row,
): Promise<void> {
  for (let start = 0; start < files.length; start += MAX_ROWS) {
    const rows = files.slice(start, start + MAX_ROWS).map(({ customerId, objectKey, keys }) => ({
      user_id: customerId,
      object_key: objectKey,
      keys: [...keys],
      is_open: isOpen,
      remove_after: removeAfter,
    }));
    await db
      .insertInto('pending_objects')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['user_id', 'object_key']).doNothing())
      .execute();
  }
}
