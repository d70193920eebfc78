import type { PhotoFilter, SortKey, TimelineMap } from '@keepsake/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { monthOf, type OrderTime } from './rules.ts';

/** A photo's month by each sort. */
export type CountedPhoto = { taken_order: OrderTime; created_order: OrderTime };

/** A month by a sort: `created|YYYY-MM-01` or `dateTaken|YYYY-MM-01`. */
export type MonthKey = string;

type CountChange = { added?: readonly CountedPhoto[]; removed?: readonly CountedPhoto[] };

/** Updates the kept month counts after a change of rows, in its transaction. */
export async function countPhotos(
  trx: Queryable,
  userId: string,
  { added = [], removed = [] }: CountChange,
): Promise<void> {
  const deltas = new Map<MonthKey, number>();
  for (const key of added.flatMap(monthKeys)) deltas.set(key, (deltas.get(key) ?? 0) + 1);
  for (const key of removed.flatMap(monthKeys)) deltas.set(key, (deltas.get(key) ?? 0) - 1);
  await changeCounts(trx, userId, deltas);
}

/**
 * Adds a number of photos to each kept month count. Rows are locked in the same order, so that two transactions of a
 * customer never deadlock.
 */
export async function changeCounts(
  trx: Queryable,
  userId: string,
  deltas: ReadonlyMap<MonthKey, number>,
): Promise<void> {
  const changes = [...deltas].filter(([, delta]) => delta !== 0);
  if (changes.length === 0) return;
  const change = tableOf(changes);
  if (changes.every(([, delta]) => delta > 0)) {
    await sql`${raiseCountsSql(userId, change)}`.execute(trx);
    return;
  }
  await lockCounts(trx, userId, change);
  await sql`update photo_month_counts as kept set photos = kept.photos + change.delta from ${change} as change
    where kept.user_id = ${userId} and kept.sort_key = change.sort_key and kept.month = change.month`.execute(
    trx,
  );
}

/** Counts an added photo, as part of a larger statement. */
export function countAddedSql(userId: string, photo: CountedPhoto): RawBuilder<unknown> {
  return raiseCountsSql(userId, tableOf(monthKeys(photo).map((key) => [key, 1])));
}

function tableOf(changes: readonly (readonly [MonthKey, number])[]): RawBuilder<unknown> {
  const values = JSON.stringify(changes.map(([key, delta]) => ({ key, delta })));
  return sql`(select split_part(key, '|', 1) as sort_key, split_part(key, '|', 2)::date as month, delta
    from json_to_recordset(${values}::json) as change(key text, delta integer))`;
}

function raiseCountsSql(userId: string, change: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into photo_month_counts as kept (user_id, sort_key, month, photos)
    select ${userId}::uuid, sort_key, month, delta from ${change} as change order by sort_key, month
    on conflict (user_id, sort_key, month) do update set photos = kept.photos + excluded.photos`;
}

/** A falling count cannot be upserted, because its row could be negative for a moment: lock first, then update. */
async function lockCounts(trx: Queryable, userId: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`insert into photo_month_counts (user_id, sort_key, month, photos)
    select ${userId}, sort_key, month, 0 from ${change} as change order by sort_key, month
    on conflict (user_id, sort_key, month) do nothing`.execute(trx);
  await sql`select from photo_month_counts join ${change} as change using (sort_key, month)
    where user_id = ${userId} order by sort_key, month for update of photo_month_counts`.execute(trx);
}

const monthKeys = ({ taken_order, created_order }: CountedPhoto) => [
  `created|${monthOf(created_order)}`,
  `dateTaken|${monthOf(taken_order)}`,
];

/** Number of photos in the customer's library. */
export async function readPhotosCount(db: Queryable, userId: string): Promise<number> {
  const row = await db
    .selectFrom('photo_month_counts')
    .select((eb) => eb.fn.sum<string>('photos').as('photos'))
    .where('user_id', '=', userId)
    .where('sort_key', '=', 'created')
    .executeTakeFirst();
  return Number(row?.photos ?? 0);
}

type MapRequest = { userId: string; sortKey: SortKey; filter?: PhotoFilter };

/** Year -> month -> number of photos by one sort: a few hundred rows, whatever the library's size. */
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

/** The kept counts without ordered photos: reads only the ordered ones, not the library. */
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
