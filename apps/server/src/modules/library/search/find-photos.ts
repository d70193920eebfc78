import { MAX_FOUND, MIN_SEARCH_WORD } from '@keepsake/contracts/library/search';
import type { Days } from '@keepsake/contracts/platform/fields';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { SortOrder } from '@keepsake/contracts/platform/start-of-page';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { onlyRow, type Queryable, uuidArray } from '../../../platform/database/database.ts';
import { DIRECTIONS } from '../../../platform/paging.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';
import type { Demand } from './understand.ts';
import type { Dates } from './understand-date.ts';

const months = z.array(z.object({ month: z.string(), photos: z.number() }));

/** The photos that a search finds, in order: 16 bytes of id and 2 of ratio each. */
export type Found = {
  count: number;
  hasMore: boolean;
  ids: Buffer;
  ratios: Buffer;
  /** Photos by the first day of their month. */
  months: z.infer<typeof months>;
};

type Search = { customerId: CustomerId; demands: readonly Demand[]; sortOrder: SortOrder };
type Condition = RawBuilder<unknown>;

const NOTHING: Found = {
  count: 0,
  hasMore: false,
  ids: Buffer.alloc(0),
  ratios: Buffer.alloc(0),
  months: [],
};

/** Finds the first MAX_FOUND photos that all demands apply to. */
export async function findPhotos(db: Queryable, { customerId, demands, sortOrder }: Search): Promise<Found> {
  const texts = demands.flatMap((demand) => (demand.kind === 'text' ? [demand.text] : []));
  const words = await readWords(db, customerId, texts);
  if (demands.length === 0 || words.some(({ folded }) => folded === '')) return NOTHING;
  const isLong = ({ folded }: Word) => [...folded].length >= MIN_SEARCH_WORD;
  const isNarrow = demands.some(({ kind }) => kind !== 'text') || words.some(isLong);
  const dates = demands.flatMap((demand) => (demand.kind === 'date' ? [demand.dates] : []));
  const ranges = await rangesOf(db, customerId, dates);
  const conditions = [
    ...demands.flatMap(({ kind }) => QUALITIES_SQL[kind] ?? []),
    ...words.map((word) => wordSql(customerId, word, { isLong: isLong(word), isNarrow })),
  ];
  // An index finds texts; without one, each range of days is read in order.
  const isRead = !words.some(isLong);
  const [first = null, ...further] = ranges;
  const others = isRead ? further : ranges;
  const all = [...conditions, ...others.map(withinSql)];
  return readFound(db, { customerId, sortOrder, conditions: all, ranges: isRead ? first : null });
}

const QUALITIES_SQL: Readonly<Partial<Record<Demand['kind'], Condition>>> = {
  favourites: sql`is_favourite`,
  notPrinted: sql`not is_ordered`,
  ordered: sql`is_ordered`,
};

/** A text as it is compared, and the photos of albums whose names contain it. */
type Word = { folded: string; albumPhotos: string[] };

async function readWords(db: Queryable, customerId: CustomerId, texts: readonly string[]): Promise<Word[]> {
  if (texts.length === 0) return [];
  const { rows } = await sql<Word>`select folded, array(
      select photo_id::text from album_entries
      where user_id = ${customerId} and photo_owner_id = ${customerId}
        and position(folded in photo_search_text(album_name)) > 0 limit ${MAX_FOUND}) as "albumPhotos"
    from unnest(${texts}::text[]) with ordinality as typed (text, place), lateral photo_search_text(text) as folded
    order by place`.execute(db);
  return rows;
}

type Use = {
  isLong: boolean;
  /** Something else leaves few photos to look at: then a short text is looked for in names and captions as well. */
  isNarrow: boolean;
};

/**
 * A text is in a photo's file name or caption, in its camera at the beginning of a word, or in the name of an album of it. What
 * indexes find is one condition, so that it is not checked again, photo by photo, and what they cannot know another.
 */
function wordSql(
  customerId: CustomerId,
  { folded, albumPhotos }: Word,
  { isLong, isNarrow }: Use,
): Condition {
  const inAlbum = albumPhotos.length > 0 ? [sql`id = any(${uuidArray(albumPhotos)})`] : [];
  const keysOf = (words: string, camera: string) =>
    sql`keys @> photo_search_keys(${customerId}::uuid, ${words}::text, ${camera}::text)`;
  const inWords = sql`position(${folded}::text in words) > 0`;
  const inCamera = sql`position(' ' || ${folded}::text in ' ' || camera) > 0`;
  if (isLong)
    return both([keysOf(folded, ''), keysOf('', folded), ...inAlbum], [inWords, inCamera, ...inAlbum]);
  if (isNarrow) return eitherOf([inWords, inCamera, ...inAlbum]);
  return both([keysOf('', folded), ...inAlbum], [inCamera, ...inAlbum]);
}

const eitherOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`;
const both = (one: readonly Condition[], other: readonly Condition[]): Condition =>
  sql`${eitherOf(one)} and ${eitherOf(other)}`;

/** First days, and the days after the last ones. */
type Ranges = { from: string[]; until: string[] };

/** What the timeline calls unknown [TL-07] is in no range. */
const UNKNOWN_DATES: Days = { from: '1970-01-01', to: '1970-01-31' };

async function rangesOf(db: Queryable, customerId: CustomerId, dates: readonly Dates[]): Promise<Ranges[]> {
  if (dates.length === 0) return [];
  const years = dates.some((one) => 'yearly' in one) ? await readYears(db, customerId) : [];
  return dates.map((one) => {
    // A winter begins in the year before.
    const days = 'fixed' in one ? one.fixed : years.flatMap(one.yearly);
    const dated = days.flatMap(withoutUnknown);
    return { from: dated.map(({ from }) => from), until: dated.map(({ to }) => dayAfter(to)) };
  });
}

const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
const dayBefore = (day: string) => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();

function withoutUnknown({ from, to }: Days): Days[] {
  if (to < UNKNOWN_DATES.from || from > UNKNOWN_DATES.to) return [{ from, to }];
  const around = [
    { from, to: dayBefore(UNKNOWN_DATES.from) },
    { from: dayAfter(UNKNOWN_DATES.to), to },
  ];
  return around.filter((days) => days.from <= days.to);
}

/** From the year before the customer's first photo to that of the last one; two looks into an index. */
async function readYears(db: Queryable, customerId: CustomerId): Promise<number[]> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select extract(year from min(taken_order))::int as first, extract(year from max(taken_order))::int as last
    from photo_search where user_id = ${customerId}`.execute(db);
  const { first, last } = rows[0] ?? {};
  if (!first || !last) return [];
  return Array.from({ length: last - first + 2 }, (_, place) => first - 1 + place);
}

/** That a photo is from one of several ranges. */
function withinSql({ from, until }: Ranges): Condition {
  if (from.length === 1)
    return sql`taken_order >= ${from[0]}::timestamp and taken_order < ${until[0]}::timestamp`;
  return sql`exists (select from ${rangesSql({ from, until })}
    where taken_order >= range.first and taken_order < range.until)`;
}

const rangesSql = ({ from, until }: Ranges) =>
  sql`unnest(${from}::timestamp[], ${until}::timestamp[]) as range (first, until)`;

type Reading = {
  customerId: CustomerId;
  sortOrder: SortOrder;
  conditions: readonly Condition[];
  /** Read one by one, in order; null if what else is demanded finds the photos. */
  ranges: Ranges | null;
};

/** One statement, so that ten thousand rows never leave the database. */
async function readFound(
  db: Queryable,
  { customerId, sortOrder, conditions, ranges }: Reading,
): Promise<Found> {
  const { direction } = DIRECTIONS[sortOrder];
  const order = sql`taken_order ${direction}, name_order ${direction}, id ${direction}`;
  const all = [sql`user_id = ${customerId}`, ...conditions];
  const photos = (more: readonly Condition[] = []) => sql`
    select taken_order, name_order, id, ratio from photo_search
    where ${sql.join([...all, ...more], sql` and `)} order by ${order} limit ${MAX_FOUND + 1}`;
  const inRanges = (chosen: Ranges) => sql`
    select of_range.* from ${rangesSql(chosen)}, lateral (${photos([
      sql`taken_order >= range.first and taken_order < range.until`,
    ])}) as of_range order by ${order} limit ${MAX_FOUND + 1}`;
  const found = await sql<Omit<Found, 'hasMore' | 'months'> & { found: number; months: unknown }>`
    with found as materialized (${ranges ? inRanges(ranges) : photos()}),
    chosen as materialized (select * from found order by ${order} limit ${MAX_FOUND})
    select (select count(*)::int from found) as found, count(*)::int as count,
      coalesce(string_agg(uuid_send(id), ''::bytea order by ${order}), '') as ids,
      coalesce(string_agg(int2send(coalesce(ratio, 0::smallint)), ''::bytea order by ${order}), '') as ratios,
      (select coalesce(json_agg(json_build_object('month', month, 'photos', photos)), '[]') from (
        select to_char(taken_order, 'YYYY-MM-01') as month, count(*)::int as photos from chosen group by 1 order by 1
      ) as of_month) as months
    from chosen`.execute(db);
  const row = onlyRow(found);
  return {
    count: row.count,
    hasMore: row.found > row.count,
    ids: row.ids,
    ratios: row.ratios,
    months: parseStoredColumn(months, row.months, 'the months of a search'),
  };
}
