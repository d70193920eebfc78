import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';

/** A short text that is another one as soon as photos came or went, or albums changed. */
export async function readLibraryState(db: Queryable, userId: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`select concat_ws(' ',
      (select sum(photos) from photo_month_counts where user_id = ${userId} and sort_key = 'created'),
      (select id from photos where user_id = ${userId} order by id desc limit 1),
      (select concat_ws(' ', count(*), extract(epoch from max(updated_at))) from albums where user_id = ${userId})
    ) as state`.execute(db);
  return rows[0]?.state ?? '';
}
