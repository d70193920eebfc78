import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import {
  PUSH_AUTHENTICATE_MS,
  PUSH_LIFETIME_MS,
  PUSH_OK,
  PUSH_SOCKET_PATH,
  PUSH_UNAUTHENTICATED,
  pushAuthenticate,
} from '@keepsake/contracts/push';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import {
  affects,
  type IsAllowedOrigin,
  type Principal,
  type VerifyToken,
  type WatchSessions,
} from './auth.ts';
import { type Clock, startStopwatch } from './clock.ts';
import { reportFailure } from './http/report-failure.ts';
import { Problem } from './problem.ts';
import type { PushHub } from './push.ts';
import { reasonOf, type SecurityLog } from './security-log.ts';
import { parseSentJson } from './sent-json.ts';

type Deps = {
  hub: PushHub;
  verifyToken: VerifyToken;
  watchSessions: WatchSessions;
  security: SecurityLog;
  isAllowedOrigin: IsAllowedOrigin;
  /** The clock by which tokens expire. */
  clock: Clock;
  lifetimeMs?: number;
};

/** Close codes; those of the application range mean a missing or expired token and a connection's end. */
const CLOSE = {
  unauthenticated: PUSH_UNAUTHENTICATED,
  expired: 4408,
  slow: 4413,
  policy: 1008,
  normal: 1000,
  failed: 1011,
} as const;
/** Bytes a client may leave unread before it is disconnected. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Frames a client may send per second, pings included; the only one it needs is `authenticate`. */
const MAX_FRAMES_PER_SECOND = 20;
const PING_MS = 30_000;
/** Per address: a whole office may share one, and reconnect at once after a restart. */
const OPENINGS_PER_MINUTE = 300;

/**
 * The push channel: `authenticate` within five seconds, 'OK', then messages until 30 minutes have passed or the token or session
 * ends.
 */
export function mountPushSocket(
  app: FastifyInstance,
  { isAllowedOrigin, lifetimeMs = PUSH_LIFETIME_MS, ...deps }: Deps,
): void {
  app.get(
    SERVICE_PATHS.push + PUSH_SOCKET_PATH,
    { websocket: true, config: { access: 'customer', budget: { perMinute: OPENINGS_PER_MINUTE } } },
    (socket, request) => {
      const { origin } = request.headers;
      request.log.debug({ route: request.routeOptions.url }, 'a socket opened');
      if (origin && !isAllowedOrigin(origin)) return socket.close(CLOSE.policy);
      serveSocket(socket, request, { ...deps, lifetimeMs });
    },
  );
}

type SocketDeps = Required<Omit<Deps, 'isAllowedOrigin'>>;

function serveSocket(socket: WebSocket, request: FastifyRequest, deps: SocketDeps) {
  const { hub, verifyToken, watchSessions, clock, lifetimeMs } = deps;
  let token: string | undefined;
  let caller: Principal | undefined;
  let unsubscribe = () => {};
  let tokenTimer = setTimeout(() => socket.close(CLOSE.unauthenticated), PUSH_AUTHENTICATE_MS);
  limitLife(socket, lifetimeMs);
  const end = (error: unknown) => endFor(error, socket, request);
  const refuseToken = async (error: unknown) => {
    if (!end(error)) return;
    const route = request.routeOptions.url;
    await deps.security.record('token-refused', { request, route, reason: reasonOf(error) });
  };

  async function authenticate(given: string) {
    token = given;
    const principal = await verifyToken(given);
    if (socket.readyState !== socket.OPEN) return;
    if (caller && caller.customerId !== principal.customerId) return socket.close(CLOSE.policy);
    clearTimeout(tokenTimer);
    const leftMs = principal.expiresAt * 1000 - clock().getTime();
    tokenTimer = setTimeout(() => socket.close(CLOSE.expired), leftMs);
    if (!caller) unsubscribe = hub.subscribe(principal.customerId, (text) => send(socket, text));
    caller = principal;
    socket.send(PUSH_OK);
  }
  // A session that ends while its token is being verified has no caller yet.
  const unwatch = watchSessions((ended) => {
    const isOwn = !caller || ended === null || affects(ended, caller);
    if (token !== undefined && isOwn) verifyToken(token).catch(end);
  });
  readTokens(socket, (given) => authenticate(given).catch(refuseToken).catch(end));
  socket.on('close', () => {
    unsubscribe();
    unwatch();
    clearTimeout(tokenTimer);
  });
}

function send(socket: WebSocket, text: string): void {
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.close(CLOSE.slow);
  else socket.send(text);
}

/** Ends a socket whose token is bad, or could not be verified, which is a failure of ours; returns whether it is bad. */
function endFor(error: unknown, socket: WebSocket, request: FastifyRequest): boolean {
  const isRefusal = error instanceof Problem && error.status < 500;
  if (!isRefusal) reportFailure(request, error, 'a web socket failed');
  socket.close(isRefusal ? CLOSE.unauthenticated : CLOSE.failed);
  return isRefusal;
}

/** Keeps a connection alive up to its maximum lifetime. */
function limitLife(socket: WebSocket, lifetimeMs: number): void {
  const lifeTimer = setTimeout(() => socket.close(CLOSE.normal), lifetimeMs);
  const pingTimer = setInterval(() => socket.ping(), PING_MS);
  socket.on('close', () => {
    clearTimeout(lifeTimer);
    clearInterval(pingTimer);
  });
}

/** Calls back with the token of each `authenticate` frame. A client that sends too many frames is disconnected. */
function readTokens(socket: WebSocket, onToken: (token: string) => void): void {
  const isTooFast = countFrames();
  socket.on('message', (data, isBinary) => {
    const given = isBinary ? undefined : tokenOf(String(data));
    if (isTooFast()) socket.close(CLOSE.policy);
    else if (given !== undefined) onToken(given);
  });
  socket.on('ping', () => {
    if (isTooFast()) socket.close(CLOSE.policy);
  });
}

/** The token of an `authenticate` frame. Other frames are ignored. */
function tokenOf(text: string): string | undefined {
  try {
    return pushAuthenticate.parse(parseSentJson(text)).token;
  } catch {
    return undefined;
  }
}

/** Counts frames; the returned function tells whether the client sends too many. */
function countFrames(): () => boolean {
  const elapsed = startStopwatch();
  let second = 0;
  let frames = 0;
  return () => {
    const now = Math.floor(elapsed() / 1_000);
    frames = now === second ? frames + 1 : 1;
    second = now;
    return frames > MAX_FRAMES_PER_SECOND;
  };
}
