import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { push } from '../../../platform/push.ts';

type Marking = { userId: string; photoIds: readonly string[]; now: Date };
type Marked = { id: string; is_new: boolean };

/** Ids that one push message names; more are told as 'many'. */
const MOST_NAMED = 100;

/**
 * Notes on photos that an order is made from them, within its transaction, and tells the customer's screens. Gives those
 * that are photos of the customer. Locked in one order, as deletions do: neither waits for the other in a circle.
 */
export async function markOrdered(trx: Queryable, { userId, photoIds, now }: Marking): Promise<string[]> {
  const { rows } = await sql<Marked>`
    with locked as materialized (
      select id from photos where user_id = ${userId} and id = any(${photoIds}::uuid[]) order by id for update
    ), marked as (
      update photos set is_ordered = true
      where user_id = ${userId} and id in (select id from locked) and not is_ordered returning id
    )
    select locked.id, marked.id is not null as is_new from locked left join marked on marked.id = locked.id`.execute(
    trx,
  );
  const fresh = rows.filter(({ is_new }) => is_new).map(({ id }) => id);
  if (fresh.length > 0) {
    const told = fresh.length > MOST_NAMED ? [] : fresh;
    await push(trx, userId, { type: 'photos-changed', data: { change: 'ordered', photoIds: told } }, now);
  }
  return rows.map(({ id }) => id);
}
