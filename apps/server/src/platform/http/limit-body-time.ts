import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body itself, however long it takes: a photo over a slow line. The caller is verified first. */
    isBodyStreamed?: boolean;
  }
}

/** For at most one megabyte, which a line of 35 kB/s manages in this time. */
const BODY_MS = 30_000;
/** Node's own answer to a request that takes too long. */
const TIMEOUT_ANSWER = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/**
 * Ends connections whose request has not arrived after 30 s, answered or not. The server's own timeout is that of the slowest
 * upload: a byte now and then would keep a connection and what it has sent for ten minutes.
 */
export function limitBodyTime(app: FastifyInstance, bodyMs = BODY_MS): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    // A call within the process (`inject`) has no connection to end.
    if (!(raw.socket instanceof Socket)) return;
    if (raw.complete || !hasBody(request)) return;
    const timer = setTimeout(() => cutOff(request, reply), bodyMs).unref();
    timers.set(request, timer);
    raw.once('close', () => clearTimeout(timer));
  });
  // Refused requests never get this far.
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.isBodyStreamed) clearTimeout(timers.get(request));
  });
}

/** Whether a request announces a body, complete or not. */
export function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function cutOff({ raw, log }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  log.debug('a body took too long');
  if (reply.raw.headersSent) raw.destroy();
  else raw.socket.write(TIMEOUT_ANSWER, () => raw.destroy());
}
