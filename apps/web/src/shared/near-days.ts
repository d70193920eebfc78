import { dateFormat, dateInWords } from '@keepsake/contracts/platform/formats';
import { serverNow } from './server-time.ts';

/**
 * A calendar day that is near, or matters next: 'Friday 5 March', 'Freitag, 5. März 2027', with its year if that is another one. In
 * ranges and lists it is short: 'Fri 5 Mar'.
 */
export const formatNearDay = (day: string, locale: string, style: 'long' | 'short' = 'long'): string =>
  withoutComma(dateInWords(new Date(day), locale, { ...nearDay(day, style), timeZone: 'UTC' }), locale);

/** English has no comma in 'Friday 5 March'; `Intl` sets one before a year. */
const withoutComma = (text: string, locale: string) =>
  locale.startsWith('en') ? text.replace(',', '') : text;

/** Parts of a day that is near, for moments and ranges. */
export const nearDay = (day: string, style: 'long' | 'short') =>
  ({
    weekday: style,
    day: 'numeric',
    month: style,
    year: day.startsWith(`${serverNow().getFullYear()}-`) ? undefined : 'numeric',
  }) as const;

/** A range of days as people write it: '12–14 May 2026', '1er–3 mai 2026'. */
export const rangeInWords = (
  from: Date,
  to: Date,
  locale: string,
  options: Parameters<typeof dateFormat>[1],
): string =>
  dateFormat(locale, options)
    .formatRangeToParts(from, to)
    .map(({ type, value }) => (type === 'day' && value === '1' && locale.startsWith('fr') ? '1er' : value))
    .join('');
