import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import { PUSH_MAX_FRAME_BYTES } from '@keepsake/contracts';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { CORRELATION_HEADER, correlationIdOf } from './correlation.ts';
import { answerNotFound, answerProblem } from './answer-problem.ts';
import { acceptOnlyJson } from './content-types.ts';
import { logRequests } from './log-requests.ts';

type Options = {
  log: Logger;
  /** Exact number of proxies in front, or their addresses; false trusts no X-Forwarded-* header. */
  trustProxy: boolean | number | string;
  /** Origins besides 'self' that the pages may talk to: identity provider, object storage, push. */
  connectOrigins: readonly string[];
  secureTransport: boolean;
  /** Requests a minute and client address; the routes that need less say so themselves. */
  requestsPerMinute: number;
};

/** The HTTP server with what every answer shares: correlation id, problem+json, security headers, limits, time-outs. */
export async function createServer(options: Options): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    disableRequestLogging: true,
    genReqId: (request) => correlationIdOf(request.headers),
    trustProxy: options.trustProxy,
    requestTimeout: 600_000,
    connectionTimeout: 120_000,
    keepAliveTimeout: 72_000,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 2_048, ignoreTrailingSlash: true },
    http: { maxHeaderSize: 24 * 1024, headersTimeout: 20_000 },
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance;
  app.addHook('onRequest', async (request, reply) => void reply.header(CORRELATION_HEADER, request.id));
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler(answerNotFound);
  acceptOnlyJson(app);
  logRequests(app);
  await app.register(helmet, { contentSecurityPolicy: contentSecurityPolicy(options), ...headers(options) });
  await app.register(rateLimit, { max: options.requestsPerMinute, timeWindow: 60_000, errorResponseBuilder: tooMany });
  await app.register(websocket, { options: { maxPayload: PUSH_MAX_FRAME_BYTES, perMessageDeflate: false } });
  return app;
}

/** Pages run only what we serve; see docs/security.md. Pages that need another policy set their own header. */
function contentSecurityPolicy({ connectOrigins, secureTransport }: Options) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'blob:', 'data:', ...connectOrigins],
      connectSrc: ["'self'", ...connectOrigins],
      frameSrc: ["'self'", ...connectOrigins],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      objectSrc: ["'none'"],
      ...(secureTransport ? { upgradeInsecureRequests: [] } : {}),
    },
  };
}

function headers({ secureTransport }: Options) {
  return {
    crossOriginOpenerPolicy: { policy: 'same-origin' as const },
    crossOriginResourcePolicy: { policy: 'same-site' as const },
    frameguard: { action: 'deny' as const },
    hsts: secureTransport ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
  };
}

function tooMany(_request: unknown, context: { ttl: number }) {
  return Object.assign(new Error('Too many requests'), { statusCode: 429, retryAfterSeconds: Math.ceil(context.ttl / 1000) });
}
