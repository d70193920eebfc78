import * as z from 'zod/mini';
import { instant } from './fields.ts';
import { HOUR_MINUTES, MINUTE_MS } from './limits.ts';

/** Date, time to the minute, seconds with their fraction, and the offset with or without its colon. */
const SENT_INSTANT =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$/;

/** The same instant in UTC with the seconds as written; any other text as it is, for `instant` to refuse. */
function toUtc(text: string): string {
  const [, day, time, seconds = ':00', sign, hours = '0', minutes = '0'] = SENT_INSTANT.exec(text) ?? [];
  const local = new Date(`${day}T${time}Z`);
  const isReal = !Number.isNaN(local.getTime()) && minuteOf(local) === `${day}T${time}`;
  if (!isReal || Number(hours) > 23 || Number(minutes) > 59) return text;
  const offset = Number(`${sign ?? ''}1`) * (HOUR_MINUTES * Number(hours) + Number(minutes));
  return `${minuteOf(new Date(local.getTime() - offset * MINUTE_MS))}${seconds}Z`;
}

const minuteOf = (time: Date) => time.toISOString().slice(0, -':00.000Z'.length);

/** With more fractions of a second than any clock has. */
const MAX_INSTANT = 64;

/**
 * An instant as callers write it, read as UTC: RFC 3339 with `Z` or any offset, as .NET, Java, PHP and Python print theirs. Equal
 * instants of one precision become equal texts, so that a repeated request is recognised whatever its offset.
 */
export const sentInstant = z
  .pipe(z.pipe(z.string().check(z.maxLength(MAX_INSTANT)), z.transform(toUtc)), instant)
  .register(z.globalRegistry, { format: 'date-time' });
