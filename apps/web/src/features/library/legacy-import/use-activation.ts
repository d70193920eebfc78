import type { Activation, ImportProgress } from '@keepsake/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { PHOTO_TAGS } from '#/shared/api/photo-tags.ts';
import type { QueryTag } from '#/shared/api/query-tags.ts';
import { activationQuery } from '#/shared/legacy-import/activation-query.ts';
import { useActivationState } from './activation-state.ts';
import { startActivation } from './start-activation.ts';
import { useImportNews } from './use-import-news.ts';
import { useTellResult } from './use-tell-result.ts';

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
