import { toWallTime, type WallTime } from '../wall-time.ts';
import { foldName, MONTH_NAME, monthNamed } from './month-names.ts';

/** No phone or camera named files by date before this year: digits without separators that look older are something else. */
const FIRST_CAMERA_YEAR = 1990;

/** Between day and time in the languages of our channels, as systems name screenshots and messengers pictures. */
const AT = String.raw`(?: at | um | om | à | kl\.? ?| a las | alle | às )`;

/** Year, month, day, then hour, minute, second, each group with one kind of separator; Pixels add milliseconds. */
const DATE_AND_TIME = new RegExp(
  String.raw`(?<!\d)(?<year>\d{4})(?<d>[-._:]?)(?<month>\d{2})\k<d>(?<day>\d{2})(?:[-_. T]|, |${AT})?(?<hour>\d{2})(?<t>[-._: ]?)(?<minute>\d{2})\k<t>(?<second>\d{2})(?<millisecond>\d{3})?(?!\d)`,
);

/** macOS screenshots and WhatsApp pictures on devices with a twelve-hour clock. */
const TWELVE_HOURS =
  /(?<!\d)(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2}) at (?<hour>\d{1,2})[.](?<minute>\d{2})[.](?<second>\d{2})\s?(?<half>[AP])M/i;

/** 'Photo 04.07.2019, 15 30 12': with dots the day comes first; slashes and dashes would be ambiguous. */
const DAY_FIRST = new RegExp(
  String.raw`(?<!\d)(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4})(?:,? |,?${AT})(?<hour>\d{2})(?<t>[-._: ])(?<minute>\d{2})\k<t>(?<second>\d{2})(?!\d)`,
);

/** A date alone counts only with separators, or after the prefix of a known program. */
const DATE_WITH_DASHES =
  /(?<!\d|\d[-._])(?<year>\d{4})(?<d>[-._])(?<month>\d{2})\k<d>(?<day>\d{2})(?!\d|[-._]\d)/;
/** Scans and albums: 'Scan 14.07.1987.jpg'. */
const DAY_WITH_DOTS = /(?<!\d|\d[-._])(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4})(?!\d|[-._]\d)/;
const DATE_AFTER_PREFIX =
  /^(?:IMG|VID|PXL|DSC|WP|Screenshot|signal|WhatsApp Image)[-_ ](?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/i;

/** Behind a date in words, folded like it. */
const TIME_BEHIND = String.raw`(?!\d)(?:(?:,? |[-_]|,?${foldName(AT)})(?<hour>\d{1,2})(?<t>[-._: ])(?<minute>\d{2})\k<t>(?<second>\d{2})(?!\d))?`;
/** 'Scan 14. März 1987', 'Photo Jul 04, 2019, 15 30 12', '2019 août 4': in any of our languages, with accents taken off. */
const IN_WORDS = [
  String.raw`(?<![a-z\d])(?<day>\d{1,2})(?:st|nd|rd|th|er)?[-_. ]{0,2}${MONTH_NAME}[-_., ]{0,2}(?<year>\d{4})${TIME_BEHIND}`,
  String.raw`(?<![a-z])${MONTH_NAME}[-_. ]?(?<day>\d{1,2})(?:st|nd|rd|th)?[-_., ]{1,2}(?<year>\d{4})${TIME_BEHIND}`,
  String.raw`(?<!\d)(?<year>\d{4})[-_. ]${MONTH_NAME}[-_. ]{0,2}(?<day>\d{1,2})${TIME_BEHIND}`,
].map((pattern) => new RegExp(pattern));

/** Those that say most come first. */
const PATTERNS = [TWELVE_HOURS, DATE_AND_TIME, DAY_FIRST, DATE_WITH_DASHES, DAY_WITH_DOTS, DATE_AFTER_PREFIX];

/**
 * The wall time that a phone, camera or messenger wrote into the file name, or null. A name with a date and no time (WhatsApp's
 * IMG-20200501-WA0003) gives 00:00:00, so that the photo is in the right month, first on its day. Pixels write UTC, which is
 * taken literally: the name does not tell the zone, but their EXIF does.
 */
export function dateFromFileName(fileName: string, now: Date): WallTime | null {
  // macOS takes accents apart.
  const name = fileName.normalize('NFC');
  for (const pattern of PATTERNS) {
    const groups = pattern.exec(name)?.groups;
    const isCompact = groups?.d === '' || pattern === DATE_AFTER_PREFIX;
    if (!groups || (isCompact && Number(groups.year) < FIRST_CAMERA_YEAR)) continue;
    const time = readGroups(groups, now);
    if (time) return time;
  }
  const folded = foldName(fileName);
  for (const pattern of IN_WORDS) {
    const groups = pattern.exec(folded)?.groups;
    const time = groups ? readGroups(groups, now) : null;
    if (time) return time;
  }
  return null;
}

function readGroups(groups: Record<string, string | undefined>, now: Date): WallTime | null {
  const number = (name: string) => Number(groups[name] ?? 0);
  const month = groups.monthName ? monthNamed(groups.monthName) : number('month');
  const date = { year: number('year'), month, day: number('day') };
  const hour = groups.half ? (number('hour') % 12) + (/p/i.test(groups.half) ? 12 : 0) : number('hour');
  const time = { hour, minute: number('minute'), second: number('second') };
  return toWallTime({ ...date, ...time, millisecond: number('millisecond') }, now);
}
