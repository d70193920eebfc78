import type { PhotoTurn, Turn } from '@keepsake/contracts/library/turns';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { onlyRow, type Queryable, uuidArray } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { addTurnJobs } from './photo-jobs.ts';

type Turning = { photoIds: readonly string[]; degrees: Turn };

/**
 * Turns photos of a customer further, in a transaction; their thumbnails follow by jobs. Ids that are not photos of the customer are
 * left out; throws `not-found` if there are no others. One statement, in which rows are locked in the order in which deletions
 * lock them.
 */
export async function turnPhotos(
  trx: Queryable,
  customerId: CustomerId,
  { photoIds, degrees }: Turning,
): Promise<{ photosCount: number }> {
  const { found, due } = onlyRow(
    await sql<{ found: number; due: string[] }>`
    with locked as materialized (
      select id from photos where user_id = ${customerId} and id = any(${uuidArray(photoIds)})
      order by id for no key update
    ), turned as (
      update photos set turn = (turn + ${degrees}::int) % 360
      where user_id = ${customerId} and id in (select id from locked)
      returning id, turn <> shown_turn and thumbnail_state = 'success' as is_due
    )
    select (select count(*)::int from locked) as found, array(select id::text from turned where is_due) as due`.execute(
      trx,
    ),
  );
  if (found === 0) throw new Problem('not-found');
  await addTurnJobs(
    trx,
    due.map((photoId) => ({ customerId, photoId })),
  );
  return { photosCount: found };
}

/** Those of these photos of a customer that are turned, in the same order. */
export async function findTurns(
  db: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<PhotoTurn[]> {
  const { rows } = await sql<PhotoTurn>`select id::text as "photoId", turn as degrees
    from photos join unnest(${uuidArray(photoIds)}) with ordinality as chosen (photo_id, place) on id = photo_id
    where user_id = ${customerId} and turn <> 0 order by place`.execute(db);
  return rows;
}
