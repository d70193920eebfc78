import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { monthOf, type OrderTime } from './rules.ts';

/** Where a photo counts: its month by each sort. */
export type CountedPhoto = { taken_order: OrderTime; created_order: OrderTime };

/** A month by a sort: `created|YYYY-MM-01` or `dateTaken|YYYY-MM-01`. */
export type MonthKey = string;

type CountChange = { added?: readonly CountedPhoto[]; removed?: readonly CountedPhoto[] };

/** Follows a change of rows in the kept month counts, in its transaction. */
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
 * Changes kept month counts by so many photos each. Rows are locked in one order, so that two transactions of a customer
 * never wait for each other in a circle.
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
    await sql`${raisingCounts(userId, change)}`.execute(trx);
    return;
  }
  await lockCounts(trx, userId, change);
  await sql`update photo_month_counts as kept set photos = kept.photos + change.delta from ${change} as change
    where kept.user_id = ${userId} and kept.sort_key = change.sort_key and kept.month = change.month`.execute(
    trx,
  );
}

/** The statement that counts a photo that was added, as part of one that does more. */
export function countingAdded(userId: string, photo: CountedPhoto): RawBuilder<unknown> {
  return raisingCounts(userId, tableOf(monthKeys(photo).map((key) => [key, 1])));
}

function tableOf(changes: readonly (readonly [MonthKey, number])[]): RawBuilder<unknown> {
  const values = JSON.stringify(changes.map(([key, delta]) => ({ key, delta })));
  return sql`(select split_part(key, '|', 1) as sort_key, split_part(key, '|', 2)::date as month, delta
    from json_to_recordset(${values}::json) as change(key text, delta integer))`;
}

function raisingCounts(userId: string, change: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into photo_month_counts as kept (user_id, sort_key, month, photos)
    select ${userId}::uuid, sort_key, month, delta from ${change} as change order by sort_key, month
    on conflict (user_id, sort_key, month) do update set photos = kept.photos + excluded.photos`;
}

/** A count that falls cannot be upserted, its row might be negative for a moment: rows first, then the change. */
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
