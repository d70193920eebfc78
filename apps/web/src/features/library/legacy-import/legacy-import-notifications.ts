import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/features/frame/notifications/index.ts';
import { activationQuery } from '#/features/library/state/index.ts';

/** The last legacy import, with a link to the library or to the photos that failed. */
export function useLegacyImportNotifications(): Notification[] {
  const { t } = useTranslation();
  const { status, lastImport } = useQuery(activationQuery).data ?? {};
  if (!lastImport) return [];
  const { ended: at, imported, failed } = lastImport;
  const key = `import ${at}`;
  if (status === 'NOT_ACTIVE') {
    return [{ key, title: t('activation.stopped'), at, href: '/my-photos/photos', isFailure: true }];
  }
  const finished = t('activation.finished', { count: imported });
  if (failed === 0) return [{ key, title: finished, at, href: '/my-photos/photos' }];
  const title = t('activation.failed', { count: failed });
  return [{ key, title, detail: finished, at, href: '/my-photos/earlier-photos', isFailure: true }];
}
