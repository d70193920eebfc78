import { toWallTime, type WallTime } from '../wall-time.ts';
import type { ExifTags } from './read-exif.ts';
import type { XmpDates } from './read-xmp-dates.ts';

/** When a photo was taken: wall time, never shifted by a zone, and the zone's offset if the file has it. */
export type DateTaken = { takenAt: WallTime | null; takenOffsetMinutes: number | null };

type Candidate = { text?: string; fraction?: string; offset?: string };

/** EXIF writes 2019:07:04 15:30:12; XMP 2019-07-04T15:30:12.5+02:00, where the time is optional. */
const DATE_TIME =
  /^(\d{4})[:/.-](\d{2})[:/.-](\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;
const OFFSET = /^([+-])(\d{2}):?(\d{2})$/;
/** No place on earth is beyond +14:00 or -12:00, ships' clocks aside. */
const OFFSET_LIMITS = { least: -12 * 60, most: 14 * 60 };

/** The date taken according to a file; if no written date is valid, the one that was written. */
export type DateOfFile = DateTaken & { writtenDate: string | undefined };

/**
 * The date taken from a file's tags. Dates of the original take precedence over dates of digitising (a scan's), EXIF over XMP, as
 * the Metadata Working Group advises; the modification date never counts.
 */
export function dateOf(exif: ExifTags, xmp: XmpDates, now: Date): DateOfFile {
  const candidates: Candidate[] = [
    { text: exif.DateTimeOriginal, fraction: exif.SubSecTimeOriginal, offset: exif.OffsetTimeOriginal },
    { text: xmp.DateTimeOriginal },
    { text: xmp.DateCreated },
    { text: exif.DateTimeDigitized, fraction: exif.SubSecTimeDigitized, offset: exif.OffsetTimeDigitized },
    { text: xmp.CreateDate },
  ];
  for (const candidate of candidates) {
    const taken = parseCandidate(candidate, now);
    if (taken) return { ...taken, writtenDate: undefined };
  }
  const writtenDate = candidates.find(({ text }) => /\d/.test(text ?? ''))?.text;
  return { takenAt: null, takenOffsetMinutes: null, writtenDate };
}

function parseCandidate({ text, fraction, offset }: Candidate, now: Date): DateTaken | null {
  const match = DATE_TIME.exec(text ?? '');
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((digits) => Number(digits ?? 0));
  const subSecond = match[7] ?? (fraction && /^\d+$/.test(fraction) ? fraction : '0');
  const takenAt = toWallTime(
    {
      year: year ?? 0,
      month: month ?? 0,
      day: day ?? 0,
      hour,
      minute,
      second,
      millisecond: Math.floor(Number(`0.${subSecond}`) * 1000),
    },
    now,
  );
  return takenAt === null ? null : { takenAt, takenOffsetMinutes: parseOffset(match[8] ?? offset) };
}

function parseOffset(text: string | undefined): number | null {
  if (text === 'Z') return 0;
  const match = text && OFFSET.exec(text);
  if (!match || Number(match[3]) > 59) return null;
  const minutes = (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
  return minutes >= OFFSET_LIMITS.least && minutes <= OFFSET_LIMITS.most ? minutes : null;
}
