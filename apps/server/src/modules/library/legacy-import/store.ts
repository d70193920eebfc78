import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Selectable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { LegacyUploads } from '../../../platform/database/database-types.ts';
import { NOBODY } from '../../../platform/ids.ts';

export type LegacyRow = Selectable<LegacyUploads>;
type LegacyRef = { customerId: CustomerId; legacyUploadId: string };

/** Uploads of one customer, or of nobody, by id; unknown ids are left out. */
export async function findUploads(
  db: Queryable,
  customerId: CustomerId,
  ids: readonly string[],
): Promise<LegacyRow[]> {
  return db
    .selectFrom('legacy_uploads')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
}

export async function countWaiting(db: Queryable, customerId: CustomerId): Promise<number> {
  const { waiting } = await db
    .selectFrom('legacy_uploads')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('user_id', '=', customerId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

export async function isAnyWaiting(db: Queryable, customerId: CustomerId): Promise<boolean> {
  return (await findWaiting(db, customerId, { after: null, limit: 1 })).length > 0;
}

type Range = { after: string | null; limit: number };

/** The customer's next uploads to import, after an id or from the first. */
export async function findWaiting(
  db: Queryable,
  customerId: CustomerId,
  { after, limit }: Range,
): Promise<LegacyRow[]> {
  return db
    .selectFrom('legacy_uploads')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('state', '=', 'waiting')
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
}

type Settled = { state: 'imported'; photoId: string } | { state: 'failed'; fault: string };

/** Marks a waiting upload as imported or failed; false if it already was. */
export async function settleUpload(
  trx: Queryable,
  { customerId, legacyUploadId }: LegacyRef,
  settled: Settled,
): Promise<boolean> {
  const { state, ...details } = settled;
  const { numUpdatedRows } = await trx
    .updateTable('legacy_uploads')
    .set({
      state,
      photo_id: 'photoId' in details ? details.photoId : null,
      fault: 'fault' in details ? details.fault : null,
    })
    .where('user_id', '=', customerId)
    .where('id', '=', legacyUploadId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Files listed at once. */
const MAX_LEFT_FILES = 500;

/** Files of imported uploads that are not removed yet, some hundred at a time. */
export async function findLeftFiles(db: Queryable, customerId: CustomerId): Promise<string[]> {
  const rows = await db
    .selectFrom('legacy_uploads')
    .select('object_key')
    .where('user_id', '=', customerId)
    .where('state', '=', 'imported')
    .where('object_key', 'is not', null)
    .limit(MAX_LEFT_FILES)
    .execute();
  return rows.flatMap(({ object_key }) => object_key ?? []);
}

/** Clears the references to removed files. */
export async function forgetFiles(
  db: Queryable,
  customerId: CustomerId,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await db
    .updateTable('legacy_uploads')
    .set({ object_key: null })
    .where('user_id', '=', customerId)
    .where('object_key', 'in', [...keys])
    .execute();
}

/** Deletes the rows of uploads: those of a restored database name files that have become photos, or were removed, since. */
export async function dropUploads(
  db: Queryable,
  customerId: CustomerId,
  ids: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('legacy_uploads')
    .where('user_id', '=', customerId)
    .where('id', 'in', [...ids])
    .execute();
}

type NewUpload = LegacyRef & { fileName: string; bytes: number; uploadedAt: Date; objectKey: string };

/** Adds a waiting upload; false if the customer has it already. */
export async function insertUpload(db: Queryable, upload: NewUpload): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('legacy_uploads')
    .values({
      user_id: upload.customerId,
      id: upload.legacyUploadId,
      file_name: upload.fileName,
      bytes: upload.bytes,
      uploaded_at: upload.uploadedAt,
      object_key: upload.objectKey,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Assigns an upload that belongs to nobody to a customer; false if there is none. */
export async function claimUpload(
  db: Queryable,
  { customerId, legacyUploadId }: LegacyRef,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('legacy_uploads')
    .set({ user_id: customerId })
    .where('user_id', '=', NOBODY)
    .where('id', '=', legacyUploadId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A customer's failed imports, sorted by name, and their total. */
export async function findFailed(
  db: Queryable,
  customerId: CustomerId,
  limit: number,
): Promise<{ failed: LegacyRow[]; total: number }> {
  const ofCustomer = db
    .selectFrom('legacy_uploads')
    .where('user_id', '=', customerId)
    .where('state', '=', 'failed');
  const failed = await ofCustomer.selectAll().orderBy('file_name').orderBy('id').limit(limit).execute();
  const { total } = await ofCustomer
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { failed, total: Number(total) };
}
