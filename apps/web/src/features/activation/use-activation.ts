import type { ImportProgress } from '@keepsake/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { PHOTO_TAGS } from '#/shared/api/photo-tags.ts';
import type { QueryTag } from '#/shared/api/query-tags.ts';
import { useAdding } from '#/shared/uploads/adding.ts';
import { activationQuery, startActivation } from './activation-query.ts';
import { useActivationState } from './activation-state.ts';
import { useImportNews } from './use-import-news.ts';

/** What the library's coming into use changes [ACT-07]. */
const LIBRARY_TAGS: readonly QueryTag[] = [...PHOTO_TAGS, 'Albums', 'SharedAlbums'];

/** Acts on the activation status, and gives how far the import is while one goes on. Unknown statuses change nothing. */
export function useActivation(): { isImporting: boolean; progress?: ImportProgress } {
  const client = useQueryClient();
  const { data, refetch } = useQuery(activationQuery);
  const isStarted = useActivationState((state) => state.isStarted);
  const { mutate: start } = useMutation({
    mutationFn: startActivation,
    meta: { action: 'ACTIVATE_LIBRARY' },
    onSuccess: (answer) => client.setQueryData(activationQuery.queryKey, answer),
  });
  const { isWaiting } = useImportNews(refetch);

  const follow = useEffectEvent((status: string) => {
    const { lastStatus, wasAsked } = useActivationState.getState();
    useActivationState.setState({ lastStatus: status });
    useAdding.setState({ isStopped: status === 'DELETING' });
    if (status === 'IMPORTING') useActivationState.setState({ isStarted: true });
    else if (!isWaiting()) useActivationState.setState({ isStarted: false });
    if (status === 'NOT_ACTIVE' && !wasAsked) {
      useActivationState.setState({ wasAsked: true });
      start();
    }
    if (status !== 'ACTIVE' || lastStatus === 'ACTIVE') return;
    for (const tag of LIBRARY_TAGS) void client.invalidateQueries({ queryKey: [tag] });
  });
  const status = data?.status;
  useEffect(() => {
    if (status) follow(status);
  }, [status]);
  useEffect(() => () => useAdding.setState({ isStopped: false }), []);

  return { isImporting: isStarted, progress: data?.progress };
}
