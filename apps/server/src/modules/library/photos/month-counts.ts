import type { TimelineMap } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { PhotoFilter, SortKey } from '@keepsake/contracts/platform/start-of-page';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../platform/database/database.ts';
import { byMonth, monthOf, type OrderTime } from './rules.ts';
import { inFilterSql } from './store.ts';

/** A photo's month by each sort key, and the size of its original. */
export type CountedPhoto = { taken_order: OrderTime; created_order: OrderTime; bytes: number };

export const librarySize = z.object({ photos: z.number(), bytes: z.number() });
/** The number of photos, and the total size of their originals. */
export type LibrarySize = z.infer<typeof librarySize>;

/** What a library may hold; null means no limit. */
export type Quota = { photos: number | null; bytes: number | null };

/** A month by sort key: `created|YYYY-MM-01` or `dateTaken|YYYY-MM-01`. */
type MonthKey = string;

type CountChange = { added?: readonly CountedPhoto[]; removed?: readonly CountedPhoto[] };

/** Updates the stored month counts after a change of rows, in its transaction. */
export async function countPhotos(
  trx: Queryable,
  customerId: CustomerId,
  { added = [], removed = [] }: CountChange,
): Promise<void> {
  const deltas = new Map<MonthKey, LibrarySize>();
  for (const photo of added) addTo(deltas, photo, 1);
  for (const photo of removed) addTo(deltas, photo, -1);
  await changeCounts(trx, customerId, deltas);
}

function addTo(deltas: Map<MonthKey, LibrarySize>, photo: CountedPhoto, sign: 1 | -1): void {
  for (const key of monthKeys(photo)) {
    const { photos, bytes } = deltas.get(key) ?? { photos: 0, bytes: 0 };
    deltas.set(key, { photos: photos + sign, bytes: bytes + sign * photo.bytes });
  }
}

/**
 * Adds photos and their size to each stored month count. Rows are locked in the same order, so that two transactions of a
 * customer never deadlock.
 */
export async function changeCounts(
  trx: Queryable,
  customerId: CustomerId,
  deltas: ReadonlyMap<MonthKey, LibrarySize>,
): Promise<void> {
  const changes = [...deltas].filter(([, { photos, bytes }]) => photos !== 0 || bytes !== 0);
  if (changes.length === 0) return;
  const change = tableOf(changes);
  if (changes.every(([, { photos }]) => photos > 0)) {
    await sql`${raiseCountsSql(customerId, change)}`.execute(trx);
    return;
  }
  // Counts that fall were counted before, so their rows exist.
  const isFallingOnly = changes.every(([, { photos }]) => photos < 0);
  if (!isFallingOnly) await addCounts(trx, customerId, change);
  await lockCounts(trx, customerId, change);
  await sql`update photo_month_counts as stored set photos = stored.photos + change.photos,
      bytes = stored.bytes + change.bytes from ${change} as change
    where stored.user_id = ${customerId} and stored.sort_key = change.sort_key and stored.month = change.month`.execute(
    trx,
  );
}

/** Counts added photos, as part of a larger statement: `added` is a table with the columns of CountedPhoto. */
export function countAddedSql(customerId: CustomerId, added: RawBuilder<unknown>): RawBuilder<unknown> {
  const months = (key: SortKey, order: string) =>
    sql`select ${sql.lit(key)} as sort_key, date_trunc('month', ${sql.ref(order)})::date as month, count(*)::int as photos,
      sum(bytes)::bigint as bytes from ${added} as added group by 1, 2`;
  return raiseCountsSql(
    customerId,
    sql`(${months('created', 'created_order')} union all ${months('dateTaken', 'taken_order')})`,
  );
}

function tableOf(changes: readonly (readonly [MonthKey, LibrarySize])[]): RawBuilder<unknown> {
  const values = JSON.stringify(changes.map(([key, size]) => ({ key, ...size })));
  return sql`(select split_part(key, '|', 1) as sort_key, split_part(key, '|', 2)::date as month, photos, bytes
    from json_to_recordset(${values}::json) as change(key text, photos integer, bytes bigint))`;
}

function raiseCountsSql(customerId: CustomerId, change: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into photo_month_counts as stored (user_id, sort_key, month, photos, bytes)
    select ${customerId}::uuid, sort_key, month, photos, bytes from ${change} as change order by sort_key, month
    on conflict (user_id, sort_key, month) do update
      set photos = stored.photos + excluded.photos, bytes = stored.bytes + excluded.bytes`;
}

/** A falling count cannot be upserted, because its row could be negative for a moment: add and lock first, then update. */
async function addCounts(trx: Queryable, customerId: CustomerId, change: RawBuilder<unknown>): Promise<void> {
  await sql`insert into photo_month_counts (user_id, sort_key, month, photos)
    select ${customerId}, sort_key, month, 0 from ${change} as change order by sort_key, month
    on conflict (user_id, sort_key, month) do nothing`.execute(trx);
}

async function lockCounts(
  trx: Queryable,
  customerId: CustomerId,
  change: RawBuilder<unknown>,
): Promise<void> {
  await sql`select from photo_month_counts join ${change} as change using (sort_key, month)
    where user_id = ${customerId} order by sort_key, month for update of photo_month_counts`.execute(trx);
}

const monthKeys = ({ taken_order, created_order }: CountedPhoto) => [
  `created|${monthOf(created_order)}`,
  `dateTaken|${monthOf(taken_order)}`,
];

/** The size of the customer's library, one row of `photos` and `bytes`: sums of months, so the cost does not grow with it. */
export function librarySizeSql(customerId: CustomerId): RawBuilder<LibrarySize> {
  return sql`select coalesce(sum(photos), 0)::bigint as photos, coalesce(sum(bytes), 0)::bigint as bytes
    from photo_month_counts where user_id = ${customerId} and sort_key = 'created'`;
}

/** SQL telling whether a customer has photos, for use in a larger statement. */
export const hasPhotosSql = (customerId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from photo_month_counts as counts where counts.user_id = ${customerId} and counts.photos > 0)`;

export async function readLibrarySize(db: Queryable, customerId: CustomerId): Promise<LibrarySize> {
  const { rows } = await librarySizeSql(customerId).execute(db);
  return rows[0] ?? { photos: 0, bytes: 0 };
}

/** Number of photos in the customer's library. */
export async function readPhotosCount(db: Queryable, customerId: CustomerId): Promise<number> {
  return (await readLibrarySize(db, customerId)).photos;
}

type MapRequest = { customerId: CustomerId; sortKey: SortKey; filter?: PhotoFilter };

/** Year -> month -> number of photos by one sort key: a few hundred rows, whatever the library's size. */
export async function readTimelineMap(db: Queryable, request: MapRequest): Promise<TimelineMap> {
  const { filter } = request;
  const read = !filter ? readCounts : filter === 'notPrinted' ? readUnprinted : countFiltered;
  const rows = await read(db, request);
  return byMonth(rows.map(({ month, photos: value }) => ({ month, value })));
}

function readCounts(db: Queryable, { customerId, sortKey }: MapRequest) {
  return db
    .selectFrom('photo_month_counts')
    .select(['month', 'photos'])
    .where('user_id', '=', customerId)
    .where('sort_key', '=', sortKey)
    .where('photos', '>', 0)
    .orderBy('month')
    .execute();
}

/** Counts the favourites: reads only them, from an index alone. */
async function countFiltered(db: Queryable, { customerId, sortKey, filter }: MapRequest) {
  const order = sql.ref(sortKey === 'created' ? 'created_order' : 'taken_order');
  const { rows } = await sql<{ month: string; photos: number }>`
    select date_trunc('month', ${order})::date as month, count(*)::int as photos
    from photos where user_id = ${customerId} and ${inFilterSql(filter)} group by 1 order by 1`.execute(db);
  return rows;
}

/** The stored counts minus ordered photos: reads only the ordered ones, not the library. */
async function readUnprinted(db: Queryable, { customerId, sortKey }: MapRequest) {
  const order = sql.ref(sortKey === 'created' ? 'created_order' : 'taken_order');
  const { rows } = await sql<{ month: string; photos: number }>`
    with printed as (
      select date_trunc('month', ${order})::date as month, count(*)::int as photos
      from photos where user_id = ${customerId} and is_ordered group by 1
    )
    select month, stored.photos - coalesce(printed.photos, 0) as photos
    from photo_month_counts as stored left join printed using (month)
    where user_id = ${customerId} and sort_key = ${sortKey} and stored.photos > coalesce(printed.photos, 0)
    order by month`.execute(db);
  return rows;
}
