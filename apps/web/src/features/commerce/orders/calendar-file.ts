import { addDays } from '@keepsake/contracts';

type Delivery = {
  orderCode: string;
  days: { from: string; to: string };
  /** What the calendar shows. */
  title: string;
  /** Address of the order's page. */
  url: string;
  now: Date;
};

/** An event of whole days for calendars (RFC 5545): the days on which an order is to arrive. */
export function deliveryCalendar({ orderCode, days, title, url, now }: Delivery): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Keepsake//Orders//EN',
    'BEGIN:VEVENT',
    // The same for each delivery of an order: a new date replaces the earlier one.
    `UID:order-${orderCode}@${new URL(url).hostname}`,
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

/** A line of at most 75 octets; what is longer goes on in lines that begin with a space. */
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
