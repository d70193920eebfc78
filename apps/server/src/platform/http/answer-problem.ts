import type { IncomingMessage } from 'node:http';
import { PROBLEMS, type ProblemCode } from '@keepsake/contracts/platform/problem';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isConnectionFailure } from '../database/errors.ts';
import { DiskFull, isDiskFull } from '../disk-room.ts';
import { StorageFailure } from '../objects/object-store.ts';
import { Problem, problemBodyOf } from '../problem.ts';
import { reportFailure } from './report-failure.ts';

/** What Fastify and its plugins may mean by the status that they fail with; other request errors are `invalid-request`. */
const OF_FRAMEWORK = [
  'forbidden',
  'not-found',
  'method-not-allowed',
  'too-large',
  'unsupported-media-type',
  'range-not-satisfiable',
  'too-many-requests',
  'unavailable',
] as const satisfies readonly ProblemCode[];

/** SQLSTATE of text that PostgreSQL cannot store: NUL, and half a surrogate pair in JSON. */
const UNSTORABLE_TEXT = ['22021', '22P05'];

/** A folder of ours that cannot be written, or a failing disk: both need an operator, and may be temporary. */
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS', 'EIO'];

/** Answers every failure as problem+json. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  return send(judgeFailure(error, request), request, reply);
}

/** The problem behind an error, for error handlers with answers of their own. Reports it if the failure is ours. */
export function judgeFailure(error: unknown, request: FastifyRequest): Problem {
  const problem = problemOf(error, request);
  // Reaching the reserve is logged once, elsewhere.
  if (problem.status >= 500 && !(error instanceof DiskFull)) reportFailure(request, error);
  else request.log.debug({ code: problem.code, detail: problem.message }, 'a request was refused');
  return problem;
}

/** Answers of ours that failed set no cookie and lead nowhere: what they were to act on may not be stored. */
export function keepFailuresFromActing(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode < 500) return;
    reply.removeHeader('set-cookie');
    reply.removeHeader('location');
  });
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  return send(new Problem('not-found'), request, reply);
}

function send(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(problemBodyOf(problem, request.id));
}

function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (hasLeft(request.raw, error)) return new Problem('client-closed', { cause: error });
  const { statusCode = 500, code = '', message } = error as FastifyError;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(request.routeOptions.bodyLimit, error);
  const existing = codeOf(statusCode);
  if (existing)
    return new Problem(existing, { detail: statusCode < 500 ? message : undefined, cause: error });
  if (isDiskFull(error)) return new Problem('storage-full', { cause: error });
  if (UNSTORABLE_TEXT.includes(code)) {
    const detail = 'A text contains NUL or an unpaired surrogate, which cannot be stored';
    return new Problem('invalid-request', { detail, cause: error });
  }
  const isAway = error instanceof StorageFailure || isConnectionFailure(error) || UNWRITABLE.includes(code);
  if (isAway) return new Problem('unavailable', { cause: error, headers: { 'retry-after': '2' } });
  return new Problem('unexpected', { cause: error });
}

/** Undefined for a failure that says nothing. */
function codeOf(statusCode: number): ProblemCode | undefined {
  const isRequestError = statusCode >= 400 && statusCode < 500;
  return (
    OF_FRAMEWORK.find((code) => PROBLEMS[code].status === statusCode) ??
    (isRequestError ? 'invalid-request' : undefined)
  );
}

function bodyTooLarge(limit: number, cause: unknown): Problem {
  const detail = `The body of this request may have up to ${limit} bytes: send a long list in several requests`;
  return new Problem('too-large', { detail, cause });
}

/**
 * Whether a request failed because its client broke off its own connection, which is no failure of ours. The error itself is
 * compared: a broken connection to the database or the store has the same codes.
 */
export function hasLeft({ errored }: IncomingMessage, error: unknown): boolean {
  if (!errored) return false;
  return error === errored || (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
