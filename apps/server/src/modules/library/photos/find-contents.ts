import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { MINUTE_SECONDS } from '@keepsake/contracts/platform/limits';
import { sql } from 'kysely';
import type { Allowances } from '../../../platform/allowances.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { isBeingDeleted } from './add-photo.ts';
import { isOriginalWhole, type StoredOriginal } from './originals.ts';

type ContentDeps = {
  db: Queryable;
  objects: Pick<ObjectStore, 'open' | 'size'>;
};
type FindDeps = ContentDeps & {
  clock: Clock;
  /** What customers may have read, in bytes. */
  reading: Allowances;
};

/** Originals checked in parallel. */
const CONCURRENCY = 8;
/**
 * Bytes that one call reads, so that asking about a whole library does not read all of it. A handful of files added again is
 * always read; beyond the limit only sizes are compared.
 */
const MAX_READ_BYTES = 64 * 1024 ** 2;
/** The same for all calls of one customer in a minute. */
const READ_ALLOWANCE = { amount: 4 * MAX_READ_BYTES, seconds: MINUTE_SECONDS };

/**
 * Which of these contents need not be sent: the customer's library contains them permanently and can show them, and their
 * originals are neither lost nor damaged. Ids by SHA-256.
 */
export async function findContents(
  { db, objects, clock, reading }: FindDeps,
  customerId: CustomerId,
  sha256: readonly Buffer[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'bytes', 'sha256', 'object_key as objectKey'])
    .where('user_id', '=', customerId)
    .where(sql<boolean>`sha256 = any(${sha256}::bytea[])`)
    .where('thumbnail_state', '<>', 'failure')
    .where('is_damaged', '=', false)
    .where((eb) => eb.not(isBeingDeleted))
    .execute();
  const existing = new Map<string, string>();
  const now = clock();
  const mayRead = (bytes: number) => reading.take(customerId, bytes, READ_ALLOWANCE, now) === null;
  const waiting = markRead(rows, mayRead).values();
  const work = async () => {
    for (const { id, isRead, ...original } of waiting) {
      if (await isThere(objects, original, isRead)) existing.set(original.sha256.toString('hex'), id);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return existing;
}

/** Photos of one size that are checked; files of cameras rarely have the same size. */
const MAX_OF_SIZE = 20;

/**
 * The number of photos with originals of this size that are not as the customer sent them: sending their files again repairs
 * them.
 */
export async function countRepairable(
  { db, objects }: ContentDeps,
  { customerId, bytes }: { customerId: CustomerId; bytes: number },
): Promise<number> {
  const rows = await db
    .selectFrom('photos')
    .select(['bytes', 'sha256', 'object_key as objectKey', 'is_damaged', 'thumbnail_state'])
    .where('user_id', '=', customerId)
    .where('bytes', '=', bytes)
    .where((eb) => eb.not(isBeingDeleted))
    .limit(MAX_OF_SIZE)
    .execute();
  let repairable = 0;
  for (const { is_damaged, thumbnail_state, isRead, ...original } of markRead(rows)) {
    const isWanted =
      is_damaged || thumbnail_state === 'failure' || !(await isThere(objects, original, isRead));
    if (isWanted) repairable++;
  }
  return repairable;
}

/** Compares the whole original, or its size only. */
async function isThere(
  objects: ContentDeps['objects'],
  original: StoredOriginal,
  isRead: boolean,
): Promise<boolean> {
  if (isRead) return await isOriginalWhole(objects, original);
  return (await objects.size(original.objectKey)) === original.bytes;
}

function markRead<Row extends StoredOriginal>(rows: readonly Row[], mayRead = (_bytes: number) => true) {
  let left = MAX_READ_BYTES;
  return rows.map((row) => {
    left -= row.bytes;
    return { ...row, isRead: left >= 0 && mayRead(row.bytes) };
  });
}
