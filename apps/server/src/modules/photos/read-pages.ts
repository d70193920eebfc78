import type { MonthLayout, Sort } from '@keepsake/contracts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { DB } from '../../platform/database/database-types.ts';
import { PHOTO_COLUMNS, type PhotoRow } from './photo-row.ts';
import { decodeCursor, encodeCursor, nextMonth, type Position } from './rules.ts';

type Range = {
  userId: string;
  sort: Sort /** First day of the month; absent for the whole library. */;
  month?: string;
};
type PageRequest = Range & { cursor?: string; offset?: number; limit: number };
type Page = { rows: PhotoRow[]; cursor: string | null };

/** One page of photos in the order of a sort, by keyset: its cost does not grow with the library. */
export async function readPage(db: Queryable, request: PageRequest): Promise<Page> {
  const { sort, limit, cursor, offset } = request;
  const after = cursor === undefined ? null : decodeCursor(sort.sortKey, sort.sortOrder, cursor);
  let query = selectRange(db, request)
    .select(PHOTO_COLUMNS)
    .orderBy(columnOf(sort), sort.sortOrder)
    .orderBy('id', sort.sortOrder)
    .limit(limit + 1);
  if (after) query = query.where((eb) => isBeyond(eb, sort, after));
  else if (offset) query = query.offset(offset);
  const found = await query.execute();
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, cursor: last ? encodeCursor(sort.sortKey, sort.sortOrder, positionOf(last, sort)) : null };
}

/** Ids and ratios of a whole month as two columns of bytes, built by the database. */
export async function readLayout(db: Queryable, range: Required<Range>): Promise<MonthLayout> {
  const order = sql`order by ${sql.ref(columnOf(range.sort))} ${sql.raw(range.sort.sortOrder)}, id ${sql.raw(range.sort.sortOrder)}`;
  const row = await selectRange(db, range)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<Buffer | null>`string_agg(uuid_send(id), ''::bytea ${order})`.as('ids'),
      sql<Buffer | null>`string_agg(int2send(coalesce(ratio, 0::smallint)), ''::bytea ${order})`.as('ratios'),
    ])
    .executeTakeFirstOrThrow();
  return {
    count: row.count,
    ids: row.ids?.toString('base64') ?? '',
    ratios: row.ratios?.toString('base64') ?? '',
  };
}

/** One photo of the customer, or null; deleted ones are none. */
export async function readPhoto(db: Queryable, userId: string, photoId: string): Promise<PhotoRow | null> {
  const row = await db
    .selectFrom('photos')
    .select(PHOTO_COLUMNS)
    .where('user_id', '=', userId)
    .where('id', '=', photoId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

function selectRange(db: Queryable, { userId, sort, month }: Range) {
  const query = db.selectFrom('photos').where('user_id', '=', userId).where('deleted_at', 'is', null);
  if (month === undefined) return query;
  return query.where(columnOf(sort), '>=', month).where(columnOf(sort), '<', nextMonth(month));
}

function isBeyond(eb: ExpressionBuilder<DB, 'photos'>, sort: Sort, { order, id }: Position) {
  return eb(eb.refTuple(columnOf(sort), 'id'), sort.sortOrder === 'desc' ? '<' : '>', eb.tuple(order, id));
}

const columnOf = ({ sortKey }: Sort) => (sortKey === 'created' ? 'created_order' : 'taken_order');

const positionOf = (row: PhotoRow, sort: Sort): Position => ({ order: row[columnOf(sort)], id: row.id });
