import ExifReader from 'exifreader';
import { toWallTime, type WallTime } from '../wall-time.ts';
import { readXmpDates } from './read-xmp-dates.ts';

/** When a photo was taken: wall time, never shifted by a zone, and the zone's offset if the file has it. */
export type DateTaken = { takenAt: WallTime | null; takenOffsetMinutes: number | null };

type Candidate = { text?: string; fraction?: string; offset?: string };

const EXIF_TAGS = [
  'DateTimeOriginal',
  'SubSecTimeOriginal',
  'OffsetTimeOriginal',
  'DateTimeDigitized',
  'SubSecTimeDigitized',
  'OffsetTimeDigitized',
] as const;

/** EXIF writes 2019:07:04 15:30:12; XMP 2019-07-04T15:30:12.5+02:00, where the time is optional. */
const DATE_TIME =
  /^(\d{4})[:/.-](\d{2})[:/.-](\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;
const OFFSET = /^([+-])(\d{2}):?(\d{2})$/;
/** No place on earth is beyond +14:00 or -12:00, ships' clocks aside. */
const OFFSET_LIMITS = { least: -12 * 60, most: 14 * 60 };

/**
 * The date taken from the bytes of an EXIF block (TIFF, with or without the leading `Exif\0\0`) and an XMP packet.
 * Dates of the original come before dates of digitising (a scan's), EXIF before XMP, as the Metadata Working Group
 * advises; the date of modification never counts. Damaged metadata gives nulls, not an error.
 */
export function readDateTaken(source: { exif?: Uint8Array; xmp?: Uint8Array; now: Date }): DateTaken {
  const exif = readExif(source.exif);
  const xmp = source.xmp ? readXmpDates(source.xmp) : {};
  const candidates: Candidate[] = [
    { text: exif.DateTimeOriginal, fraction: exif.SubSecTimeOriginal, offset: exif.OffsetTimeOriginal },
    { text: xmp.DateTimeOriginal },
    { text: xmp.DateCreated },
    { text: exif.DateTimeDigitized, fraction: exif.SubSecTimeDigitized, offset: exif.OffsetTimeDigitized },
    { text: xmp.CreateDate },
  ];
  for (const candidate of candidates) {
    const taken = parseCandidate(candidate, source.now);
    if (taken) return taken;
  }
  return { takenAt: null, takenOffsetMinutes: null };
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

function readExif(block: Uint8Array | undefined): Partial<Record<(typeof EXIF_TAGS)[number], string>> {
  if (!block) return {};
  const isPrefixed = Buffer.from(block.subarray(0, 6)).equals(Buffer.from('Exif\0\0'));
  const found = loadTags(isPrefixed ? block.subarray(6) : block).exif;
  return Object.fromEntries(EXIF_TAGS.map((tag) => [tag, toText(found?.[tag]?.value)]));
}

/** Reads only these tags: GPS, maker notes and comments are not decoded and can do no harm. */
function loadTags(bytes: Uint8Array): ExifReader.ExpandedTags {
  const includeTags: ExifReader.IncludeTagsOptions = { exif: [...EXIF_TAGS] };
  try {
    return ExifReader.load(Buffer.from(bytes), { expanded: true, includeTags });
  } catch {
    return {};
  }
}

/** EXIF text is a list of strings, which some cameras pad with NULs or spaces. */
function toText(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first.split('\0')[0]?.trim() : undefined;
}

/** The part of a JPEG that has its dates: cameras write EXIF and XMP first, each at most 64 kB. */
export const JPEG_HEAD_BYTES = 160 * 1024;

const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';

/**
 * The date taken, from the beginning of a JPEG without decoding it, so that a photo appears in its month at once. Cut off,
 * damaged or no JPEG gives nulls. The decode that follows reads the whole file and is authoritative.
 */
export function readJpegHeadDate(head: Buffer, now: Date): DateTaken {
  let exif: Buffer | undefined;
  let xmp: Buffer | undefined;
  for (const segment of app1Segments(head)) {
    if (segment.toString('latin1', 0, EXIF.length) === EXIF) exif ??= segment.subarray(EXIF.length);
    else if (segment.toString('latin1', 0, XMP.length) === XMP) xmp ??= segment.subarray(XMP.length);
  }
  return readDateTaken({ exif, xmp, now });
}

function* app1Segments(head: Buffer): Generator<Buffer> {
  for (let at = 2; at + 4 <= head.length && head[at] === 0xff; ) {
    const marker = head[at + 1];
    const end = at + 2 + head.readUInt16BE(at + 2);
    if (marker === START_OF_SCAN || end > head.length || end < at + 4) return;
    if (marker === APP1) yield head.subarray(at + 4, end);
    at = end;
  }
}
