import type { ProblemCode } from '@keepsake/contracts';

/** What went wrong on this side, without an answer of the server that says it. */
type LocalCode = 'network' | 'timeout' | 'invalid-response';

type Facts = {
  /** HTTP status; 0 when no answer came. */
  status: number;
  url: string;
  code: ProblemCode | LocalCode | (string & {});
  correlationId: string;
  /** Name of the endpoint in the contract, for reports: it contains no ids. */
  endpoint: string;
};

/** The one error of every call: a status that is not ok, an answer that breaks its schema, or no answer [API-09]. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly url: string;
  readonly code: Facts['code'];
  readonly correlationId: string;
  readonly endpoint: string;

  constructor(facts: Facts, options?: ErrorOptions) {
    super(`${facts.endpoint}: ${facts.code} (${facts.status})`, options);
    this.status = facts.status;
    this.url = facts.url;
    this.code = facts.code;
    this.correlationId = facts.correlationId;
    this.endpoint = facts.endpoint;
  }
}

/** Whether the resource does not exist, or not for this customer. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof ApiProblem) || isLibraryHidden(error)) return false;
  return error.status === 404 || error.status === 403 || error.code === 'invalid-request';
}

/** Whether the customer's library is hidden until they place an order. */
export function isLibraryHidden(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'library-hidden';
}

/** Whether the customer's account was deleted: during the days of grace every call is answered so. */
export function isAccountDeleted(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === ('account-deleted' satisfies ProblemCode);
}

/** Whether the operator has this customer sign in with a second factor: every call but those that set one up is answered so. */
export function isSecondFactorRequired(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === ('second-factor-required' satisfies ProblemCode);
}

/** Whether the customer signed in too long ago for this call, and would rather not do so again. */
export function isSignInTooOld(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === ('recent-sign-in-required' satisfies ProblemCode);
}

/** Whether the server takes no tokens of this kind, so that the same customer would be refused again. */
export function isNotAccepted(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === ('token-not-accepted' satisfies ProblemCode);
}

/** Whether the failure may pass: no answer, a busy or a failing server. */
export function isTemporaryProblem(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/** Whether an answer came, but not as its schema says. */
export function isInvalidAnswer(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'invalid-response';
}

/** Fails with this message when an answer does not match its schema: the specification words that by the call. */
export async function explainInvalid<Answer>(answer: Promise<Answer>, message: string): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!isInvalidAnswer(error)) throw error;
    throw new Error(message, { cause: error });
  }
}
