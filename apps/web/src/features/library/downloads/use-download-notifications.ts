import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/shared/extension-points.ts';
import { usePush } from '#/shared/push.ts';
import { downloadsQuery } from './queries.ts';

/** Archives that are finished or have failed, requested on any device. */
export function useDownloadNotifications(): Notification[] {
  const { t } = useTranslation();
  const { data = [], refetch } = useQuery(downloadsQuery);
  usePush('archive', () => void refetch());
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
