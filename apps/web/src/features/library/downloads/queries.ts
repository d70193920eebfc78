import { getDownloads, getDownloadUrl } from '@keepsake/contracts/library/downloads';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/features/frame/notifications/index.ts';
import { call, saveAs } from '#/shared/api/call.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    Downloads: unknown;
  }
}

/** Polling interval while an archive is being prepared, in case its push message is lost, in milliseconds. */
export const POLL_MS = 4_000;

/** Downloads of the last days, newest first [DWN-16]. */
export const downloadsQuery = queryOptions({
  queryKey: ['Downloads'],
  queryFn: async ({ signal }) => (await call(getDownloads, {}, { signal })).items,
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'started') ? POLL_MS : false),
});

/** Has the browser download a finished archive as `{downloadId}.zip` [DWN-17, DWN-19], without holding it in memory. */
export async function saveDownload(downloadId: string): Promise<void> {
  const { url } = await call(getDownloadUrl, { params: { downloadId } });
  saveAs(url, `${downloadId}.zip`);
}

/** Archives that are finished or have failed, requested on any device. */
export function useDownloadNotifications(): Notification[] {
  const { t } = useTranslation();
  const { data = [] } = useQuery(downloadsQuery);
  return data
    .filter(({ status }) => status !== 'started')
    .map(({ id, name, status, created }) => ({
      key: id,
      title: t(status === 'finished' ? 'notifications.downloadReady' : 'download.failed'),
      detail: name,
      at: created,
      href: '/downloads',
      isFailure: status === 'error',
    }));
}
