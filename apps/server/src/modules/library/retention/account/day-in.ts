import type { Day } from './storage-account.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day that it is in a time zone at an instant. */
export function dayIn(timeZone: string, instant: Date): Day {
  let format = formats.get(timeZone);
  if (!format) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'iso8601', ...parts });
    formats.set(timeZone, format);
  }
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}`;
}
