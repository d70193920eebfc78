const WALL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/;

type Moment = string | Date;

/** A wall time has no zone: it is read and shown as UTC, so that it stays what the camera said. */
function zoneOf(moment: Moment): { date: Date; timeZone: 'UTC' | undefined } {
  if (typeof moment === 'string' && WALL_TIME.test(moment)) {
    return { date: new Date(`${moment}Z`), timeZone: 'UTC' };
  }
  return { date: new Date(moment), timeZone: undefined };
}

/** 'Sept' and 'janv.' become 'Sep' and 'janv': MMM without a dot [LAY-06]. */
function shortMonth(date: Date, locale: string, timeZone: 'UTC' | undefined): string {
  const tongue = locale.startsWith('en') ? 'en-US' : locale;
  return new Intl.DateTimeFormat(tongue, { month: 'short', timeZone }).format(date).replace(/\.$/, '');
}

/** `dd MMM yyyy` in the locale's words [LAY-06]. Takes an instant (shown in local time) or a wall time. */
export function formatDate(moment: Moment, locale: string): string {
  const { date, timeZone } = zoneOf(moment);
  const numbers = new Intl.DateTimeFormat('en-GB', { day: '2-digit', year: 'numeric', timeZone });
  const parts = Object.fromEntries(numbers.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${parts.day} ${shortMonth(date, locale, timeZone)} ${parts.year}`;
}

/** A day of a calendar, YYYY-MM-DD, in the same form. */
export const formatDay = (day: string, locale: string) => formatDate(`${day}T00:00`, locale);

/** Heading of a month, 1 to 12: 'November 2026', capitalised in every locale. */
export function formatMonth(year: number, month: number, locale: string): string {
  const date = new Date(Date.UTC(2000, month - 1, 1));
  date.setUTCFullYear(year);
  const text = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    date,
  );
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
