import { getExport, type PhotoExport } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';
import { explainAnswer } from './explain-answer.ts';

/** An export with its chunks in their order [EXP-29, EXP-31]. */
export const exportQuery = (backupId: string) =>
  queryOptions({
    queryKey: ['Exports', backupId],
    meta: { action: 'LOAD_EXPORT' },
    queryFn: async ({ signal }) =>
      withSortedChunks(await explainAnswer(call(getExport, { params: { backupId } }, { signal }))),
  });

function withSortedChunks(found: PhotoExport): PhotoExport {
  if (found.status !== 'READY') return found;
  return { ...found, chunks: found.chunks.toSorted((a, b) => a.iteration - b.iteration) };
}
