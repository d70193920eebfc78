import type { QueryClient } from '@tanstack/react-query';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';

/** Counts and months are fetched again no more often than this while photos come in, in milliseconds. */
const REFRESH_MS = 1_000;

/** To be called after each saved photo: makes what shows photos fetch them again, soon and not too often [TL-41]. */
export function createRefresh(queryClient: Pick<QueryClient, 'invalidateQueries'>): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      for (const tag of PHOTO_TAGS) void queryClient.invalidateQueries({ queryKey: [tag] });
    }, REFRESH_MS);
  };
}
