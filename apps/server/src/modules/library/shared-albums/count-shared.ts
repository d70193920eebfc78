import type { getSharedCounts, ResponseOf } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';

type Row = { read: number; granted: number; created: Date | null; updated: Date | null };

/**
 * How many albums of others a customer can read, and how many of their own others can; when the first of them was made
 * and the last one changed.
 */
export async function countShared(
  db: Queryable,
  customerId: string,
): Promise<ResponseOf<typeof getSharedCounts>> {
  const { rows } = await sql<Row>`
    with seen as (
      select user_id, created_at, updated_at from albums where user_id = ${customerId} and is_shared
      union all
      select owner_id, albums.created_at, updated_at from shared_album_grants as granted
      join albums on albums.user_id = granted.owner_id and albums.id = granted.album_id
      where granted.user_id = ${customerId}
    )
    select count(*) filter (where user_id <> ${customerId}) as read,
      count(*) filter (where user_id = ${customerId}) as granted,
      min(created_at) as created, max(updated_at) as updated from seen`.execute(db);
  const { read, granted, created, updated } = rows[0] as Row;
  return {
    readAlbumsCount: read,
    grantedAlbumsCount: granted,
    created: created?.toISOString(),
    updated: updated?.toISOString(),
  };
}
