import type { PhotoFilter, SortKey, TimelineMap } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';

type MapRequest = { userId: string; sortKey: SortKey; filter?: PhotoFilter };

/** Year -> month -> number of photos by one sort; a few hundred rows whatever the library's size. */
export async function readTimelineMap(db: Queryable, request: MapRequest): Promise<TimelineMap> {
  const rows = request.filter ? await readUnprinted(db, request) : await readKept(db, request);
  const map: TimelineMap = {};
  for (const { month, photos } of rows) {
    const year = String(Number(month.slice(0, 4)));
    map[year] ??= {};
    map[year][String(Number(month.slice(5, 7)))] = photos;
  }
  return map;
}

function readKept(db: Queryable, { userId, sortKey }: MapRequest) {
  return db
    .selectFrom('photo_month_counts')
    .select(['month', 'photos'])
    .where('user_id', '=', userId)
    .where('sort_key', '=', sortKey)
    .where('photos', '>', 0)
    .orderBy('month')
    .execute();
}

/** What is kept without the photos that orders are made from: those alone are looked at, not the library. */
async function readUnprinted(db: Queryable, { userId, sortKey }: MapRequest) {
  const order = sql.ref(sortKey === 'created' ? 'created_order' : 'taken_order');
  const { rows } = await sql<{ month: string; photos: number }>`
    with printed as (
      select date_trunc('month', ${order})::date as month, count(*)::int as photos
      from photos where user_id = ${userId} and is_ordered group by 1
    )
    select month, kept.photos - coalesce(printed.photos, 0) as photos
    from photo_month_counts as kept left join printed using (month)
    where user_id = ${userId} and sort_key = ${sortKey} and kept.photos > coalesce(printed.photos, 0)
    order by month`.execute(db);
  return rows;
}

/** Whether there is a photo that an order is made from. */
export async function hasOrderedPhotos(db: Queryable, userId: string): Promise<boolean> {
  const query = db
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', userId)
    .where('is_ordered', '=', true);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}
