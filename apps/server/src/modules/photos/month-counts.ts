import type { SortKey, TimelineMap } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { monthOf, type OrderTime } from './rules.ts';

/** Where a photo counts: its month by each sort. */
export type CountedPhoto = { taken_order: OrderTime; created_order: OrderTime };

/**
 * Adds to (or with -1 takes from) the kept month counts, in the transaction that changes the rows. Rows are
 * locked in one order, so that two transactions of a customer never wait for each other in a circle.
 */
export async function countPhotos(
  trx: Queryable,
  userId: string,
  photos: readonly CountedPhoto[],
  sign: 1 | -1,
): Promise<void> {
  const deltas = new Map<string, number>();
  for (const { taken_order, created_order } of photos) {
    for (const key of [`created|${monthOf(created_order)}`, `dateTaken|${monthOf(taken_order)}`]) {
      deltas.set(key, (deltas.get(key) ?? 0) + sign);
    }
  }
  const values = [...deltas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, delta]) => ({ key, delta }));
  if (values.length === 0) return;
  await sql`
    insert into photo_month_counts as kept (user_id, sort_key, month, photos)
    select ${userId}, split_part(key, '|', 1), split_part(key, '|', 2)::date, delta
    from json_to_recordset(${JSON.stringify(values)}::json) as change(key text, delta integer)
    on conflict (user_id, sort_key, month) do update set photos = kept.photos + excluded.photos`.execute(trx);
}

/** Year -> month -> number of photos by one sort; a few hundred rows whatever the library's size. */
export async function readTimelineMap(db: Queryable, userId: string, sortKey: SortKey): Promise<TimelineMap> {
  const rows = await db
    .selectFrom('photo_month_counts')
    .select(['month', 'photos'])
    .where('user_id', '=', userId)
    .where('sort_key', '=', sortKey)
    .where('photos', '>', 0)
    .orderBy('month')
    .execute();
  const map: TimelineMap = {};
  for (const { month, photos } of rows) {
    const year = String(Number(month.slice(0, 4)));
    map[year] ??= {};
    map[year][String(Number(month.slice(5, 7)))] = photos;
  }
  return map;
}

/** Photos of the customer's library. */
export async function readPhotosCount(db: Queryable, userId: string): Promise<number> {
  const row = await db
    .selectFrom('photo_month_counts')
    .select((eb) => eb.fn.sum<string>('photos').as('photos'))
    .where('user_id', '=', userId)
    .where('sort_key', '=', 'created')
    .executeTakeFirst();
  return Number(row?.photos ?? 0);
}
