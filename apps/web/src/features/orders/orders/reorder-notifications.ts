import { getFailedReorders } from '@keepsake/contracts/orders/reorders';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/features/frame/notifications/index.ts';
import { call } from '#/shared/api/call.ts';

/** Kept out of queries.ts, so that the bell does not load that. */
const failedQuery = queryOptions({
  queryKey: ['Orders', 'failed-reorders'],
  queryFn: async ({ signal }) => (await call(getFailedReorders, {}, { signal })).items,
});

/** Notifications about failed reorders: the shop refused them, or could not be reached for days. */
export function useReorderNotifications(): Notification[] {
  const { t } = useTranslation();
  const { data = [] } = useQuery(failedQuery);
  return data.map(({ reorderId, orderCode, state, at }) => ({
    key: reorderId,
    title: t(`orders.reorder.news.${state}`),
    at,
    href: `/orders/${orderCode}`,
    isFailure: true,
  }));
}
