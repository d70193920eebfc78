import { addDays } from '@keepsake/contracts/library/retention';
import type { Day } from './days.ts';

type CalendarDay = {
  /** Stable: a later file with the same id moves the entry of an earlier one. */
  uid: string;
  /** Increases with every file with the same id. */
  sequence: number;
  day: Day;
  title: string;
  description: string;
  url: string;
  now: Date;
};

/** A calendar file with one all-day entry (RFC 5545) and an alarm the evening before. */
export function calendarFile({ uid, sequence, day, title, description, url, now }: CalendarDay): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Keepsake//Storage//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${compact(now.toISOString().replace(/\.\d+/, ''))}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(title)}`,
    'TRIGGER:-PT6H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

const compact = (iso: string) => iso.replace(/[-:]/g, '');

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|[\r\n]/g, '\\n');
}

/** Lines have at most 75 octets and continue after a space; characters are not split. */
function fold(line: string): string {
  const folded: string[] = [];
  let [part, octets] = ['', 0];
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > 75) {
      folded.push(part);
      [part, octets] = [' ', 1];
    }
    part += character;
    octets += length;
  }
  return [...folded, part].join('\r\n');
}
