import { addDays } from '@keepsake/contracts/library/retention';
import { compactTime, escapeText, foldedLines } from '@keepsake/contracts/platform/calendar-text';
import type { Days } from '@keepsake/contracts/platform/fields';
import { MINUTE_MS } from '@keepsake/contracts/platform/limits';

type Delivery = {
  orderCode: string;
  days: Days;
  /** Title of the calendar entry. */
  title: string;
  /** Address of the order's page. */
  url: string;
  now: Date;
};

/** An all-day iCalendar event (RFC 5545) covering the expected days of arrival. */
export function deliveryCalendar({ orderCode, days, title, url, now }: Delivery): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Keepsake//Orders//EN',
    'BEGIN:VEVENT',
    // One id per order: a changed date replaces the earlier event.
    `UID:order-${orderCode}@${new URL(url).hostname}`,
    // Calendars keep the event with the highest number, so a file saved later replaces an earlier one.
    `SEQUENCE:${Math.floor(now.getTime() / MINUTE_MS)}`,
    `DTSTAMP:${compactTime(now.toISOString())}`,
    `DTSTART;VALUE=DATE:${compactTime(days.from)}`,
    `DTEND;VALUE=DATE:${compactTime(addDays(days.to, 1))}`,
    `SUMMARY:${escapeText(title)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return foldedLines(lines);
}
