import {
  getExport,
  getExportChunkUrl,
  type PhotoExport,
  requestExport as requestExportEndpoint,
} from '@keepsake/contracts/library/exports';
import { queryOptions } from '@tanstack/react-query';
import { explainInvalid } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    Exports: unknown;
  }
}

/** One export, its chunks sorted [EXP-29, EXP-31]. */
export const exportQuery = (exportId: string) =>
  queryOptions({
    queryKey: ['Exports', exportId],
    meta: { action: 'LOAD_EXPORT' },
    queryFn: async ({ signal }) =>
      withSortedChunks(await parsed(call(getExport, { params: { backupId: exportId } }, { signal }))),
  });

function withSortedChunks(found: PhotoExport): PhotoExport {
  if (found.status !== 'READY') return found;
  return { ...found, chunks: found.chunks.toSorted((a, b) => a.iteration - b.iteration) };
}

/** Requests an export of the whole library [EXP-30]. Throws if it has already failed [EXP-11]. */
export async function requestExport(
  channel: string,
  press: { idempotencyKey: string },
): Promise<PhotoExport> {
  const requested = await parsed(call(requestExportEndpoint, { body: { channel } }, press));
  if (requested.status === 'FAILED') throw new Error('Unable to generate backup request!');
  return requested;
}

/** Address of one zip of an export [EXP-32]. */
export const fetchChunkUrl = async (exportId: string, iteration: number): Promise<string> =>
  (await parsed(call(getExportChunkUrl, { params: { backupId: exportId, iteration } }))).url;

/** Uses the specification's message for a response that violates its schema [EXP-12]. */
const parsed = <Answer>(answer: Promise<Answer>) => explainInvalid(answer, 'Unable to parse response!');
