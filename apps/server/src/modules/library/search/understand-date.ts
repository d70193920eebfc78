import type { Days } from '@keepsake/contracts/platform/fields';
import {
  dayBack,
  dayIn,
  FILLERS,
  isYear,
  LAST,
  latestBefore,
  MONTHS,
  monthIn,
  NEAR,
  type Near,
  plainWord,
  SEASONS,
  SHORT_MONTHS,
  seasonIn,
  THIS,
  UNITS,
  unitDays,
  WEEKDAYS,
  weekdayBefore,
  wholeYear,
  type Yearly,
} from './date-words.ts';

/** Days that are meant, or what comes in every year. */
export type Dates = { fixed: readonly Days[] } | { yearly: Yearly };
/** A date at the beginning of words, and of how many of them it consists. */
type Found = { dates: Dates; length: number };
type Words = readonly string[];

/** The longest phrase of the tables, in words. */
const LONGEST_PHRASE = 5;

const fixed = (...days: (Days | null)[]): Dates => ({ fixed: days.filter((found) => found !== null) });

/** The date with which words begin, as they were typed; null if they begin with none. */
export function understandDate(typed: Words, today: string): Found | null {
  const plain = typed.map(plainWord);
  return (
    understandNumbers(typed, today) ??
    understandNear(plain, today) ??
    understandLast(plain, today) ??
    understandDay(typed, plain, today) ??
    understandPeriod(plain, today) ??
    afterFiller(typed, plain, today)
  );
}

/** 'im Juli', 'in 2019': words that would otherwise be searched for. */
function afterFiller(typed: Words, [first = '']: Words, today: string): Found | null {
  if (!FILLERS.has(first) || typed.length < 2) return null;
  const found = understandDate(typed.slice(1), today);
  return found && { ...found, length: found.length + 1 };
}

/** Dates of numbers alone: the day comes first in all five languages. */
function understandNumbers([typed = '']: Words, today: string): Found | null {
  const text = typed.replace(/[,;]$/, '');
  for (const [pattern, read] of NUMBERS) {
    const numbers = pattern.exec(text)?.slice(1).map(Number);
    if (numbers) return read(numbers, today);
  }
  return null;
}

type ReadNumbers = (numbers: readonly number[], today: string) => Found | null;
const NUMBERS: readonly (readonly [RegExp, ReadNumbers])[] = [
  [/^(\d{4})[-–](\d{4})$/, ([from = 0, to = 0], today) => ofYears(from, to, today)],
  [
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/,
    ([year = 0, month = 0, day], today) => ofParts({ year, month, day }, today),
  ],
  [/^(\d{4})-(\d{1,2})$/, ([year = 0, month = 0], today) => ofParts({ year, month }, today)],
  [
    /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})$/,
    ([day, month = 0, year = 0], today) => ofParts({ year: fullYear(year, today), month, day }, today),
  ],
  [/^(\d{1,2})[./-](\d{4})$/, ([month = 0, year = 0], today) => ofParts({ year, month }, today)],
  [/^(\d{1,2})\.(\d{1,2})\.$/, ([day = 0, month = 0]) => ofEveryYear(month, day)],
];

function ofYears(from: number, to: number, today: string): Found | null {
  if (!isYear(from, today) || !isYear(to, today) || from > to) return null;
  return { dates: fixed({ from: wholeYear(from).from, to: wholeYear(to).to }), length: 1 };
}

function ofEveryYear(month: number, day: number): Found | null {
  const yearly = dayIn(month, day);
  return yearly(LEAP_YEAR).length > 0 ? { dates: { yearly }, length: 1 } : null;
}

/** Some year that has all days. */
const LEAP_YEAR = 2024;

type Parts = { year: number; month: number; day?: number };

function ofParts({ year, month, day }: Parts, today: string): Found | null {
  if (!isYear(year, today) || !isMonth(month)) return null;
  const days = (day === undefined ? monthIn(month) : dayIn(month, day))(year);
  return days.length > 0 ? { dates: fixed(...days), length: 1 } : null;
}

const isMonth = (month: number) => month >= 1 && month <= 12;

/** Of two digits: the latest that is not to come. */
function fullYear(digits: number, today: string): number {
  if (digits > 99) return digits;
  const now = Number(today.slice(0, 4));
  const century = now - (now % 100);
  return century + digits <= now ? century + digits : century - 100 + digits;
}

const NEAR_DAYS: Readonly<Record<Near, (today: string) => Days | null>> = {
  today: (today) => dayBack(today, 0),
  yesterday: (today) => dayBack(today, 1),
  dayBefore: (today) => dayBack(today, 2),
  lastYear: (today) => unitDays(today, 'year', 1),
  lastSpring: (today) => latestBefore(today, seasonIn('spring')),
  lastSummer: (today) => latestBefore(today, seasonIn('summer')),
  lastAutumn: (today) => latestBefore(today, seasonIn('autumn')),
  lastWinter: (today) => latestBefore(today, seasonIn('winter')),
  lastChristmas: (today) => latestBefore(today, seasonIn('christmas')),
  lastEaster: (today) => latestBefore(today, seasonIn('easter')),
};

function understandNear(plain: Words, today: string): Found | null {
  const found = phraseIn(NEAR, plain);
  return found && { dates: fixed(NEAR_DAYS[found.meaning](today)), length: found.length };
}

/** The longest phrase of a table with which words begin. */
export function phraseIn<Meaning>(
  table: ReadonlyMap<string, Meaning>,
  plain: Words,
): { meaning: Meaning; length: number } | null {
  for (let length = Math.min(LONGEST_PHRASE, plain.length); length > 0; length--) {
    const meaning = table.get(plain.slice(0, length).join(' '));
    if (meaning !== undefined) return { meaning, length };
  }
  return null;
}

/** French puts it behind: 'été dernier'. */
const isBehind = (word = '') => LAST.has(word) && /^(derni|pass)/.test(word);

function understandLast(plain: Words, today: string): Found | null {
  const [first = '', ...others] = plain;
  if (LAST.has(first)) return near(others, today, 1, 1);
  if (THIS.has(first)) return near(others, today, 0, 1);
  const named =
    phraseIn(UNITS, plain) ??
    phraseIn(SEASONS, plain) ??
    phraseIn(MONTHS, plain) ??
    phraseIn(WEEKDAYS, plain);
  return named && isBehind(plain[named.length]) ? near(plain, today, 1, 1) : null;
}

/** The last one of what the words begin with, or that of this year or around today. `more` words stand beside it. */
function near(plain: Words, today: string, back: 0 | 1, more: number): Found | null {
  const unit = phraseIn(UNITS, plain);
  if (unit) return { dates: fixed(unitDays(today, unit.meaning, back)), length: unit.length + more };
  const yearly = yearlyIn(plain);
  if (yearly) {
    const year = Number(today.slice(0, 4));
    const days = back === 1 ? [latestBefore(today, yearly.meaning)] : yearly.meaning(year);
    return { dates: fixed(...days), length: yearly.length + more };
  }
  const weekday = phraseIn(WEEKDAYS, plain);
  if (!weekday || back === 0) return null;
  return { dates: fixed(weekdayBefore(today, weekday.meaning)), length: weekday.length + more };
}

/** A month or a season by its whole name. */
function yearlyIn(plain: Words): { meaning: Yearly; length: number } | null {
  const month = phraseIn(MONTHS, plain);
  if (month) return { meaning: monthIn(month.meaning), length: month.length };
  const season = phraseIn(SEASONS, plain);
  return season && { meaning: seasonIn(season.meaning), length: season.length };
}

const monthOf = (word = ''): number | undefined => MONTHS.get(word) ?? SHORT_MONTHS.get(word);
const dayOf = (word = ''): number | undefined => {
  const [, digits] = /^(\d{1,2})(st|nd|rd|th|er|e|:e|\.)?,?$/i.exec(word) ?? [];
  return digits === undefined ? undefined : Number(digits);
};
const yearOf = (word = '', today: string): number | undefined =>
  /^\d{4}$/.test(word) && isYear(Number(word), today) ? Number(word) : undefined;

/** How many fillers stand at a place. */
const fillersAt = (plain: Words, place: number) => (FILLERS.has(plain[place] ?? '') ? 1 : 0);

/** A day and a month, in either order, and perhaps a year. */
function understandDay(typed: Words, plain: Words, today: string): Found | null {
  const first = dayOf(typed[0]);
  const monthAt = first === undefined ? 0 : 1 + fillersAt(plain, 1);
  const month = monthOf(plain[monthAt]);
  const day = first ?? dayOf(typed[1]);
  if (month === undefined || day === undefined) return null;
  const length = first === undefined ? 2 : monthAt + 1;
  const yearly = dayIn(month, day);
  if (yearly(LEAP_YEAR).length === 0) return null;
  return withYear(yearly, { plain, length, today });
}

type Behind = { plain: Words; length: number; today: string };

/** What comes every year, or in the year that stands behind it. */
function withYear(yearly: Yearly, { plain, length, today }: Behind): Found {
  const at = length + fillersAt(plain, length);
  const year = yearOf(plain[at], today);
  return year === undefined
    ? { dates: { yearly }, length }
    : { dates: { fixed: yearly(year) }, length: at + 1 };
}

/** A month, a season or a year. */
function understandPeriod(plain: Words, today: string): Found | null {
  const year = yearOf(plain[0], today);
  if (year !== undefined) return ofYear(year, plain);
  const short = shortMonthIn(plain, today);
  const named = yearlyIn(plain);
  if (!named) return short;
  const found = withYear(named.meaning, { plain, length: named.length, today });
  // 'Jul 2023' is a month in English, and Christmas in Swedish.
  if (!short || !('fixed' in found.dates) || !('fixed' in short.dates)) return found;
  return { ...found, dates: fixed(...found.dates.fixed, ...short.dates.fixed) };
}

function ofYear(year: number, plain: Words): Found {
  const named = yearlyIn(plain.slice(1));
  if (named) return { dates: { fixed: named.meaning(year) }, length: named.length + 1 };
  return { dates: fixed(wholeYear(year)), length: 1 };
}

function shortMonthIn(plain: Words, today: string): Found | null {
  const month = SHORT_MONTHS.get(plain[0] ?? '');
  const year = yearOf(plain[1], today);
  if (month === undefined || year === undefined || MONTHS.has(plain[0] ?? '')) return null;
  return { dates: { fixed: monthIn(month)(year) }, length: 2 };
}
