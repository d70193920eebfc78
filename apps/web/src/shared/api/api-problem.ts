import type { ProblemCode } from '@keepsake/contracts/platform/problem';

/** Failures detected in the browser, without an error response from the server. */
type LocalCode = 'network' | 'timeout' | 'invalid-response';

type Details = {
  /** HTTP status; 0 without a response. */
  status: number;
  url: string;
  code: ProblemCode | LocalCode | (string & {});
  correlationId: string;
  /** Name of the endpoint in the contract, for reports: it contains no ids. */
  endpoint: string;
};

/** The only error a call throws: a status that is not ok, a response that violates its schema, or no response [API-09]. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly url: string;
  readonly code: Details['code'];
  readonly correlationId: string;
  readonly endpoint: string;

  constructor(details: Details, options?: ErrorOptions) {
    super(`${details.endpoint}: ${details.code} (${details.status})`, options);
    this.status = details.status;
    this.url = details.url;
    this.code = details.code;
    this.correlationId = details.correlationId;
    this.endpoint = details.endpoint;
  }
}

/** Whether the server answered with this code; a status alone stands for several. */
export const hasCode = (error: unknown, code: ProblemCode): boolean =>
  error instanceof ApiProblem && error.code === code;

/** Whether there is nothing at the address, whoever says so: a retailer's own service may know no codes. */
export const isAbsent = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;

/** Whether anything stored conflicts, whatever the code: for calls of which the specification knows the status alone. */
export const isAnyConflict = (error: unknown): boolean => error instanceof ApiProblem && error.status === 409;

/** Whether the server, or what stands in front of it, has had too many requests. */
export const isTooOften = (error: unknown): boolean => error instanceof ApiProblem && error.status === 429;

/** Whether nobody is signed in any more, as far as the server knows. */
export const isUnauthenticated = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status === 401;

/** Whether the resource does not exist, or is not accessible to this customer. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof ApiProblem) || isLibraryHidden(error)) return false;
  return error.status === 404 || error.status === 403 || error.code === 'invalid-request';
}

/** Whether the customer's library is hidden until they place an order. */
export const isLibraryHidden = (error: unknown): boolean => hasCode(error, 'library-hidden');

/** Whether the customer's account was deleted: during the grace period every call fails this way. */
export const isAccountDeleted = (error: unknown): boolean => hasCode(error, 'account-deleted');

/** Whether the operator requires a second factor of this customer: every call fails this way except those that set one up. */
export const isSecondFactorRequired = (error: unknown): boolean => hasCode(error, 'second-factor-required');

/** Whether the call needs a more recent sign-in and the customer declined to sign in again. */
export const isSignInTooOld = (error: unknown): boolean => hasCode(error, 'recent-sign-in-required');

/** Whether the server rejects this kind of token, so that signing in again would not help. */
export const isNotAccepted = (error: unknown): boolean => hasCode(error, 'token-not-accepted');

/** Whether the failure may be temporary: no response, or a busy or failing server. */
export function isTemporaryProblem(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/** The failed call behind an error, which may be the cause of one that says what was left undone; null if no call failed. */
export function problemOf(error: unknown): ApiProblem | null {
  const causes = error instanceof Error ? [error, error.cause] : [];
  return causes.find((cause) => cause instanceof ApiProblem) ?? null;
}

/** Whether there was no connection to the server. */
export const isUnreached = (error: unknown): boolean => problemOf(error)?.code === 'network';

/** Whether the response violates its schema. */
export const isInvalidAnswer = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'invalid-response';

/** Rethrows a schema violation with this message, because the specification words it per call. */
export async function explainInvalid<Answer>(answer: Promise<Answer>, message: string): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!isInvalidAnswer(error)) throw error;
    throw new Error(message, { cause: error });
  }
}
