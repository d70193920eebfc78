import type { Days } from '@keepsake/contracts/platform/fields';
import { dateFormat } from '@keepsake/contracts/platform/formats';
import { formatDayInSentence } from '#/shared/format.ts';

/** When photos were taken, as short as it can be said: '12 May 2026', '12–14 May 2026', 'May – July 2026', 'May 2024 – July 2026'. */
export function formatPeriod({ from, to }: Days, locale: string): string {
  if (from === to) return formatDayInSentence(from, locale);
  const [first, last] = [new Date(`${from}T00:00Z`), new Date(`${to}T00:00Z`)];
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  const parts = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const text = dateFormat(locale, isOneMonth ? { day: 'numeric', ...parts } : parts).formatRange(first, last);
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
