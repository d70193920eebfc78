import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** How long calls in progress may take when the server closes: well below the time allowed for a whole stop. */
const DRAIN_MS = 15_000;

export type Connections = {
  /**
   * Ends a connection from which nothing can be read any more: after the answer in progress, or at once if its call still reads
   * and so would wait for ever. False if no answer is due yet: then it can be refused.
   */
  endUnreadable(socket: Socket): boolean;
};

/** Maximum number of calls named in one log line. */
const NAMED = 20;

/**
 * Ends every connection when the server closes: at once if no call is in progress, with its answer if one is, and after `drainMs`
 * in any case, naming the calls that were cut. Node alone would wait for clients that send half a request, read no answer or keep
 * the connection open after it, and without its own timeouts from then on.
 */
export function endConnections(app: FastifyInstance, drainMs = DRAIN_MS): Connections {
  const connections: Calls = new Map();
  const unreadable = new WeakSet<Socket>();
  let isClosing = false;

  function endIfIdle(socket: Socket) {
    if ((isClosing || unreadable.has(socket)) && connections.get(socket)?.size === 0) socket.destroySoon();
  }
  // Node's own version considers an answer sent while it is still on its way to a slow reader.
  app.server.closeIdleConnections = () => undefined;
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('onRequest', async ({ raw }, reply) => {
    const calls = connections.get(raw.socket);
    calls?.add(reply);
    reply.raw.once('close', () => {
      calls?.delete(reply);
      endIfIdle(raw.socket);
    });
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of connections.keys()) endIfIdle(socket);
    const timer = setTimeout(cut, drainMs, app, connections);
    app.server.once('close', () => clearTimeout(timer));
    done();
  });
  return {
    endUnreadable(socket) {
      const replies = [...(connections.get(socket) ?? [])];
      const reading = replies.filter(({ request }) => !request.raw.complete);
      const isDue = reading.length === 0 ? replies.length > 0 : reading.some(({ raw }) => raw.headersSent);
      if (isDue) unreadable.add(socket);
      if (isDue && reading.length > 0) socket.destroy();
      return isDue;
    },
  };
}

/** The calls in progress on each connection. */
type Calls = Map<Socket, Set<FastifyReply>>;

function cut(app: FastifyInstance, connections: Calls): void {
  const replies = [...connections.values()].flatMap((calls) => [...calls]);
  const calls = replies.slice(0, NAMED).map(describe);
  app.log.warn({ connections: connections.size, calls }, 'the stop cut connections that did not end');
  for (const socket of connections.keys()) socket.destroy();
}

/** A call by its route, because addresses carry signatures and tokens, and what it was waiting for. */
function describe({ request, raw, elapsedTime }: FastifyReply) {
  const { method, routeOptions } = request;
  const waitsFor = raw.headersSent ? 'its reader' : request.raw.complete ? 'its answer' : 'its body';
  return { method, route: routeOptions.url ?? 'unknown', waitsFor, ms: Math.round(elapsedTime) };
}
