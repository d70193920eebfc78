import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { PUSH_MAX_FRAME_BYTES, PUSH_SOCKET_PATH } from '@keepsake/contracts/push';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { MINUTE_MS } from '../clock.ts';
import { newId } from '../ids.ts';
import { networkOf } from '../network.ts';
import { Problem } from '../problem.ts';
import { answerNotFound, answerProblem, keepFailuresFromActing } from './answer-problem.ts';
import { offerCompression } from './compression.ts';
import { RequestCounts } from './count-requests.ts';
import { endConnections } from './end-connections.ts';
import { acceptOnlyJson } from './json-bodies.ts';
import { limitBodyTime } from './limit-body-time.ts';
import { refuseHeads } from './refuse-heads.ts';
import { createRefusal, UnknownExpectation } from './refuse-unread.ts';
import { FailureLog, logAnswers, reportFailure } from './report-failure.ts';
import { requireAccess } from './route-access.ts';
import { requireBudgets } from './route-budgets.ts';
import { addSecurityHeaders, type PolicySources } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The calling customer once the token is verified, for the log only. */
    customerId: CustomerId | null;
  }
}

type Options = {
  log: Logger;
  /** Addresses of the proxies in front, separated by commas; null trusts no X-Forwarded-* header. */
  trustProxy: string | null;
  policySources: PolicySources;
  /** Requests per minute and client address; routes with a lower limit set it themselves. */
  requestsPerMinute: number;
  /** How long a body may take, in milliseconds. */
  bodyMs?: number;
  /** How long calls in progress may take when the server closes, in milliseconds. */
  drainMs?: number;
};

/** A socket that does not acknowledge the close, such as that of a sleeping computer, is ended after `closeTimeout`. */
const SOCKETS = { maxPayload: PUSH_MAX_FRAME_BYTES, perMessageDeflate: false, closeTimeout: 2_000 };

/** The contract validates routes, so Fastify's own schema compilers, 4 MB, are not even loaded. */
const WITHOUT_SCHEMAS = { buildValidator: refuseSchemas, buildSerializer: refuseSchemas };
function refuseSchemas() {
  return () => {
    throw new Error('a route has a JSON schema: give it an endpoint of the contract instead');
  };
}

type Refuse = (error: Error, socket: Socket) => Promise<void>;

/** The HTTP server with what all answers share: correlation id, problem+json, security headers, limits, timeouts. */
export async function createServer(options: Options): Promise<FastifyInstance> {
  const refuseUnread = createRefusal(UNREADABLE, CORRELATION_HEADER);
  const refuse: Refuse = async (error, socket) => {
    if (!endUnreadable(socket)) await refuseUnread(app, error, socket);
  };
  const app = createBareServer(options, refuse);
  app.decorateRequest('customerId', null);
  const { endUnreadable } = endConnections(app, options.drainMs);
  app.server.on('checkExpectation', ({ socket }) => void refuse(new UnknownExpectation(), socket));
  app.addHook('onRequest', async (request, reply) => void reply.header(CORRELATION_HEADER, request.id));
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler(answerNotFound);
  keepFailuresFromActing(app);
  acceptOnlyJson(app);
  refuseHeads(app);
  refuseNul(app);
  limitBodyTime(app, options.bodyMs);
  dropWithoutAddress(app);
  logAnswers(app);
  await addSecurityHeaders(app, options.policySources);
  requireAccess(app);
  requireBudgets(app);
  await app.register(rateLimit, {
    max: options.requestsPerMinute,
    timeWindow: MINUTE_MS,
    store: RequestCounts,
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: tooMany,
  });
  await offerCompression(app);
  await app.register(websocket, { options: SOCKETS, errorHandler: endFailedSocket });
  app.websocketServer.on('wsClientError', (error, socket) => void refuseUnread(app, error, socket as Socket));
  refuseUnreadableAddresses(app);
  return app;
}

/** Fastify with its limits; `refuse` answers what Node cannot read. */
function createBareServer({ log, trustProxy }: Options, refuse: Refuse): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    logController: new FailureLog(),
    genReqId: (request) => correlationIdOf(request.headers),
    trustProxy: trustProxy ?? false,
    requestTimeout: 10 * MINUTE_MS,
    connectionTimeout: 2 * MINUTE_MS,
    keepAliveTimeout: 72_000,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 2_048, ignoreTrailingSlash: true },
    http: {
      maxHeaderSize: 24 * 1024,
      headersTimeout: 20_000,
      shouldUpgradeCallback: isForPush,
      requireHostHeader: false,
    },
    frameworkErrors: passToRefusal,
    clientErrorHandler: (error, socket) => void refuse(error, socket),
    schemaController: { compilersFactory: WITHOUT_SCHEMAS },
  }) as unknown as FastifyInstance;
}

/**
 * Reads each connection's address while it is there: once it is cut, nobody knows it, and every limit counts by it. One that is
 * cut before that has nobody to answer.
 */
function dropWithoutAddress(app: FastifyInstance): void {
  app.server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) socket.destroy();
  });
}

/** The only address that speaks WebSocket. Elsewhere an upgrade is ignored, and the request answered as usual. */
function isForPush({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && url.split('?', 1)[0] === SERVICE_PATHS.push + PUSH_SOCKET_PATH;
}

function tooMany(_request: unknown, context: { ttl: number }) {
  return Object.assign(new Error('Too many requests'), {
    statusCode: 429,
    retryAfterSeconds: Math.ceil(context.ttl / 1000),
  });
}

/** Carries the id that links a failure on the screen to its log lines (API-07). */
const CORRELATION_HEADER = 'X-CorrelationId';

/** The caller's correlation id if it is plausible, otherwise a new one. */
function correlationIdOf(headers: IncomingHttpHeaders): string {
  const given = headers[CORRELATION_HEADER.toLowerCase()];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : newId();
}

/** Failures of clients and networks: frames too large or malformed, broken connections. */
const CLIENT_FAILURE = /^(WS_ERR_|ECONNRESET$|EPIPE$|ETIMEDOUT$)/;

/** Closes a failed web socket. Failures of the client or its network are not our errors. */
function endFailedSocket(error: Error & { code?: string }, socket: WebSocket, request: FastifyRequest): void {
  const { code = '' } = error;
  if (CLIENT_FAILURE.test(code)) request.log.debug({ code, reason: error.message }, 'a web socket failed');
  else reportFailure(request, error, 'a web socket failed');
  // After a bad frame the library itself sends the appropriate close code.
  if (!code.startsWith('WS_ERR_')) socket.terminate();
}

/** Stands in for addresses that cannot be read; no link leads here. */
const UNREADABLE = '/.unreadable-address';

/**
 * Addresses the router cannot read (`/%ff`, a parameter of more than 2,048 characters) reach no hook, so the answer would lack
 * the correlation id and the security headers. They are routed here instead and refused like any other request.
 */
function refuseUnreadableAddresses(app: FastifyInstance): void {
  app.all(UNREADABLE, { config: { access: 'public', budget: 'usual' } }, async () => {
    throw new Problem('invalid-request', { detail: 'The address cannot be read' });
  });
}

/** Fastify's `frameworkErrors` for a server with `refuseUnreadableAddresses`. */
function passToRefusal(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  request.raw.url = UNREADABLE;
  request.server.routing(request.raw, reply.raw);
}

/**
 * Refuses queries and form fields with NUL, which PostgreSQL cannot store, at every door: pages, calls and the identity provider.
 * Paths are checked by their own patterns; in JSON it may stand anywhere, so there the database refuses it.
 */
function refuseNul(app: FastifyInstance): void {
  // No earlier: the answer has the headers of every answer, and counts towards the limit of its network.
  app.addHook('preValidation', async ({ url, body }) => {
    if (/\?.*%00/.test(url)) refuse();
    if (typeof body !== 'object' || body === null) return;
    if (Object.values(body).some((value) => typeof value === 'string' && value.includes('\0'))) refuse();
  });
}

function refuse(): never {
  throw new Problem('invalid-request', { detail: 'A text contains NUL, which cannot be stored' });
}
