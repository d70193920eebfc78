import { ErrorResponse } from 'oidc-client-ts';
import type { RenewalOutcome } from '#/shared/session.ts';

/** Answers of a provider that mean: this session is over, the customer must sign in. */
const ENDED = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
  'invalid_grant',
]);

/** Only the provider's own word ends a session; a cut network, a 5xx or a 429 leaves it as it was. */
export function outcomeOfFailure(error: unknown): Exclude<RenewalOutcome, 'renewed'> {
  const isEnded = error instanceof ErrorResponse && ENDED.has(error.error ?? '');
  return isEnded ? 'ended' : 'unreachable';
}
