import { FIRST_PHOTO_YEAR } from '@keepsake/contracts/platform/limits';
import { DAY_MS } from './clock.ts';

/** A date and time as a clock on the wall showed it, without a zone: 'YYYY-MM-DDTHH:mm:ss[.SSS]'. */
export type WallTime = string;

export type WallTimeParts = {
  year: number;
  month: number;
  day: number;
  hour?: number;
  minute?: number;
  second?: number;
  millisecond?: number;
};

/**
 * The wall time of the parts, or null if no photo can have been taken then: an impossible date, the first day of the Unix epoch
 * (a clock never set), or more than a day after `now` (the camera's zone is unknown).
 */
export function toWallTime(parts: WallTimeParts, now: Date): WallTime | null {
  if (parts.year < FIRST_PHOTO_YEAR) return null;
  if (parts.year === 1970 && parts.month === 1 && parts.day === 1) return null;
  let time: Temporal.PlainDateTime;
  try {
    time = Temporal.PlainDateTime.from(parts, { overflow: 'reject' });
  } catch {
    return null;
  }
  if (time.toZonedDateTime('UTC').epochMilliseconds > now.getTime() + DAY_MS) return null;
  return time.toString({ smallestUnit: parts.millisecond ? 'millisecond' : 'second' });
}

/** The last moment of a calendar day in a time zone. */
export function endOfDayIn(timeZone: string, day: string): Date {
  const next = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone);
  return new Date(next.epochMilliseconds - 1);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day in a time zone at an instant, YYYY-MM-DD. */
export function dayIn(timeZone: string, instant: Date): string {
  let format = formats.get(timeZone);
  if (!format) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'iso8601', ...parts });
    formats.set(timeZone, format);
  }
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}`;
}
