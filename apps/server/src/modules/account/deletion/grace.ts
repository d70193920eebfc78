import { DELETION_GRACE_DAYS, type Locale } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { dateInSentence } from '../../../platform/texts.ts';

/** When the days of grace of an account that is closed now are over: as the day after the last of them begins there. */
export async function endOfGrace(db: Queryable, now: Date, timeZone: string): Promise<Date> {
  const { rows } = await sql<{ end: Date }>`select
    ((${now}::timestamptz at time zone ${timeZone})::date + ${DELETION_GRACE_DAYS + 1}::int)::timestamp
      at time zone ${timeZone} as end`.execute(db);
  return (rows[0] as { end: Date }).end;
}

/** The last day of grace, in words. */
export const lastDayBefore = (eraseAt: Date, locale: Locale, timeZone: string): string =>
  dateInSentence(new Date(eraseAt.getTime() - 1), locale, timeZone);
