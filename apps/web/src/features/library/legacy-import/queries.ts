import { type Activation, activate, getFailedImports } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';
import { explainAnswer } from '#/shared/legacy-import.ts';

/** Earlier photos that could not be imported. */
export const failedImportsQuery = queryOptions({
  queryKey: ['User', 'failed-imports'],
  meta: { action: 'LOAD_FAILED_IMPORTS' },
  queryFn: ({ signal }) => call(getFailedImports, {}, { signal }),
});

/** Starts the import of photos uploaded before there was a library [ACT-05]. */
export function startLegacyImport(): Promise<Activation> {
  return explainAnswer(call(activate, {}));
}
