import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { NIL_ID, NOBODY } from '../../../platform/ids.ts';
import { LARGE_BATCH } from '../../../platform/jobs/jobs.ts';

/**
 * Has the dates of photos without one read from their files again, by the job that describes photos, after a release that reads
 * more. Goes through all photos in short statements; doing it twice does no harm.
 * @returns how many photos will be read.
 */
export async function readDatesAgain(db: Database): Promise<number> {
  let after = { customerId: NOBODY, id: NIL_ID };
  for (let marked = 0; ; ) {
    const { rows } = await sql<{ customerId: CustomerId; id: string; marked: number }>`
      with next as (
        select user_id, id from photos where (user_id, id) > (${after.customerId}::uuid, ${after.id}::uuid)
        order by user_id, id limit ${LARGE_BATCH}
      ), marked as (
        update photos set is_described = false from next
        where photos.user_id = next.user_id and photos.id = next.id and taken_at is null and is_described
        returning 1
      )
      select user_id as "customerId", id, (select count(*) from marked)::int as marked
      from next order by user_id desc, id desc limit 1`.execute(db);
    const [last] = rows;
    if (!last) return marked;
    marked += last.marked;
    after = last;
  }
}
