import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';

/** Which of these photos of the customer orders are made from. */
export async function findUsedPhotoIds(
  db: Queryable,
  userId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ photo_id: string }>`select distinct photo_id from photo_uses
    where user_id = ${userId} and photo_id = any(${photoIds}::uuid[]) and used_in = 'order'`.execute(db);
  return rows.map(({ photo_id }) => photo_id);
}

/** How many photos that the library still holds orders are made from. */
export async function countUsedPhotoIds(db: Queryable, userId: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`select count(*)::int as used from photos
    where user_id = ${userId} and is_ordered`.execute(db);
  return rows[0]?.used ?? 0;
}
