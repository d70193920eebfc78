import { sql } from 'kysely';
import { type Database, lockCount, type Queryable } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { type LibrarySize, librarySizeSql, type Quota } from '../photos/index.ts';

type Announced = { userId: string; bytes: number };

/**
 * Opens an upload, by `open`, if the library has room for it with all that is open counted as saved. So what has begun is
 * always saved, and uploads of a customer that begin at the same time, on whatever nodes, cannot pass the quota together.
 * Throws `quota-exceeded`.
 */
export async function openWithinQuota<Opened>(
  { db, quota }: { db: Database; quota: Quota },
  { userId, bytes }: Announced,
  open: (db: Queryable) => Promise<Opened>,
): Promise<Opened> {
  if (quota.photos === null && quota.bytes === null) return await open(db);
  return await db.transaction().execute(async (trx) => {
    await lockCount(trx, 'uploads', userId);
    const size = await readPlannedSize(trx, userId);
    if (isOver(size.photos + 1, quota.photos) || isOver(size.bytes + bytes, quota.bytes)) {
      throw new Problem('quota-exceeded');
    }
    return await open(trx);
  });
}

const isOver = (amount: number, most: number | null) => most !== null && amount > most;

/** What the library will hold when all open uploads are saved; in one statement, because they are saved meanwhile. */
async function readPlannedSize(trx: Queryable, userId: string): Promise<LibrarySize> {
  const { rows } = await sql<LibrarySize>`
    select library.photos + waiting.photos as photos, library.bytes + waiting.bytes as bytes
    from (${librarySizeSql(userId)}) as library, (
      select count(*) as photos, coalesce(sum(bytes), 0)::bigint as bytes
      from uploads where user_id = ${userId} and state = 'open') as waiting`.execute(trx);
  return rows[0] ?? { photos: 0, bytes: 0 };
}
