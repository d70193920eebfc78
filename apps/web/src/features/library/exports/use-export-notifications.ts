import { getExports } from '@keepsake/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import type { Notification } from '#/shared/extension-points.ts';
import { useFlag } from '#/shared/flags.tsx';
import { usePush } from '#/shared/push.ts';

/** Exports of the last days, newest first. Apart from queries.ts, which is not loaded with the bell. */
const exportsQuery = queryOptions({
  queryKey: ['Exports'],
  queryFn: async ({ signal }) => (await call(getExports, {}, { signal })).items,
});

/** Exports that are ready or have failed. */
export function useExportNotifications(): Notification[] {
  const { t } = useTranslation();
  const isOn = useFlag('PhotoExportEnabled');
  const { data = [], refetch } = useQuery({ ...exportsQuery, enabled: isOn });
  usePush('exports-changed', () => void (isOn && refetch()));
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
