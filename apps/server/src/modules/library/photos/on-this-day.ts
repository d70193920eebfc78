import { OVERVIEW_PRINTS, type OverviewValue } from '@keepsake/contracts/overview';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { dayIn } from '../../../platform/wall-time.ts';
import type { Deps } from './deps.ts';
import { photoOfRow } from './present-photos.ts';
import { COLUMNS, type PhotoRow } from './store.ts';

/** How many years are looked at, each by one short read of an index. */
const YEARS = 60;
/** Years are compared by so many photos at most. */
const COMPARED = 100;

type ReadDeps = Pick<Deps, 'db' | 'signer' | 'clock' | 'isLibraryHidden' | 'timeZoneOf'>;

/** The part of the overview about photos taken on this day of an earlier year; null if there are none to show. */
export async function readOnThisDay(
  { db, signer, clock, isLibraryHidden, timeZoneOf }: ReadDeps,
  customerId: CustomerId,
): Promise<OverviewValue<'onThisDay'> | null> {
  const [isHidden, timeZone] = await Promise.all([isLibraryHidden(customerId), timeZoneOf(customerId)]);
  if (isHidden) return null;
  const now = clock();
  const rows = await readBestDay(db, customerId, dayIn(timeZone, now));
  const [first] = rows;
  if (!first) return null;
  return {
    day: first.day,
    yearsAgo: first.years_ago,
    photosCount: Number(first.photos_count),
    images: rows.map((row) => photoOfRow(row, { ownerId: customerId, signer, now })),
  };
}

type DayRow = PhotoRow & { day: string; years_ago: number; photos_count: string };

/**
 * Some photos with pictures, spread over the day, of the year in which most were taken on it, of equal ones the latest. A day
 * that a year lacks, 29 February, is not replaced by another.
 */
async function readBestDay(db: Queryable, customerId: CustomerId, today: string): Promise<DayRow[]> {
  const ofDay = sql`user_id = ${customerId} and taken_order >= date and taken_order < date + interval '1 day'
    and taken_at is not null and (corrected_to is null or corrected_to in ('second', 'day')) and thumbnail_state = 'success'`;
  const { rows } = await sql<DayRow>`
    with dates as (
      select years_ago, ${today}::date - make_interval(years => years_ago) as date
      from generate_series(1, ${YEARS}::integer) as years_ago
    ),
    best as (
      select years_ago, date from dates, lateral (
        select count(*) as found from (select from photos where ${ofDay} limit ${COMPARED}) as few
      ) as compared
      where found > 0 and extract(day from date) = extract(day from ${today}::date)
      order by found desc, years_ago limit 1
    ),
    parts as (
      select ${COLUMNS}, years_ago, to_char(date, 'YYYY-MM-DD') as day, count(*) over () as photos_count,
        ntile(${OVERVIEW_PRINTS}) over (order by taken_order, name_order, id) as part
      from best, photos where ${ofDay}
    )
    select distinct on (part) * from parts order by part, taken_order, name_order, id`.execute(db);
  return rows;
}
