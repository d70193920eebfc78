import { dateFormat, dateInWords } from '@keepsake/contracts/platform/formats';
import { nameZone } from '@keepsake/contracts/platform/zone-names';
import { useTranslation } from 'react-i18next';
import { useLocale } from './format.ts';
import { serverNow } from './server-time.ts';

/**
 * A calendar day that is near, or matters next: 'Friday 5 March', 'Freitag, 5. März 2027', with its year if that is another one. In
 * ranges and lists it is short: 'Fri 5 Mar'.
 */
export const formatNearDay = (day: string, locale: string, style: 'long' | 'short' = 'long'): string =>
  withoutComma(dateInWords(new Date(day), locale, { ...nearDay(day, style), timeZone: 'UTC' }), locale);

/** A calendar day of the coming weeks, where there is little room: '14 Dec', '14. Dez.'. */
export const formatDayAndMonth = (day: string, locale: string): string =>
  dateInWords(new Date(day), locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** English has no comma in 'Friday 5 March'; `Intl` sets one before a year. */
export const withoutComma = (text: string, locale: string) =>
  locale.startsWith('en') ? text.replace(/^(\p{L}+),/u, '$1') : text;

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

/** Formats a time of day in a zone; names the zone if the device's clock differs. */
export function useTimeThere(): (at: Date, timeZone: string) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  return (at, timeZone) => {
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const time = dateFormat(locale, { ...clock, timeZone }).format(at);
    if (time === dateFormat(locale, clock).format(at)) return t('clock.time', { time });
    return t('clock.timeIn', { time, zone: nameZone({ at, locale, timeZone }) });
  };
}
