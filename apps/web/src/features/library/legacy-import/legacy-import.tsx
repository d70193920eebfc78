import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/features/frame/notifications/index.ts';
import { activationQuery } from '#/features/library/state/index.ts';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { usePush } from '#/shared/push.ts';
import { useLegacyImportState } from './legacy-import-state.ts';

const LegacyImportNote = lazyPart(() => import('./legacy-import-note.tsx'));

/** Statuses that require the note. For an active library or an unknown status it is not even loaded [ACT-02]. */
const NOTED = ['NOT_ACTIVE', 'IMPORTING', 'DELETING'];

/** Checks the activation status of the library and shows the progress of a legacy import. */
export function LegacyImport() {
  const { data } = useQuery(activationQuery);
  const wasShown = useLegacyImportState(({ isStarted, lastStatus }) => isStarted || lastStatus !== null);
  usePush('import-started', () => useLegacyImportState.setState({ isStarted: true }));
  if (!wasShown && !NOTED.includes(data?.status ?? '')) return null;
  return <LegacyImportNote />;
}

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
