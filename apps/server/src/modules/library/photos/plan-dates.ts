import { type DateChange, type DatePrecision, PARTIAL_PRECISIONS } from '@keepsake/contracts/library/dates';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { FIRST_PHOTO_YEAR } from '@keepsake/contracts/platform/limits';
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import { uuidArray } from '../../../platform/database/database.ts';
import { faultyField } from '../../../platform/problem.ts';
import type { WallTime } from '../../../platform/wall-time.ts';

/** Where a date sorts that a customer set, and how much of it is certain. */
export type PlacedDate = { place: WallTime; precision: DatePrecision };

const NOON = 'T12:00:00';
/** Length of a wall time that says nothing beyond its year, its month, its day. */
const LENGTHS = { year: 4, month: 7, day: 10 } as const;

const wallTimeOf = (instant: Date): WallTime => instant.toISOString().slice(0, 19);

/** Dates that photos can have at a time: up to a day after it, for the customer's zone is unknown. */
const rangeOfDates = (now: Date): { first: WallTime; last: WallTime } => ({
  first: `${FIRST_PHOTO_YEAR}-01-01T00:00:00`,
  last: wallTimeOf(new Date(now.getTime() + DAY_MS)),
});

/**
 * A date as a customer sets it, such as '1974-07', with its place: a day alone at noon, a month alone on its first day, a year
 * alone on 1 July, or today while that is to come. Null outside the range of dates.
 */
export function placeDate(date: string, now: Date): PlacedDate | null {
  const precision = PARTIAL_PRECISIONS.find((one) => LENGTHS[one] === date.length) ?? 'second';
  const { first, last } = rangeOfDates(now);
  // Of equal length, wall times compare as texts do.
  if (date < first.slice(0, date.length) || date > last.slice(0, date.length)) return null;
  switch (precision) {
    case 'second':
      return { place: date, precision };
    case 'day':
      return { place: `${date}${NOON}`, precision };
    case 'month':
      return { place: `${date}-01${NOON}`, precision };
    case 'year': {
      const today = `${wallTimeOf(now).slice(0, LENGTHS.day)}${NOON}`;
      const july = `${date}-07-01${NOON}`;
      return { place: july > today ? today : july, precision };
    }
  }
}

/** What is certain of a stored date: '1974' of the place of a year alone, all of one that has a time. */
export function certainPartOf(takenAt: string, correctedTo: DatePrecision | null): string {
  const date = takenAt.replace(' ', 'T');
  return correctedTo === null || correctedTo === 'second' ? date : date.slice(0, LENGTHS[correctedTo]);
}

/** SQL of the date that the file of a photo says, whatever its customer set. */
export const fileDateSql: RawBuilder<string | null> =
  sql`(case when corrected_to is null then taken_at else recorded_taken_at end)`;
const FILE_OFFSET = sql`(case when corrected_to is null then taken_offset_minutes else recorded_offset_minutes end)`;

const CHOSEN_COLUMNS = sql`photos.id, bytes, photos.taken_at, taken_order, name_order, taken_offset_minutes, photos.corrected_to,
  date_change_id, ${fileDateSql} as file_taken_at, ${FILE_OFFSET} as file_offset`;

export type Planned = { customerId: CustomerId; photoIds: readonly string[]; change: DateChange; now: Date };

/**
 * The tables `chosen`, photos of the customer, and `moving`, those of them that get another date, with what they get; for the
 * `with` of a statement. To be written, they are locked as deletions lock them, against whoever adds them to an album, too.
 */
export function planSql(
  { customerId, photoIds, change, now }: Planned,
  { isLocking }: { isLocking: boolean },
): RawBuilder<unknown> {
  const { becomes, offset, correctedTo, moves } = partsOf(change, now);
  return sql`chosen as materialized (
      select ${CHOSEN_COLUMNS} from photos where user_id = ${customerId} and id = any(${uuidArray(photoIds)})
      order by id ${isLocking ? sql`for update` : sql``}
    ), planned as (
      select *, ${becomes} as becomes, ${offset} as new_offset, ${correctedTo}::text as new_corrected_to from chosen
    ), moving as (select * from planned where ${moves})`;
}

/** The same of photos whose latest change is this one: each gets what it had before. */
export const planUndoSql = (
  customerId: CustomerId,
  changeId: string,
): RawBuilder<unknown> => sql`was as materialized (
      select was.* from date_changes, rows from (unnest(photo_ids), unnest(taken_at), unnest(offset_minutes),
        unnest(corrected_to), unnest(date_change_ids)) as was (id, was_at, was_offset, was_corrected_to, was_change_id)
      where user_id = ${customerId} and date_changes.id = ${changeId}
    ), chosen as materialized (
      select ${CHOSEN_COLUMNS} from photos
      where user_id = ${customerId} and id in (select id from was) and date_change_id = ${changeId}
      order by id for update
    ), moving as (
      select chosen.*, case when was_corrected_to is null then file_taken_at else was_at end as becomes,
        case when was_corrected_to is null then file_offset else was_offset end as new_offset,
        was_corrected_to as new_corrected_to, was_change_id as new_change_id
      from chosen join was using (id)
    )`;

/** A corrected date of a photo that another one, of the same content, takes over. */
export type Inherited = { photoId: string; takenAt: WallTime; correctedTo: DatePrecision };

/** The same of photos that take over corrected dates, unless they have corrections of their own. */
export const planInheritanceSql = (
  customerId: CustomerId,
  inherited: readonly Inherited[],
): RawBuilder<unknown> => sql`chosen as
      materialized (
      select ${CHOSEN_COLUMNS} from photos
      where user_id = ${customerId} and id = any(${uuidArray(inherited.map(({ photoId }) => photoId))}) and corrected_to is null
      order by id for update
    ), moving as (
      select chosen.*, date::timestamp as becomes, null::smallint as new_offset, precision as new_corrected_to
      from chosen join rows from (unnest(${uuidArray(inherited.map(({ photoId }) => photoId))}),
        unnest(${inherited.map(({ takenAt }) => takenAt)}::text[]), unnest(${inherited.map(({ correctedTo }) => correctedTo)}::text[]))
        as inherited (id, date, precision) using (id)
    )`;

/** What a change makes of a row, and of which rows. Throws `invalid-request` for a date that photos cannot have. */
function partsOf(change: DateChange, now: Date) {
  switch (change.kind) {
    case 'set': {
      const placed = placeDate(change.date, now);
      if (!placed) throw faultyField('body.change.date', 'must be a date from 1826 to tomorrow');
      const { place, precision } = placed;
      // One after the other in their present order, all on the same day.
      const becomes = sql`least(${place}::timestamp
          + (row_number() over (order by taken_order, name_order, id) - 1) * interval '1 millisecond',
        ${place}::date + interval '1 day' - interval '1 millisecond')`;
      return { becomes, offset: sql`null::smallint`, correctedTo: sql`${precision}`, moves: sql`true` };
    }
    case 'shift': {
      const { first, last } = rangeOfDates(now);
      return {
        becomes: sql`taken_at + ${change.seconds}::bigint * interval '1 second'`,
        offset: sql`taken_offset_minutes`,
        correctedTo: sql`'second'`,
        moves: sql`(corrected_to is null or corrected_to = 'second') and becomes between ${first}::timestamp and ${last}::timestamp`,
      };
    }
    case 'recorded':
      return {
        becomes: sql`file_taken_at`,
        offset: sql`file_offset`,
        correctedTo: sql`null`,
        moves: sql`corrected_to is not null`,
      };
  }
}

/** SQL of a photo's place among others by date, as the database derives it. */
const BECOMES_ORDER = sql`coalesce(becomes, timestamp '1970-01-01')`;

/** SQL of what months win and lose by `moving`: rows of `month`, `photos` and `bytes`. */
export const MONTHS_SQL: RawBuilder<unknown> = sql`select month, sum(photos)::int as photos, sum(bytes)::bigint as bytes from (
      select date_trunc('month', taken_order) as month, -1 as photos, -bytes as bytes from moving
      union all select date_trunc('month', ${BECOMES_ORDER}), 1, bytes from moving) as moved
    group by month having sum(photos) <> 0 or sum(bytes) <> 0`;

/** SQL of what is another with each change of a customer's dates; null if there was none. */
export const lastDateChangeSql = (customerId: CustomerId): RawBuilder<string | null> =>
  sql`(select id from last_date_changes where user_id = ${customerId})`;
