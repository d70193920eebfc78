import type { Access, Endpoint } from '@keepsake/contracts/platform/endpoint';
import type { ProblemCode } from '@keepsake/contracts/platform/problem';
import type { FastifyRequest } from 'fastify';
import { IS_TEST } from '../is-test.ts';
import { Problem } from '../problem.ts';
import { reportFailure } from './report-failure.ts';

/** Any call may be answered so. */
const ALWAYS: readonly ProblemCode[] = [
  'invalid-request',
  'too-many-requests',
  'unexpected',
  'unavailable',
  'storage-full',
];

/** What refuses callers before the handler, or in it for phones, whose tokens it verifies. */
const OF_ACCESS: Record<Access, readonly ProblemCode[]> = {
  public: [],
  phone: ['unauthenticated'],
  service: ['unauthenticated', 'forbidden'],
  customer: ['unauthenticated', 'token-not-accepted', 'account-deleted', 'account-blocked'],
};

/** The codes of all problems that a call may be answered with: those its contract declares, and those that follow from the rest. */
export function problemsOf(endpoint: Endpoint): ReadonlySet<ProblemCode> {
  return new Set([...impliedProblems(endpoint), ...(endpoint.problems ?? [])]);
}

/** Those that follow from what else the contract says of a call. */
export function impliedProblems(endpoint: Endpoint): ProblemCode[] {
  const { access, params, query, body, file, download, recentSignIn, idempotencyKey } = endpoint;
  const { isForBusiness, isForSetUp, isHeldAfterRestore } = endpoint;
  const isPaged = query && 'shape' in query && 'cursor' in (query.shape as object);
  const isSent = body !== undefined || file !== undefined;
  return [
    ...ALWAYS,
    ...OF_ACCESS[access],
    ...some(access === 'customer' && !isForSetUp, 'second-factor-required'),
    ...some(isForBusiness, 'business-only'),
    ...some(recentSignIn, 'recent-sign-in-required'),
    ...some(params, 'not-found'),
    ...some(isPaged, 'invalid-cursor'),
    ...some(isSent, 'too-large', 'unsupported-media-type'),
    ...some(download, 'range-not-satisfiable'),
    ...some(idempotencyKey, 'conflict'),
    ...some(isHeldAfterRestore, 'held-after-restore'),
  ];
}

const some = (condition: unknown, ...codes: ProblemCode[]) => (condition ? codes : []);

/** Runs a handler. A problem that its call does not declare fails tests; elsewhere it is reported, and answered as it is. */
export async function requireDeclared<Answer>(
  endpoint: Endpoint,
  request: FastifyRequest,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await handle();
  } catch (error) {
    if (!(error instanceof Problem) || problemsOf(endpoint).has(error.code)) throw error;
    const fault = `${endpoint.name} does not declare the problem ${error.code}`;
    if (IS_TEST) throw new Error(fault, { cause: error });
    reportFailure(request, error, fault);
    throw error;
  }
}
