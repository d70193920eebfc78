import type { WallTime } from '../wall-time.ts';
import { parseOffset, parseWrittenDate } from './parse-written-date.ts';
import type { ExifTags } from './read-exif.ts';
import type { IptcDates } from './read-iptc-dates.ts';
import type { XmpDates } from './read-xmp-dates.ts';

/** When a photo was taken: wall time, never shifted by a zone, and the zone's offset if the file has it. */
export type DateTaken = { takenAt: WallTime | null; takenOffsetMinutes: number | null };

/** Everything in a file that may date it. */
export type DateSources = {
  exif: ExifTags;
  xmp: XmpDates;
  iptc: IptcDates;
  /** The text 'Creation Time' of a PNG. */
  pngCreated: string | undefined;
};

type Candidate = { text?: string | undefined; fraction?: string | undefined; offset?: string | undefined };

/** The date taken according to a file; if no written date is valid, the one that was written. */
export type DateOfFile = DateTaken & { writtenDate: string | undefined };

/**
 * The date taken from a file's tags. Dates of the original take precedence over dates of digitising (a scan's), EXIF over XMP, and
 * both over IPTC, as the Metadata Working Group advises; the modification date never counts.
 */
export function dateOf({ exif, xmp, iptc, pngCreated }: DateSources, now: Date): DateOfFile {
  const candidates: Candidate[] = [
    { text: exif.DateTimeOriginal, fraction: exif.SubSecTimeOriginal, offset: exif.OffsetTimeOriginal },
    { text: xmp.DateTimeOriginal },
    { text: xmp.DateCreated },
    { text: iptc.created },
    { text: exif.DateTimeDigitized, fraction: exif.SubSecTimeDigitized, offset: exif.OffsetTimeDigitized },
    { text: xmp.CreateDate },
    { text: iptc.digitized },
    { text: pngCreated },
  ];
  for (const candidate of candidates) {
    const taken = parseCandidate(candidate, now);
    if (taken) return { ...taken, writtenDate: undefined };
  }
  const writtenDate = candidates.find(({ text }) => /\d/.test(text ?? ''))?.text;
  return { takenAt: null, takenOffsetMinutes: null, writtenDate };
}

function parseCandidate({ text, fraction = '', offset }: Candidate, now: Date): DateTaken | null {
  const parsed = parseWrittenDate(text, now);
  if (!parsed) return null;
  const takenOffsetMinutes = parseOffset(parsed.offset ?? offset);
  const milliseconds = /^\d+$/.test(fraction) ? Math.floor(Number(`0.${fraction}`) * 1000) : 0;
  const isExact = parsed.hasFraction || milliseconds === 0;
  const takenAt = isExact ? parsed.takenAt : `${parsed.takenAt}.${String(milliseconds).padStart(3, '0')}`;
  return { takenAt, takenOffsetMinutes };
}
