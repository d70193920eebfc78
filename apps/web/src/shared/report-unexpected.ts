import { hasCode, isUnauthenticated, isUnreached } from './api/api-problem.ts';
import { reportFailure } from './error-reports.ts';

/**
 * Reports `<action>_FAILED` for calls that no query or mutation makes, unless a page shows by itself what is the matter: that
 * something was changed elsewhere, that a code or a session has ended, or that there is no connection [ERR-02].
 */
export function reportUnexpected(action: string, error: unknown): void {
  if (hasCode(error, 'conflict') || isUnauthenticated(error) || isUnreached(error)) return;
  reportFailure(action, error);
}
