import { PROBLEMS } from '@keepsake/contracts/platform/problem';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { Histogram, register } from 'prom-client';
import { isOfOpenCircuit } from '../circuit-breaker.ts';

/** What was reported of each request, so that error handlers that pass a failure on do not report it again (ADR 97). */
const reported = new WeakMap<FastifyRequest, Set<unknown>>();

/**
 * Logs a failure of ours once, at error level, with the correlation id of its request. While a circuit is open there may be
 * thousands for each failure of its service, which was logged when it opened.
 */
export function reportFailure(request: FastifyRequest, error: unknown, message = 'a request failed'): void {
  const failures = reported.get(request) ?? new Set();
  if (failures.has(error)) return;
  reported.set(request, failures.add(error));
  const line = { err: error, ...placeOf(request), customerId: request.customerId };
  if (isOfOpenCircuit(error)) request.log.debug(line, 'a request was refused by an open circuit');
  else request.log.error(line, message);
}

/** An answer of 5xx that does what was asked for, such as saying that this node is not ready, is no failure. */
export const noteExpected = (request: FastifyRequest): void =>
  void reported.set(request, reported.get(request) ?? new Set());

/** Addresses carry signatures and tokens: the route's pattern says enough. */
function placeOf({ method, routeOptions }: FastifyRequest) {
  return { method, route: routeOptions.url ?? 'unknown' };
}

const duration = new Histogram({
  name: 'keepsake_http_request_seconds',
  help: 'Time until an answer was sent, by route pattern',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [register],
});

/** Not our fault, and on a full disk there may be thousands. */
const NO_ROOM = PROBLEMS['storage-full'].status;

/** Measures each answer. A failure that nobody has reported is logged here, though without its cause. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = { ...placeOf(request), status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1000);
    const line = { ...labels, ms: Math.round(reply.elapsedTime) };
    const isFailure = reply.statusCode >= 500 && reply.statusCode !== NO_ROOM;
    if (isFailure && !reported.has(request)) request.log.error(line, 'a request failed');
    else request.log.debug(line, 'answered');
  });
}

/** What Fastify logs by itself. Its lines about every request are off; failures that reach no error handler are reported. */
export class FailureLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' });
  }

  /** Our own error handler failed. */
  override defaultErrorLog(error: Error, request: FastifyRequest): void {
    reportFailure(request, error);
  }

  /** The status had been sent. A client that goes away is no failure of ours. */
  override streamError(error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply): void {
    const isLeft = error.code === 'ERR_STREAM_PREMATURE_CLOSE' || reply.raw.destroyed;
    if (isLeft) request.log.debug({ reason: error.message }, 'the client left before the end of its answer');
    else reportFailure(request, error, 'an answer broke off');
  }
}
