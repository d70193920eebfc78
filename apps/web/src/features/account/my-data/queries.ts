import { getMyData } from '@keepsake/contracts/account/my-data';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/features/frame/notifications/index.ts';
import { call } from '#/shared/api/call.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    MyData: unknown;
  }
}

/** Polling interval while an archive is being made, in case the push message is lost. */
const ARCHIVE_POLL_MS = 15_000;

/** The customer's latest archive of their data, or null. */
export const myDataQuery = queryOptions({
  queryKey: ['MyData'],
  queryFn: async ({ signal }) => (await call(getMyData, {}, { signal })).archive,
  refetchInterval: ({ state: { data } }) =>
    data?.status === 'REQUESTED' || data?.status === 'IN_PROGRESS' ? ARCHIVE_POLL_MS : false,
});

/** Notifications for the bell about archives that are ready or have failed. */
export function useMyDataNotifications(): Notification[] {
  const { t } = useTranslation();
  const { data } = useQuery(myDataQuery);
  if (data?.status !== 'READY' && data?.status !== 'FAILED') return [];
  const isFailure = data.status === 'FAILED';
  const title = t(isFailure ? 'myData.failedTitle' : 'myData.ready');
  return [{ key: data.archiveId, title, at: data.ended, href: '/settings/my-data', isFailure }];
}
