import { addDays } from '@keepsake/contracts/library/retention';
import { compactTime, escapeText, foldedLines } from '@keepsake/contracts/platform/calendar-text';
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
    `DTSTAMP:${compactTime(now.toISOString())}`,
    `DTSTART;VALUE=DATE:${compactTime(day)}`,
    `DTEND;VALUE=DATE:${compactTime(addDays(day, 1))}`,
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
  return foldedLines(lines);
}
