import type { Queryable } from '../../../platform/database/database.ts';

/** Which of these ids are photos of the customer's library. */
export async function findPhotoIds(
  db: Queryable,
  userId: string,
  photoIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', userId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...photoIds]))))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
