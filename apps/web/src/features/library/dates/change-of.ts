import { type DateChange, type DatePrecision, MAX_SHIFT_SECONDS } from '@keepsake/contracts/library/dates';
import type { Photo } from '@keepsake/contracts/library/photos';
import {
  DAY_MS,
  DAY_SECONDS,
  FIRST_PHOTO_YEAR,
  HOUR_SECONDS,
  MINUTE_SECONDS,
} from '@keepsake/contracts/platform/limits';

/** What can be done with dates, in the order of the form. */
export const KINDS = ['set', 'shift', 'recorded'] as const satisfies readonly DateChange['kind'][];

/** The units of a shift, with the seconds that they have. */
export const UNITS = { days: DAY_SECONDS, hours: HOUR_SECONDS, minutes: MINUTE_SECONDS, seconds: 1 } as const;
export type Unit = keyof typeof UNITS;
export const UNIT_NAMES = Object.keys(UNITS) as Unit[];
/** What can be typed as the number of a unit. */
const COUNT = /^\d{0,6}$/;

/** What the form holds. */
export type TypedDate = Record<'year' | 'month' | 'day' | 'time' | Unit, string> & {
  kind: DateChange['kind'];
  direction: 'later' | 'earlier';
};

const NOTHING: TypedDate = {
  kind: 'set',
  direction: 'later',
  year: '',
  month: '',
  day: '',
  time: '',
  days: '',
  hours: '',
  minutes: '',
  seconds: '',
};

/** Length of what is certain of a wall time. */
const LENGTHS = { second: 19, day: 10, month: 7, year: 4 } as const satisfies Record<DatePrecision, number>;

/** The form with what is certain of a photo's date. */
export const typedOf = (photo: Photo | undefined): TypedDate =>
  typedOfDate(photo?.dateTaken?.slice(0, LENGTHS[photo.datePrecision ?? 'second']) ?? '');

/** The form with a date of which parts may be unknown: '1974-07' has no day. */
export function typedOfDate(date: string): TypedDate {
  const [, year = '', month = '', day = '', time = ''] =
    /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:T(\d\d:\d\d:\d\d))?/.exec(date) ?? [];
  return { ...NOTHING, year, month, day: day.replace(/^0/, ''), time };
}

/** The change that a form asks for; null while it is none. */
export function changeOf(typed: TypedDate, now: Date): DateChange | null {
  if (typed.kind === 'recorded') return { kind: 'recorded' };
  if (typed.kind === 'set') {
    const date = dateOf(typed, now);
    return date === null ? null : { kind: 'set', date };
  }
  const seconds = secondsOf(typed);
  return seconds ? { kind: 'shift', seconds } : null;
}

/** A field that can keep a form from being a change. */
export type FaultyField = 'year' | 'day' | 'time' | Unit;

/** The first field that keeps a form from being a change; null if it is one. */
export function faultyField(typed: TypedDate, now: Date): FaultyField | null {
  if (changeOf(typed, now)) return null;
  if (typed.kind === 'shift') return UNIT_NAMES.find((unit) => !COUNT.test(typed[unit].trim())) ?? 'days';
  const { year, month, day } = typed;
  const isDate = (parts: Partial<TypedDate>) => dateOf({ ...NOTHING, ...parts }, now) !== null;
  if (!isDate({ year, month })) return 'year';
  return isDate({ year, month, day }) ? 'time' : 'day';
}

/** How many days the typed month has if the typed day is none of them, such as 28 for 31 February 2021; null otherwise. */
export function daysOfMonthWithout({ year, month, day }: TypedDate): number | null {
  const date = [year.trim(), month, day.trim().padStart(2, '0')].join('-');
  if (!/^\d{4}-\d\d-/.test(date) || day.trim() === '' || exists(date)) return null;
  return new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
}

/** As much of a date as was typed; null for one that does not exist, has a gap, or is none of a photo. */
function dateOf({ year, month, day, time }: TypedDate, now: Date): string | null {
  const parts = [year.trim(), month, day.trim().replace(/^\d$/, '0$&')];
  const typed = parts.filter(Boolean);
  if (!parts.slice(0, typed.length).every(Boolean)) return null;
  const date = typed.join('-');
  if (!/^\d{4}(-\d\d(-\d\d)?)?$/.test(date) || !exists(date)) return null;
  const last = new Date(now.getTime() + DAY_MS).toISOString().slice(0, date.length);
  if (Number(date.slice(0, 4)) < FIRST_PHOTO_YEAR || date > last) return null;
  if (!time) return date;
  return typed.length === parts.length ? `${date}T${time.length === 5 ? `${time}:00` : time}` : null;
}

/** Whether the calendar has the day: not 29 February of every year. */
function exists(date: string): boolean {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const found = new Date(Date.UTC(2000, month - 1, day));
  found.setUTCFullYear(year, month - 1, day);
  return found.getUTCMonth() === month - 1 && found.getUTCDate() === day;
}

function secondsOf({ direction, ...typed }: TypedDate): number | null {
  let sum = 0;
  for (const [unit, seconds] of Object.entries(UNITS)) {
    const text = typed[unit as Unit].trim();
    if (!COUNT.test(text)) return null;
    sum += Number(text) * seconds;
  }
  if (sum > MAX_SHIFT_SECONDS) return null;
  return direction === 'later' ? sum : -sum;
}
