import { getExports } from '@keepsake/contracts/library/exports';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/features/frame/notifications/index.ts';
import { call } from '#/shared/api/call.ts';
import { useFlag } from '#/shared/flags.tsx';

/** Exports of the last days, newest first. Kept out of queries.ts and of the first scripts, so that neither loads the other. */
export const exportsQuery = queryOptions({
  queryKey: ['Exports'],
  queryFn: async ({ signal }) => (await call(getExports, {}, { signal })).items,
});

/** Exports that are ready or have failed. */
export function useExportNotifications(): Notification[] {
  const { t } = useTranslation();
  const isOn = useFlag('PhotoExportEnabled');
  const { data = [] } = useQuery({ ...exportsQuery, enabled: isOn });
  return data
    .filter(({ status }) => status === 'READY' || status === 'FAILED')
    .map(({ backupId, status, updated }) => ({
      key: backupId,
      title: t(status === 'READY' ? 'export.notifyReady' : 'export.notifyFailed'),
      at: updated,
      href: `/my-photos/exports/${backupId}`,
      isFailure: status === 'FAILED',
    }));
}
