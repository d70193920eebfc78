import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import { PUSH_MAX_FRAME_BYTES } from '@keepsake/contracts';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { answerNotFound, answerProblem } from './answer-problem.ts';
import { addContentSecurityPolicy, type PolicySources } from './content-security-policy.ts';
import { acceptOnlyJson } from './content-types.ts';
import { CORRELATION_HEADER, correlationIdOf } from './correlation.ts';
import { endFailedSocket } from './failed-sockets.ts';
import { logRequests } from './log-requests.ts';
import { refuseUnreadableAddresses, sendToRefusal } from './unreadable-addresses.ts';

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
