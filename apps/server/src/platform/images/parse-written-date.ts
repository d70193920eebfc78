import { HOUR_MINUTES } from '@keepsake/contracts/platform/limits';
import { toWallTime, type WallTime } from '../wall-time.ts';
import { foldName, MONTH_NAME, monthNamed } from './month-names.ts';

/** A date as a file tells it: wall time, never shifted by a zone, and the zone's offset if it is written beside it. */
export type ParsedDate = { takenAt: WallTime; offset: string | undefined; hasFraction: boolean };

/** 'Thu, ', 'jeudi ', 'Donnerstag, den '. */
const WEEKDAY = String.raw`(?:[a-z]{2,10}\.?,?\s+){0,2}`;
const TIME = String.raw`(?<hour>\d{1,2})\s*[:.h]\s*(?<minute>\d{1,2})(?:\s*[:.m]\s*(?<second>\d{1,2})(?:[.,:](?<fraction>\d+))?s?)?\s*(?<half>[AP]\.?M\.?)?`;
/** An offset, perhaps with the zone's name behind it, or a name alone. */
const ZONE = String.raw`\s*(?:(?:UTC|GMT)?\s*(?<offset>Z|[+-]\d{1,2}(?::?\d{2})?)(?:\s*\(?[A-Z]{2,5}\)?)?|(?<zoneName>[A-Z][A-Z ()/_-]{0,40}))?`;
/** Between a day in words and its time: 'at', 'um', 'om', 'à', 'kl.'. */
const AND_TIME = String.raw`(?:,?\s+(?:(?:at|um|om|a|kl)\.?\s+)?${TIME}${ZONE})?`;
/** Blanks stand for what was not known, in the time as in the date (EXIF 2.3, 4.6.5). */
const BLANK_TIME = String.raw`[\s:.]*`;

/**
 * What programs write, from EXIF's own 2019:07:04 15:30:12 to ISO 8601, with any separator and padding, compact, and with the day
 * first if dots say so. Anchored, and alternatives share no character, so that a mismatch fails at once.
 */
const FORMS = [
  String.raw`(?<year>\d{4})\s*[:/.-]\s*(?<month>\d{1,2})(?:\s*[:/.-]\s*(?<day>\d{1,2})?)?(?:[T\s,_]\s*(?:${TIME}|${BLANK_TIME})${ZONE})?`,
  String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:[T\s-]?(?<hour>\d{2}):?(?<minute>\d{2})(?::?(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?${ZONE})?`,
  String.raw`(?<day>\d{1,2})\.\s*(?<month>\d{1,2})\.\s*(?<year>\d{4})(?:(?:,|\s)\s*${TIME}${ZONE})?`,
  // As PNG advises (RFC 1123), and as date(1) and people write it, with names in any of our languages.
  String.raw`${WEEKDAY}(?<day>\d{1,2})(?:st|nd|rd|th|er)?\.?[\s/-]\s?${MONTH_NAME},?[\s/-]\s?(?<year>\d{4})${AND_TIME}`,
  String.raw`${WEEKDAY}${MONTH_NAME}\s+(?<day>\d{1,2})\s+${TIME}(?:\s+[A-Z]{2,5})?\s+(?<year>\d{4})`,
  String.raw`${WEEKDAY}${MONTH_NAME}\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})${AND_TIME}`,
  String.raw`(?<year>\d{4})[\s/-]\s?${MONTH_NAME}[\s/-]\s?(?<day>\d{1,2})${AND_TIME}`,
  String.raw`${MONTH_NAME},?[\s/-]\s?(?<year>\d{4})`,
  // Whatever follows, the day is plain.
  String.raw`(?<year>\d{4})\s*[:/.-]\s*(?<month>\d{1,2})\s*[:/.-]\s*(?<day>\d{1,2})(?:\D.*)?`,
].map((form) => new RegExp(`^${form}$`, 'i'));

/** Longer than any date; what is longer is not looked at. */
const MAX_LENGTH = 80;

/**
 * Reads a written date, or null. A time that does not exist leaves the plain day, and a missing or zero day the first of its
 * month: both put the photo where it belongs. A year alone says too little.
 */
export function parseWrittenDate(written: string | undefined, now: Date): ParsedDate | null {
  const text = foldName((written?.split('\0')[0] ?? '').slice(0, 2 * MAX_LENGTH)).trim();
  if (text.length > MAX_LENGTH) return null;
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups;
    if (groups) return readGroups(groups, now);
  }
  return null;
}

type Groups = Record<string, string | undefined>;

function readGroups(groups: Groups, now: Date): ParsedDate | null {
  const number = (name: string) => Number(groups[name] ?? 0);
  const month = groups.monthName ? monthNamed(groups.monthName) : number('month');
  const date = { year: number('year'), month, day: number('day') || 1 };
  const { fraction } = groups;
  const time = {
    hour: hourOf(number('hour'), groups.half),
    minute: number('minute'),
    // A second of 60 is a leap second, or rounded up.
    second: Math.min(number('second'), number('second') === 60 ? 59 : 60),
    millisecond: Math.floor(Number(`0.${fraction ?? 0}`) * 1000),
  };
  const isNotified = number('day') > 0 && time.hour < 24 && time.minute < 60 && time.second < 60;
  const takenAt = toWallTime(isNotified ? { ...date, ...time } : date, now);
  if (takenAt === null) return null;
  return { takenAt, offset: groups.offset, hasFraction: fraction !== undefined };
}

const hourOf = (hour: number, half: string | undefined) =>
  half ? (hour % 12) + (/p/i.test(half) ? 12 : 0) : hour;

/** No place on earth is beyond +14:00 or -12:00, ships' clocks aside. */
const OFFSET_LIMITS = { least: -12 * HOUR_MINUTES, most: 14 * HOUR_MINUTES };
const OFFSET = /^(?:UTC|GMT)?\s*([+-])\s*(\d{1,2})(?:[:.]?(\d{2}))?(?::\d{2})?$/i;

/** Minutes east of UTC of `+02:00`, `-5:00`, `+02`, `+0530`, `+02:00:00`, `GMT+02:00` or `Z`; null for anything else. */
export function parseOffset(written: string | undefined): number | null {
  const text = written?.trim() ?? '';
  if (/^(?:Z|UTC|GMT)$/i.test(text)) return 0;
  const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? [];
  if (hours === undefined || Number(minutes) > 59) return null;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MINUTES + Number(minutes));
  return offset >= OFFSET_LIMITS.least && offset <= OFFSET_LIMITS.most ? offset : null;
}
