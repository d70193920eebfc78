import type { Queryable } from '../../../platform/database/database.ts';

/** Whose albums may hold photos of a customer: the customer's own, and those of others that the customer takes part in. */
export async function albumOwnersFor(trx: Queryable, userId: string): Promise<string[]> {
  const grants = await trx
    .selectFrom('shared_album_grants')
    .select('owner_id')
    .distinct()
    .where('user_id', '=', userId)
    .execute();
  return [userId, ...grants.map(({ owner_id }) => owner_id)];
}
