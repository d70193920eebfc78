import { getNeededNews } from '@keepsake/contracts/orders/needed-by';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/features/frame/notifications/index.ts';
import { call } from '#/shared/api/call.ts';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';

/** Kept out of queries.ts, so that the bell does not load that. */
const newsQuery = queryOptions({
  queryKey: ['Orders', 'needed-news'],
  queryFn: async ({ signal }) => (await call(getNeededNews, {}, { signal })).items,
});

/** Notifications about needed dates: what will be late, what is in time again, and what has to be ordered soon. */
export function useNeededNotifications(): Notification[] {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data = [] } = useQuery(newsQuery);
  return data.flatMap(({ kind, reference, title, date, news, toldAt }) => {
    const name = kind === 'order' ? t('orders.order', { code: reference }) : (title ?? t('projects.unnamed'));
    const words = wordsOf(`${kind} ${news}`, name, date);
    const href = kind === 'order' ? `/orders/${reference}` : '/saved-projects';
    if (words === null) return [];
    return [
      { key: `${kind}-${reference}-${news}`, title: words, at: toldAt, href, isFailure: news === 'late' },
    ];
  });

  function wordsOf(what: string, name: string, day: string): string | null {
    switch (what) {
      case 'order late':
        return t('neededBy.news.order.late', { name, date: formatDayInSentence(day, locale) });
      case 'order tight':
        return t('neededBy.news.order.tight', { name, date: formatDayInSentence(day, locale) });
      case 'order in-time':
        return t('neededBy.news.order.inTime', { name, date: formatDayInSentence(day, locale) });
      case 'project three-days':
        return t('neededBy.news.project.threeDays', { name, date: formatDayInSentence(day, locale) });
      case 'project one-day':
        return t('neededBy.news.project.oneDay', { name, date: formatDayInSentence(day, locale) });
      case 'project late':
        return t('neededBy.news.project.late', { name, date: formatDayInSentence(day, locale) });
      default:
        return null;
    }
  }
}
