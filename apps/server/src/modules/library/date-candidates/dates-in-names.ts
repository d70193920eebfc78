import path from 'node:path';
import { FIRST_PHOTO_YEAR } from '@keepsake/contracts/platform/limits';
import { dateFromFileName } from '../../../platform/images/date-from-file-name.ts';
import { foldName, MONTH_NAME, monthNamed } from '../../../platform/images/month-names.ts';
import { toWallTime } from '../../../platform/wall-time.ts';

/** Eight digits alone are a day since there have been dates on prints. */
const FIRST_COMPACT_YEAR = 1900;
const MIDNIGHT = 'T00:00:00';
/** Names the day on which somebody received a picture, at most. */
const MESSENGER = /whatsapp|signal|telegram|-WA\d/i;

const COMPACT_DAY = /(?<![\p{L}\d])(?<!\d[-_. ])(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?![\p{L}\d])/u;
const MONTHS = [
  /(?<![\p{L}\d]|\d[-_.])(?<year>\d{4})[-_.](?<month>\d{2})(?![\p{L}\d]|[-_.]\d)/u,
  /(?<![\p{L}\d]|\d[-_.])(?<month>\d{2})[-_./](?<year>\d{4})(?![\p{L}\d]|[-_.]\d)/u,
];
/** In words, folded: 'juli 1974', '1974 July'. */
const MONTHS_IN_WORDS = [
  String.raw`(?<![a-z\d])${MONTH_NAME}[-_., ]{0,2}(?<year>\d{4})(?!\d)`,
  String.raw`(?<!\d)(?<year>\d{4})[-_., ]{1,2}${MONTH_NAME}(?!\d)`,
].map((pattern) => new RegExp(pattern));
const YEARS = /(?<![\p{L}\d])(?<!\d[-_.])\d{4}(?![\p{L}\d]|[-_.]\d)/gu;
/** What cameras, scanners and programs write before a number. */
const COUNTER =
  /(?:^|[^\p{L}])(?:img|image|dsc[nf]?|pict?|photo|foto|bild|afbeelding|picture|scan|cimg|sam|mvi|gopro|dji|pxl|vid|screenshot|nr|no)[-_. ]*$/iu;
/** So do cameras whose prefix somebody chose. */
const CAPITALS = /(?:^|[^\p{L}])[A-Z]{1,4}_$/u;

/**
 * As much of a date as the name of a file says, as customers set dates: '1974', '1974-07', '1974-07-04' or
 * '1974-07-04T15:30:00'; null if none. What is no day between 1826 and tomorrow is no date.
 */
export function dateInFileName(fileName: string, now: Date): string | null {
  const exact = dateFromFileName(fileName, now);
  if (exact?.endsWith(MIDNIGHT) || (exact && MESSENGER.test(fileName))) return exact.slice(0, 10);
  if (exact) return exact.slice(0, 19);
  return dateInName(path.basename(fileName, path.extname(fileName)), now);
}

/** The same of the name of an album, which says a day, a month or a year. */
export function dateInAlbumName(name: string, now: Date): string | null {
  return dateFromFileName(name, now)?.slice(0, 10) ?? dateInName(name, now);
}

function dateInName(name: string, now: Date): string | null {
  const text = name.normalize('NFC');
  return dayIn(text, now) ?? monthIn(text, now) ?? yearIn(text, now);
}

function dayIn(text: string, now: Date): string | null {
  const groups = COMPACT_DAY.exec(text)?.groups;
  if (!groups || Number(groups.year) < FIRST_COMPACT_YEAR) return null;
  const parts = { year: Number(groups.year), month: Number(groups.month), day: Number(groups.day) };
  return toWallTime(parts, now)?.slice(0, 10) ?? null;
}

function monthIn(text: string, now: Date): string | null {
  const folded = foldName(text);
  const found = [
    ...MONTHS.map((pattern) => pattern.exec(text)?.groups),
    ...MONTHS_IN_WORDS.map((pattern) => pattern.exec(folded)?.groups),
  ];
  for (const groups of found) {
    if (!groups) continue;
    const month = groups.monthName ? monthNamed(groups.monthName) : Number(groups.month);
    const date = `${groups.year}-${String(month).padStart(2, '0')}`;
    const isMonth = month >= 1 && month <= 12 && Number(groups.year) >= FIRST_PHOTO_YEAR;
    if (isMonth && date <= now.toISOString().slice(0, 7)) return date;
  }
  return null;
}

/** Four digits that stand alone, and are the only such; not the number that a camera or scanner gave. */
function yearIn(text: string, now: Date): string | null {
  const isYear = (digits: string) =>
    Number(digits) >= FIRST_PHOTO_YEAR && Number(digits) <= now.getUTCFullYear();
  const [year, ...others] = [...text.matchAll(YEARS)].filter(([digits]) => isYear(digits));
  if (!year || others.length > 0) return null;
  const before = text.slice(0, year.index);
  return COUNTER.test(before) || CAPITALS.test(before) ? null : year[0];
}
