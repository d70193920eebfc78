import type { MonthsLayout, TimelineMap } from '@keepsake/contracts/library/photos';
import type { SortOrder } from '@keepsake/contracts/platform/start-of-page';
import { formatMonth, formatMonthInSentence, formatMonthShort } from '#/shared/format.ts';
import { decodeRatios } from './decode-layout.ts';
import type { SourceSection } from './photo-source.ts';

/** The months of a library: the number of photos in each, and the ratios of the first ones, which a service may not provide. */
export type LibraryMonths = { map: TimelineMap; layout: MonthsLayout };

/** The months with photos, in the given order, with the ratios of their first photos; keys are 'year/month' [TL-31]. */
export function monthsOf({ map, layout }: LibraryMonths, sortOrder: SortOrder): SourceSection[] {
  const months = Object.entries(map).flatMap(([year, counts]) =>
    Object.entries(counts).map(([month, count]) => ({
      at: Number(year) * 12 + Number(month),
      year,
      month: String(Number(month)),
      count,
    })),
  );
  const direction = sortOrder === 'asc' ? 1 : -1;
  return months
    .filter(({ count }) => count > 0)
    .sort((a, b) => (a.at - b.at) * direction)
    .map(({ year, month, count }) => {
      const ratios = layout[year]?.[month];
      const firstRatios = ratios === undefined ? undefined : decodeRatios(ratios);
      return { key: `${year}/${month}`, count, group: year, firstRatios };
    });
}

/** Number of photos in all months. */
export function countMonths(map: TimelineMap): number {
  return Object.values(map).reduce(
    (sum, months) => sum + Object.values(months).reduce((a, b) => a + b, 0),
    0,
  );
}

/** Year and month of a section key. */
export function parseMonthKey(key: string): { year: string; month: string } {
  const [year = '1970', month = '1'] = key.split('/');
  return { year, month };
}

/** The month of photos without a date taken. */
const UNKNOWN_MONTH = '1970/1';

/** Key of the month a photo was taken in. */
export function monthKeyOf(dateTaken: string | undefined): string {
  const [, year, month] = dateTaken?.match(/^(\d{1,4})-(\d\d)-/) ?? [];
  return year && month ? `${Number(year)}/${Number(month)}` : UNKNOWN_MONTH;
}

/** Heading of a section, abbreviated on request; null for a source without headings. */
export type TitleOf = (sectionKey: string, form?: 'short') => string | null;

/** Formats headings like 'March 2024', and `unknownDate` for photos without a date [TL-07]. */
export function createMonthTitles(locale: string, unknownDate: string) {
  const titles = { long: new Map<string, string>(), short: new Map<string, string>() };
  const formats = { long: formatMonth, short: formatMonthShort };
  return (key: string, form: 'long' | 'short' = 'long'): string => {
    if (key === UNKNOWN_MONTH) return unknownDate;
    const { year, month } = parseMonthKey(key);
    // Cached, because the visible heading is needed on every frame.
    const title = titles[form].get(key) ?? formats[form](Number(year), Number(month), locale);
    titles[form].set(key, title);
    return title;
  };
}

/** 'March 2024' for use in a sentence; null for the month of unknown dates. */
export function monthInSentence(key: string, locale: string): string | null {
  const { year, month } = parseMonthKey(key);
  return key === UNKNOWN_MONTH ? null : formatMonthInSentence(Number(year), Number(month), locale);
}

/** The year of a month for the scrubber; empty for unknown dates. */
export function yearOfKey(key: string): string {
  return key === UNKNOWN_MONTH ? '' : parseMonthKey(key).year;
}
