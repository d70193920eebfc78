import {
  getExport,
  getExports,
  type PhotoExport,
  requestExport as requestExportEndpoint,
} from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';

/** The customer's exports of the last days, newest first. */
export const exportsQuery = queryOptions({
  queryKey: ['Exports'],
  queryFn: async ({ signal }) => (await call(getExports, {}, { signal })).items,
});

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

/** Asks for an export of the whole library [EXP-30]; one that has failed already is an error [EXP-11]. */
export async function requestExport(channel: string): Promise<PhotoExport> {
  const asked = await explainAnswer(call(requestExportEndpoint, { body: { channel } }));
  if (asked.status === 'FAILED') throw new Error('Unable to generate backup request!');
  return asked;
}

/** An answer about an export that fails its schema says so in the specification's words [EXP-12]. */
export async function explainAnswer<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'invalid-response') throw error;
    throw new Error('Unable to parse response!', { cause: error });
  }
}
