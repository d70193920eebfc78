import type { ProblemCode } from '@keepsake/contracts';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import type { Reason } from '../queue/import-item.ts';
import type { Pause } from '../queue/import-queue.ts';

export type Remedy =
  /** Everything waits, however long it takes. */
  | { type: 'wait'; pause: Pause }
  /** This file is tried again a few times. */
  | { type: 'again' }
  | { type: 'give-up'; reason: Reason };

/** Gateways answer these for a server that is on its way back. */
const AWAY: readonly number[] = [502, 503, 504];

const REASONS: Partial<Record<ProblemCode, Reason>> = {
  'not-a-photo': 'not-a-photo',
  'too-large': 'too-large',
  'storage-full': 'storage-full',
};
/** The upload is not where it was thought to be; asking for its state, or beginning anew, heals that. */
const MISPLACED: readonly string[] = [
  'locked',
  'conflict',
  'upload-incomplete',
  'upload-gone',
  'not-found',
  'client-closed',
];

/** What to do about a failure. Failures that are no answer of ours are unexpected. */
export function remedyOf(error: unknown): Remedy {
  if (!(error instanceof ApiProblem)) return { type: 'give-up', reason: 'unexpected' };
  const { status, code } = error;
  const reason = REASONS[code as ProblemCode];
  if (reason) return { type: 'give-up', reason };
  if (status === 0) return { type: 'wait', pause: 'connection' };
  if (status === 401) return { type: 'wait', pause: 'session' };
  if (status === 429 || AWAY.includes(status)) return { type: 'wait', pause: 'busy' };
  if (status >= 500 || MISPLACED.includes(code)) return { type: 'again' };
  return { type: 'give-up', reason: 'unexpected' };
}
