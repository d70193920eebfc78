import type { Database } from '../../../platform/database/database.ts';

/** Albums of a customer's own, those that others can see among them. */
export async function countAlbums(db: Database, userId: string): Promise<number> {
  const { albums } = await db
    .selectFrom('albums')
    .select((eb) => eb.fn.countAll<number>().as('albums'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(albums);
}
