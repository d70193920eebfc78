import { PROBLEMS, type ProblemBody, type ProblemCode } from '@keepsake/contracts/platform/problem';

type Detail = {
  detail?: string;
  errors?: ProblemBody['errors'];
  cause?: unknown;
  headers?: Record<string, string>;
};

/** A failure that the caller should know: thrown anywhere below a route, answered as RFC 9457 problem+json. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: ProblemBody['errors'];
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, { detail, errors, cause, headers = {} }: Detail = {}) {
    super(detail ?? PROBLEMS[code].title, { cause });
    this.name = 'Problem';
    this.code = code;
    this.errors = errors;
    this.headers = headers;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** The problem of a request with one wrong value, at a place such as `body.channel`. */
export const faultyField = (
  path: string,
  message: string,
  code: 'invalid-request' | 'conflict' = 'invalid-request',
): Problem => new Problem(code, { errors: [{ path, message }] });

/** Body of the answer. Details of our own failures (5xx) go only to the log. */
export function problemBodyOf(problem: Problem, correlationId: string): ProblemBody {
  const { status, title } = PROBLEMS[problem.code];
  const detail = status < 500 && problem.message !== title ? problem.message : undefined;
  return {
    type: `urn:keepsake:problem:${problem.code}`,
    title,
    status,
    code: problem.code,
    detail,
    correlationId,
    errors: problem.errors,
  };
}
