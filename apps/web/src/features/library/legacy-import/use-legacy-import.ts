import { ACTIVATION_REFRESH_MS, type Activation, type ImportProgress } from '@keepsake/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PHOTO_TAGS, type QueryTag } from '#/shared/api/query-tags.ts';
import { activationQuery } from '#/shared/legacy-import.ts';
import { usePush } from '#/shared/push.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useActivationState } from './legacy-import-state.ts';
import { startActivation } from './queries.ts';

/** What the library's coming into use changes [ACT-07]. */
const LIBRARY_TAGS: readonly QueryTag[] = [...PHOTO_TAGS, 'Albums', 'SharedAlbums'];

type Shown = {
  isImporting: boolean;
  progress?: ImportProgress;
  /** Starts an import again that was given up, or could not be started; null while there is none. */
  tryAgain: (() => void) | null;
};

/** Acts on the activation status, and gives what is to be shown of it. Unknown statuses change nothing. */
export function useActivation(): Shown {
  const client = useQueryClient();
  const { data, refetch } = useQuery(activationQuery);
  const { isStarted, wasAsked } = useActivationState();
  const { mutate: start, isPending } = useMutation({
    mutationFn: startActivation,
    meta: { action: 'ACTIVATE_LIBRARY' },
    onSuccess: (answer) => client.setQueryData(activationQuery.queryKey, answer),
  });
  const { isWaiting } = useImportNews(refetch);
  const tellResult = useTellResult();

  const follow = useEffectEvent(({ status, lastImport }: Activation) => {
    const { lastStatus, wasAsked: wasAskedBefore } = useActivationState.getState();
    useActivationState.setState({ lastStatus: status });
    if (status === 'IMPORTING') useActivationState.setState({ isStarted: true });
    else if (!isWaiting()) useActivationState.setState({ isStarted: false });
    if (status === 'NOT_ACTIVE' && !wasAskedBefore) {
      useActivationState.setState({ wasAsked: true });
      start();
    }
    if (status !== 'ACTIVE' || lastStatus === 'ACTIVE') return;
    if (isImportAhead(lastStatus) && lastImport) tellResult(lastImport);
    for (const tag of LIBRARY_TAGS) void client.invalidateQueries({ queryKey: [tag] });
  });
  useEffect(() => {
    if (data) follow(data);
  }, [data]);

  const isStopped = data?.status === 'NOT_ACTIVE' && wasAsked && !isPending && !isStarted;
  return { isImporting: isStarted, progress: progressOf(data), tryAgain: isStopped ? () => start() : null };
}

/** A short import is over before anybody sees it going on. */
const isImportAhead = (status: string | null) => status === 'NOT_ACTIVE' || status === 'IMPORTING';

/** Of an import that ended, while its progress is still shown, all of it. */
function progressOf({ progress, lastImport }: Partial<Activation> = {}): ImportProgress | undefined {
  if (progress || !lastImport) return progress;
  const { imported, failed } = lastImport;
  return { total: imported + failed, imported, failed };
}

/**
 * Hears how an import goes. Ten seconds after its end the status is asked for again, and only then the progress is over
 * [ACT-08, ACT-09]; `isWaiting` tells whether that is still to come. Whoever hears nothing has the watcher.
 */
function useImportNews(refresh: () => Promise<unknown>): { isWaiting(): boolean } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  usePush('import-error', () => {
    useActivationState.setState({ isStarted: false });
    void refresh();
  });
  usePush('import-finished', () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      await refresh();
      timer.current = undefined;
      useActivationState.setState({ isStarted: false });
    }, ACTIVATION_REFRESH_MS);
  });
  return { isWaiting: () => timer.current !== undefined };
}

/** Tells how an import ended, and where those that could not be brought in are told by name. */
function useTellResult(): (result: NonNullable<Activation['lastImport']>) => void {
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
