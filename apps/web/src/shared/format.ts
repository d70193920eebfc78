import { dateFormat, dateInWords, numberFormat } from '@keepsake/contracts/platform/formats';
import { useChannel } from './configuration.tsx';

type Moment = string | Date;

/** Languages whose short dates have a form of our own; all others have that of `Intl`. */
const OWN_SHORT_FORM = /^(en|de|nl|fr|sv)\b/;

/** 'Sept' and 'janv.' become 'Sep' and 'janv': MMM without a dot [LAY-06]. */
function shortMonth(date: Date, locale: string, timeZone: string): string {
  const tag = locale.startsWith('en') ? 'en-US' : locale;
  return dateFormat(tag, { month: 'short', timeZone }).format(date).replace(/\.$/, '');
}

/**
 * A short date for labels and tables: `dd MMM yyyy` in the locale's words [LAY-06], in German with the dot of the ordinal. A language
 * that an installation adds has its own form: '29. nov. 2028' in Danish.
 * The day of an instant is the channel's everywhere, as in mails, on orders and in the months of uploads: a page passes the
 * channel's time zone. Only logs with a time of day, and words such as 'today', follow the device's clock (`createDeviceMoment`).
 */
export function formatDate(at: Moment, locale: string, timeZone: string): string {
  const date = new Date(at);
  if (!OWN_SHORT_FORM.test(locale)) return dateFormat(locale, { dateStyle: 'medium', timeZone }).format(date);
  const numbers = dateFormat('en-GB', { day: '2-digit', year: 'numeric', timeZone });
  const parts = Object.fromEntries(numbers.formatToParts(date).map(({ type, value }) => [type, value]));
  const day = locale.startsWith('de') ? `${parts.day}.` : parts.day;
  return `${day} ${shortMonth(date, locale, timeZone)} ${parts.year}`;
}

/** A calendar day (YYYY-MM-DD) in the same format. */
export const formatDay = (day: string, locale: string) => formatDate(day, locale, 'UTC');

/** The day of an instant inside a sentence, in full: '5 March 2027', '5. März 2027'. Also in the channel's time zone. */
export const formatDateInSentence = (at: Moment, locale: string, timeZone: string): string =>
  dateInWords(new Date(at), locale, { dateStyle: 'long', timeZone });

/** A calendar day (YYYY-MM-DD) in the same format. */
export const formatDayInSentence = (day: string, locale: string) => formatDateInSentence(day, locale, 'UTC');

/** The last full day (YYYY-MM-DD) before an exclusive end, in the shop's time zone, not the device's. */
export const lastDayOf = (endsAt: string, timeZone: string): string =>
  dayIn(new Date(Date.parse(endsAt) - 1), timeZone);

/** The calendar day (YYYY-MM-DD) of a moment in a time zone. */
export const dayIn = (at: Moment, timeZone: string): string =>
  dateFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(at));

/**
 * Creates a formatter for a date and time inside a sentence: '5 March 2027 at 14:30'.
 * Wall times are formatted as they are; an instant needs the time zone to show it in.
 */
export function createMomentInSentence(locale: string, timeZone = 'UTC'): (date: Date) => string {
  return (date) => dateInWords(date, locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
}

/** The same in the device's time zone, for logs: people compare their times with their own clock. */
export const createDeviceMoment = (locale: string) =>
  createMomentInSentence(locale, dateFormat('en-GB').resolvedOptions().timeZone);

/** Heading of a month, 1 to 12: 'November 2026', capitalised in every locale. */
export function formatMonth(year: number, month: number, locale: string): string {
  return capitalised(formatMonthInSentence(year, month, locale), locale);
}

/** The same abbreviated: 'Nov 2026'. */
export function formatMonthShort(year: number, month: number, locale: string): string {
  const start = startOfMonth(year, month);
  const text = OWN_SHORT_FORM.test(locale)
    ? `${shortMonth(start, locale, 'UTC')} ${year}`
    : dateFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(start);
  return capitalised(text, locale);
}

export const capitalised = (text: string, locale: string) =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/** A month inside a sentence: 'November 2026', or 'november 2026' in languages that write months in lower case. */
export function formatMonthInSentence(year: number, month: number, locale: string): string {
  return monthFormat(locale).format(startOfMonth(year, month));
}

function startOfMonth(year: number, month: number): Date {
  const date = new Date(Date.UTC(2000, month - 1, 1));
  date.setUTCFullYear(year);
  return date;
}

const monthFormat = (locale: string) =>
  dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export const formatNumber = (value: number, locale: string) => numberFormat(locale).format(value);

/** Bytes in the largest unit with at least one digit before the decimal point: '3.6 MB'. */
export function formatBytes(bytes: number, locale: string): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const unit = UNITS[step] ?? 'byte';
  return numberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}

/** The channel's locale, for dates and numbers. */
export function useLocale(): string {
  return useChannel().locale;
}
