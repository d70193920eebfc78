import type { PhotosLayout } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { PhotoFilter, Sort } from '@keepsake/contracts/platform/start-of-page';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Photos } from '../../../platform/database/database-types.ts';
import { type Cursors, DIRECTIONS, keysetPage, type Page } from '../../../platform/paging.ts';
import { placeWithName } from './name-order.ts';
import { nextMonth } from './rules.ts';

/** Columns that the wire format needs, in one place so that every query returns the same row. */
export const PHOTO_COLUMNS = [
  'id',
  'upload_id',
  'file_name',
  'format',
  'bytes',
  'created_at',
  'upload_end',
  'taken_at',
  'taken_offset_minutes',
  'corrected_to',
  'taken_order',
  'created_order',
  'name_order',
  'width',
  'height',
  'thumbhash',
  'thumbnail_state',
  'made_by',
  'failure',
  'is_ordered',
  'is_favourite',
  'caption',
  'shown_turn',
  'turned_key',
  'turned_thumbhash',
] as const;

export type PhotoRow = Pick<Selectable<Photos>, (typeof PHOTO_COLUMNS)[number]>;

/** These columns in a statement, by name, as prepared statements need them. */
export const COLUMNS = sql.join(PHOTO_COLUMNS.map((column) => sql.ref(column)));

type Range = {
  customerId: CustomerId;
  sort: Sort;
  /** First day of the month; absent for the whole library. */
  month?: string;
  filter?: PhotoFilter;
};
type MonthRange = Range & { month: string };
type PageRequest = Range & {
  cursor?: string;
  /** The photo before the page, instead of a cursor. */
  after?: PhotoRow;
  offset?: number;
  limit: number;
};

/**
 * One page of photos in sort order, by keyset: its cost does not grow with the library. Written as SQL, because this is the most
 * frequent call and a query builder would take as long as the database.
 */
export async function readPage(
  { db, cursors }: { db: Database; cursors: Cursors },
  { cursor, limit, ...request }: PageRequest,
): Promise<Page<PhotoRow>> {
  const { customerId, sort, after } = request;
  const placeOf = (row: PhotoRow) => [row[columnOf(sort)], row.name_order, row.id];
  return keysetPage({
    cursors,
    customerId,
    list: `photos by ${sort.sortKey} ${sort.sortOrder}`,
    cursor: after ? undefined : cursor,
    limit,
    read: async (place, count) => {
      const findNameOrder = async (photoId: string) => (await readPhoto(db, customerId, photoId))?.name_order;
      const existing = place && (await placeWithName(place, findNameOrder));
      return selectRows(db, request, existing ?? (after ? placeOf(after) : null), count);
    },
    placeOf,
  });
}

async function selectRows(
  db: Database,
  { customerId, sort, month, filter, offset = 0 }: Omit<PageRequest, 'cursor' | 'limit'>,
  place: readonly string[] | null,
  count: number,
): Promise<PhotoRow[]> {
  const order = sql.ref(columnOf(sort));
  const { direction, beyond } = DIRECTIONS[sort.sortOrder];
  const inMonth =
    month === undefined ? sql`` : sql`and ${order} >= ${month} and ${order} < ${nextMonth(month)}`;
  const inFilter = sql`and ${inFilterSql(filter)}`;
  const afterPlace = place
    ? sql`and (${order}, name_order, id) ${beyond} (${place[0]}, ${place[1]}, ${place[2]})`
    : sql``;
  const { rows } = await sql<PhotoRow>`
    select ${COLUMNS} from photos where user_id = ${customerId} ${inMonth} ${inFilter} ${afterPlace}
    order by ${order} ${direction}, name_order ${direction}, id ${direction} limit ${count} offset ${place ? 0 : offset}`.execute(
    db,
  );
  return rows;
}

const FILTERS = {
  notPrinted: sql<boolean>`not is_ordered`,
  favourites: sql<boolean>`is_favourite`,
  favouritesNotPrinted: sql<boolean>`is_favourite and not is_ordered`,
} as const satisfies Record<PhotoFilter, unknown>;

/** SQL telling whether a row of photos passes the filter: written out, so that indexes of what passes serve it. */
export const inFilterSql = (filter: PhotoFilter | undefined): RawBuilder<boolean> =>
  filter ? FILTERS[filter] : sql<boolean>`true`;

/** Ids and ratios of a whole month as two columns of bytes, built by the database. */
export async function readLayout(db: Queryable, range: MonthRange): Promise<PhotosLayout> {
  const { direction } = DIRECTIONS[range.sort.sortOrder];
  const order = sql`order by ${sql.ref(columnOf(range.sort))} ${direction}, name_order ${direction}, id ${direction}`;
  const row = await selectMonth(db, range)
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

/** First day of each month, and the ratios of its first photos as a column of bytes, from an index alone. */
export async function readFirstRatios(
  db: Queryable,
  { customerId, sort, filter }: Range,
  limit: number,
): Promise<{ month: string; ratios: Buffer }[]> {
  const order = sql.ref(columnOf(sort));
  const { direction } = DIRECTIONS[sort.sortOrder];
  const inFilter = sql`and ${inFilterSql(filter)}`;
  const { rows } = await sql<{ month: string; ratios: Buffer }>`
    select month, ratios from photo_month_counts as stored, lateral (
      select string_agg(int2send(coalesce(ratio, 0::smallint)), ''::bytea
        order by place ${direction}, name_order ${direction}, id ${direction}) as ratios
      from (
        select ${order} as place, name_order, id, ratio from photos
        where user_id = ${customerId} and ${order} >= stored.month and ${order} < stored.month + interval '1 month' ${inFilter}
        order by ${order} ${direction}, name_order ${direction}, id ${direction} limit ${limit}
      ) as first_photos
    ) as of_month
    where user_id = ${customerId} and sort_key = ${sort.sortKey} and photos > 0 and ratios is not null`.execute(
    db,
  );
  return rows;
}

/** One photo of the customer, or null. */
export async function readPhoto(
  db: Queryable,
  customerId: CustomerId,
  photoId: string,
): Promise<PhotoRow | null> {
  const row = await db
    .selectFrom('photos')
    .select(PHOTO_COLUMNS)
    .where('user_id', '=', customerId)
    .where('id', '=', photoId)
    .executeTakeFirst();
  return row ?? null;
}

function selectMonth(db: Queryable, { customerId, sort, month, filter }: MonthRange) {
  return db
    .selectFrom('photos')
    .where('user_id', '=', customerId)
    .where(columnOf(sort), '>=', month)
    .where(columnOf(sort), '<', nextMonth(month))
    .where(inFilterSql(filter));
}

const columnOf = ({ sortKey }: Sort) => (sortKey === 'created' ? 'created_order' : 'taken_order');

/** Those of these ids that are photos in the customer's library, and pass the filter. */
export async function findPhotoIds(
  db: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
  filter?: PhotoFilter,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', customerId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...photoIds]))))
    .where(inFilterSql(filter))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Photo -> whether it has thumbnails, for photos whose decode has succeeded or failed. */
export async function findDecoded(
  db: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'thumbnail_state'])
    .where('user_id', '=', customerId)
    .where('thumbnail_state', '<>', 'loading')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...photoIds]))))
    .execute();
  return new Map(rows.map(({ id, thumbnail_state }) => [id, thumbnail_state === 'success']));
}

/** Whether the customer has favourites. */
export async function hasFavourites(db: Queryable, customerId: CustomerId): Promise<boolean> {
  const query = db
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', customerId)
    .where(inFilterSql('favourites'));
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether the customer has ordered photos. */
export async function hasOrderedPhotos(db: Queryable, customerId: CustomerId): Promise<boolean> {
  const query = db
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', customerId)
    .where('is_ordered', '=', true);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Prevents photos from being deleted, and their dates from changing, until the transaction ends. */
export async function lockPhotos(
  trx: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<void> {
  await sql`select from photos where user_id = ${customerId} and id = any(${photoIds}::uuid[])
    order by id for key share`.execute(trx);
}

/** What identifies a photo of a customer to others; `sha256` in hexadecimal. */
type Identity = { id: string; upload_id: string; sha256: string };
type Named = { ids: readonly string[]; uploadIds: readonly string[]; contents: readonly string[] };

/** The same for photos named by id, by upload or by content; returns those that exist. */
export async function lockNamedPhotos(
  trx: Queryable,
  customerId: CustomerId,
  { ids, uploadIds, contents }: Named,
): Promise<Identity[]> {
  const { rows } = await sql<Identity>`select id, upload_id, encode(sha256, 'hex') as sha256 from photos
    where user_id = ${customerId} and (id = any(${ids}::uuid[]) or upload_id = any(${uploadIds}::uuid[])
      or sha256 in (select decode(content, 'hex') from unnest(${contents}::text[]) as content))
    order by id for key share of photos`.execute(trx);
  return rows;
}
