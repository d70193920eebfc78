import { addDays } from '@keepsake/contracts/library/retention';
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
    `DTSTAMP:${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${compact(days.from)}`,
    `DTEND;VALUE=DATE:${compact(addDays(days.to, 1))}`,
    `SUMMARY:${escapeText(title)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

const compact = (day: string) => day.replaceAll('-', '');
const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');

const MAX_OCTETS = 75;

/** Folds a line to at most 75 octets; continuation lines begin with a space. */
function fold(line: string): string {
  const lines: string[] = [];
  let [current, octets] = ['', 0];
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > MAX_OCTETS) {
      lines.push(current);
      [current, octets] = [' ', 1];
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}
