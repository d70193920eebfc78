import {
  ACTIVATION_REFRESH_MS,
  type Activation,
  activate,
  type ImportProgress,
} from '@keepsake/contracts/library/legacy-import';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/features/frame/notifications/index.ts';
import { activationQuery, INVALID_ACTIVATION } from '#/features/library/state/index.ts';
import { explainInvalid } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { makeStale, PHOTO_TAGS, type QueryTag } from '#/shared/api/query-tags.ts';
import { usePush } from '#/shared/push.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { useLegacyImportState } from './legacy-import-state.ts';

/** Stale once the library becomes active [ACT-07]. */
const LIBRARY_TAGS: readonly QueryTag[] = [...PHOTO_TAGS, 'Albums', 'SharedAlbums'];

type LegacyImportView = {
  isImporting: boolean;
  progress?: ImportProgress;
  /** Restarts an import that was given up or could not be started; null otherwise. */
  tryAgain: (() => void) | null;
};

/** Starts the import when it is due, follows it and returns what to display. Ignores unknown statuses. */
export function useLegacyImport(): LegacyImportView {
  const client = useQueryClient();
  const { data, refetch } = useQuery(activationQuery);
  const { isStarted, wasRequested } = useLegacyImportState();
  const { mutate: start, isPending } = useMutation({
    // Starts the import of photos uploaded before there was a library [ACT-05].
    mutationFn: () => explainInvalid(call(activate, {}), INVALID_ACTIVATION),
    meta: { action: 'ACTIVATE_LIBRARY', answers: activationQuery.queryKey, invalidates: [] },
  });
  const { isWaiting } = useImportEvents(refetch);
  const showResult = useResultToast();

  const follow = useEffectEvent(({ status, lastImport }: Activation) => {
    const before = useLegacyImportState.getState();
    useLegacyImportState.setState({ lastStatus: status });
    if (status === 'IMPORTING') useLegacyImportState.setState({ isStarted: true });
    else if (!isWaiting()) useLegacyImportState.setState({ isStarted: false });
    if (status === 'NOT_ACTIVE' && !before.wasRequested) {
      useLegacyImportState.setState({ wasRequested: true });
      start();
    }
    if (status !== 'ACTIVE' || before.lastStatus === 'ACTIVE') return;
    if (isBeforeImport(before.lastStatus) && lastImport) showResult(lastImport);
    void makeStale(client, LIBRARY_TAGS);
  });
  useEffect(() => {
    if (data) follow(data);
  }, [data]);

  const isStopped = data?.status === 'NOT_ACTIVE' && wasRequested && !isPending && !isStarted;
  return { isImporting: isStarted, progress: progressOf(data), tryAgain: isStopped ? () => start() : null };
}

/** Whether an import was due or running; a short one may never be observed running. */
const isBeforeImport = (status: string | null) => status === 'NOT_ACTIVE' || status === 'IMPORTING';

/** Progress of a running import, or 100% for a finished one that is still displayed. */
function progressOf({ progress, lastImport }: Partial<Activation> = {}): ImportProgress | undefined {
  if (progress || !lastImport) return progress;
  const { imported, failed } = lastImport;
  return { total: imported + failed, imported, failed };
}

/**
 * Follows an import by push, with polling as a fallback. Ten seconds after its end the status is refreshed, and only then does
 * the progress disappear [ACT-08, ACT-09]. `isWaiting` tells whether that is still pending.
 */
function useImportEvents(refresh: () => Promise<unknown>): { isWaiting(): boolean } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  usePush('import-error', () => useLegacyImportState.setState({ isStarted: false }));
  usePush('import-finished', () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      await refresh();
      timer.current = undefined;
      useLegacyImportState.setState({ isStarted: false });
    }, ACTIVATION_REFRESH_MS);
  });
  return { isWaiting: () => timer.current !== undefined };
}

/** Announces the result of an import, with a link to the photos that failed. */
function useResultToast(): (result: NonNullable<Activation['lastImport']>) => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return ({ imported, failed }) => {
    if (failed === 0) return void showToast({ message: t('activation.finished', { count: imported }) });
    const run = () => void navigate({ to: '/my-photos/earlier-photos' });
    showToast({
      message: t('activation.failed', { count: failed }),
      tone: 'failure',
      action: { label: t('activation.which'), run },
    });
  };
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
