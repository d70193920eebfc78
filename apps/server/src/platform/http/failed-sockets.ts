import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';

/** Codes of what clients and networks do to sockets: frames too large or malformed, connections that break. */
const THEIRS = /^(WS_ERR_|ECONNRESET$|EPIPE$|ETIMEDOUT$)/;

/** Ends a web socket that failed. What a client or its network did is no failure of ours, so it is no line of the log. */
export function endFailedSocket(
  error: Error & { code?: string },
  socket: WebSocket,
  request: FastifyRequest,
): void {
  const { code = '' } = error;
  if (THEIRS.test(code)) request.log.debug({ code, reason: error.message }, 'a web socket failed');
  else request.log.error({ err: error }, 'a web socket failed');
  // A bad frame is answered with the close code that says so: the library is about to send it.
  if (!code.startsWith('WS_ERR_')) socket.terminate();
}
