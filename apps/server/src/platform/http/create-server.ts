import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import { PUSH_MAX_FRAME_BYTES } from '@keepsake/contracts';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { Histogram, register } from 'prom-client';
import type { WebSocket } from 'ws';
import { Problem } from '../problem.ts';
import { answerNotFound, answerProblem } from './answer-problem.ts';
import { acceptOnlyJson } from './json-bodies.ts';
import { addContentSecurityPolicy, type PolicySources } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who called, once a token was verified: for the log alone. */
    customerId: string | null;
  }
}

type Options = {
  log: Logger;
  /** Addresses of the proxies in front, separated by commas; null trusts no X-Forwarded-* header. */
  trustProxy: string | null;
  policySources: PolicySources;
  /** Requests a minute and client address; the routes that need less say so themselves. */
  requestsPerMinute: number;
};

/** The HTTP server with what every answer shares: correlation id, problem+json, security headers, limits, time-outs. */
export async function createServer(options: Options): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    genReqId: (request) => correlationIdOf(request.headers),
    trustProxy: options.trustProxy ?? false,
    requestTimeout: 600_000,
    connectionTimeout: 120_000,
    keepAliveTimeout: 72_000,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 2_048, ignoreTrailingSlash: true },
    http: { maxHeaderSize: 24 * 1024, headersTimeout: 20_000 },
    forceCloseConnections: 'idle',
    frameworkErrors: sendToRefusal,
  }) as unknown as FastifyInstance;
  app.decorateRequest('customerId', null);
  app.addHook('onRequest', async (request, reply) => void reply.header(CORRELATION_HEADER, request.id));
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler(answerNotFound);
  acceptOnlyJson(app);
  logRequests(app);
  addContentSecurityPolicy(app, options.policySources);
  await app.register(helmet, { contentSecurityPolicy: false, ...headers(options.policySources) });
  await app.register(rateLimit, {
    max: options.requestsPerMinute,
    timeWindow: 60_000,
    errorResponseBuilder: tooMany,
  });
  await app.register(websocket, {
    options: { maxPayload: PUSH_MAX_FRAME_BYTES, perMessageDeflate: false },
    errorHandler: endFailedSocket,
  });
  refuseUnreadableAddresses(app);
  return app;
}

function headers({ secureTransport }: PolicySources) {
  return {
    // Sign-in over the page happens in a small window that visits the provider's origin and must find its way back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    crossOriginResourcePolicy: { policy: 'same-site' as const },
    frameguard: { action: 'deny' as const },
    hsts: secureTransport ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
  };
}

function tooMany(_request: unknown, context: { ttl: number }) {
  return Object.assign(new Error('Too many requests'), {
    statusCode: 429,
    retryAfterSeconds: Math.ceil(context.ttl / 1000),
  });
}

/** Carries the id that ties a failure on the screen to its log lines (API-07). */
const CORRELATION_HEADER = 'X-CorrelationId';

/** The caller's correlation id when it is a plausible one, else a new one. */
function correlationIdOf(headers: IncomingHttpHeaders): string {
  const given = headers[CORRELATION_HEADER.toLowerCase()];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

const duration = new Histogram({
  name: 'keepsake_http_request_seconds',
  help: 'Time until an answer was sent, by route pattern',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [register],
});

/** One line and one measurement per answer, named by route pattern: addresses carry signatures and tokens. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1000);
    const line = { ...labels, ms: Math.round(reply.elapsedTime) };
    if (reply.statusCode >= 500) request.log.error(line, 'answered');
    else request.log.debug(line, 'answered');
  });
}

/** Codes of what clients and networks do to sockets: frames too large or malformed, connections that break. */
const THEIRS = /^(WS_ERR_|ECONNRESET$|EPIPE$|ETIMEDOUT$)/;

/** Ends a web socket that failed. What a client or its network did is no failure of ours, so it is no line of the log. */
function endFailedSocket(error: Error & { code?: string }, socket: WebSocket, request: FastifyRequest): void {
  const { code = '' } = error;
  if (THEIRS.test(code)) request.log.debug({ code, reason: error.message }, 'a web socket failed');
  else request.log.error({ err: error }, 'a web socket failed');
  // A bad frame is answered with the close code that says so: the library is about to send it.
  if (!code.startsWith('WS_ERR_')) socket.terminate();
}

/** No link leads here: it stands for addresses that are none. */
const UNREADABLE = '/.unreadable-address';

/**
 * Addresses that the router cannot read (`/%ff`, a parameter of more than 2,048 characters) never reach a hook, and would
 * be answered without correlation id and security headers. They are sent on to a route that refuses them as ours do.
 */
function refuseUnreadableAddresses(app: FastifyInstance): void {
  app.all(UNREADABLE, async () => {
    throw new Problem('invalid-request', { detail: 'The address cannot be read' });
  });
}

/** Fastify's `frameworkErrors` for a server that has `refuseUnreadableAddresses`. */
function sendToRefusal(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  request.raw.url = UNREADABLE;
  request.server.routing(request.raw, reply.raw);
}
