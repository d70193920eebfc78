import { type Activation, getActivation } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiProblem } from './api/api-problem.ts';
import { call } from './api/call.ts';

/** Polling interval while an import or a deletion runs [ACT-06], in milliseconds. */
const POLL_MS = 4_000;
const RUNNING = ['IMPORTING', 'DELETING'];

/** The activation status of the library [ACT-04]. */
export const activationQuery = queryOptions({
  queryKey: ['User', 'activation'],
  meta: { action: 'LOAD_ACTIVATION' },
  queryFn: ({ signal }) => explainAnswer(call(getActivation, {}, { signal })),
  refetchInterval: ({ state }) => (RUNNING.includes(state.data?.status ?? '') ? POLL_MS : false),
});

/** An answer that fails its schema says so in the specification's words [ACT-10]. */
export async function explainAnswer(answer: Promise<Activation>): Promise<Activation> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'invalid-response') throw error;
    throw new Error('Failed to parse response!', { cause: error });
  }
}
