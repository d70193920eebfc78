import { addDays } from '@keepsake/contracts';
import type { Day } from '../account/storage-account.ts';

type CalendarDay = {
  /** The same id for the same matter: a later file moves the entry of an earlier one. */
  uid: string;
  /** Grows with every file of the same id. */
  sequence: number;
  day: Day;
  title: string;
  description: string;
  url: string;
  now: Date;
};

/** A calendar file of one whole day (RFC 5545), with a word the evening before. */
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

/** Lines have at most 75 octets and go on behind a space; no character is cut in two. */
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
