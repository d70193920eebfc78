import { once } from 'node:events';
import net from 'node:net';

/**
 * What a failing server does with a request: refuses it, cuts the connection before or during the answer, is silent before or
 * during the answer, or answers nonsense.
 */
export const FAULTS = [
  'refuse',
  'cut',
  'cut the answer',
  'hang',
  'hang in the answer',
  'answer nonsense',
] as const;
export type Fault = (typeof FAULTS)[number];

type Options = {
  to: net.NetConnectOpts;
  /** The protocol's refusal of a request; without one the connection is reset. */
  refusal?: string;
  nonsense?: string;
  /** What a client gets of what the server sends; begins anew with each connection. */
  pass?: () => (bytes: Buffer) => Buffer;
};
type Failing = {
  fault: Fault;
  /** Matches the first bytes of failing requests; by default all requests, and new connections. */
  when?: RegExp;
  /** How many requests fail. */
  times?: number;
  /** How many of those that match are answered first. */
  after?: number;
};
type Rule = Required<Failing> & { failed: Set<net.Socket> };

export const HTTP_FAULTS = {
  refusal: 'HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
  nonsense:
    'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 20\r\nconnection: close\r\n\r\n<html>Sign in</html>',
};

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/** A port that forwards everything to a server, until it is made to fail as that server might. */
export async function startFaultProxy({ to, refusal, nonsense = 'What?\r\n', pass }: Options) {
  const failing = new Set<Rule>();
  const sockets = new Set<net.Socket>();

  function faultFor(client: net.Socket, bytes: string): Fault | null {
    const rule = failing.values().find(({ when }) => when.test(bytes));
    if (!rule || rule.after-- > 0) return null;
    rule.failed.add(client);
    if (--rule.times === 0) failing.delete(rule);
    return rule.fault;
  }

  const server = net.createServer((client) => {
    const upstream = net.connect(to);
    for (const [socket, other] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    let fault = faultFor(client, '');
    const answer = (text = '') => {
      if (text) client.end(text);
      else client.resetAndDestroy();
    };
    const act = () => {
      if (fault === 'cut') client.resetAndDestroy();
      if (fault === 'refuse') answer(refusal);
      if (fault === 'answer nonsense') answer(nonsense);
    };
    act();
    const isPassedOn = () => fault === null || fault.endsWith('the answer');
    let hasAnswered = false;
    const passed = pass?.() ?? ((bytes: Buffer) => bytes);
    client.on('data', (bytes) => {
      if (!isPassedOn()) return;
      fault ??= faultFor(client, bytes.toString('latin1'));
      if (isPassedOn()) upstream.write(bytes);
      else act();
    });
    upstream.on('data', (bytes: Buffer) => {
      if (fault === null) client.write(passed(bytes));
      else if (!hasAnswered) client.write(bytes.subarray(0, bytes.length / 2));
      hasAnswered = fault !== null;
      if (fault === 'cut the answer') client.destroySoon();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as net.AddressInfo).port,
    /** Fails requests from now on, until `heal`, which also cuts the connections of those left without an answer. */
    fail({ fault, when = /^/, times = Number.POSITIVE_INFINITY, after = 0 }: Failing) {
      const rule = { fault, when, times, after, failed: new Set<net.Socket>() };
      failing.add(rule);
      return {
        failed: () => rule.failed.size,
        heal() {
          failing.delete(rule);
          for (const socket of rule.failed) socket.destroy();
        },
      };
    },
    /** Cuts all connections. */
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    /** Ends at once, like a killed server. */
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const REFUSAL_FIELDS = ['SFATAL', 'C53300', 'Msorry, too many clients already', '', ''].join('\0');
/** PostgreSQL's refusal: an ErrorResponse (protocol 3.0), after which it closes the connection. */
const DATABASE_REFUSAL = `E\0\0\0${String.fromCharCode(REFUSAL_FIELDS.length + 3)}${REFUSAL_FIELDS}`;

/** The same for a database; `url` leads through the proxy. */
export async function startDatabaseProxy(
  databaseUrl: string,
  { pass }: Pick<Options, 'pass'> = {},
): Promise<FaultProxy & { url: string }> {
  const url = new URL(databaseUrl);
  /** The socket of the test run's PostgreSQL, unless it listens on TCP. */
  const folder = url.searchParams.get('host');
  const tcp = { host: url.hostname, port: Number(url.port) };
  const to = folder ? { path: `${folder}/.s.PGSQL.${url.port}` } : tcp;
  const proxy = await startFaultProxy({ to, refusal: DATABASE_REFUSAL, pass });
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return { ...proxy, url: url.href };
}

/** NotificationResponse (protocol 3.0). */
const NOTIFICATION = 'A'.charCodeAt(0);

/** Passes on all that a database sends but notifications, as a pooler that lends connections for a transaction. */
export function withoutNotifications(): (bytes: Buffer) => Buffer {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    const passed: Buffer[] = [];
    rest = Buffer.concat([rest, bytes]);
    // A message has its type, and its length without that.
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      if (rest[0] !== NOTIFICATION) passed.push(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    return Buffer.concat(passed);
  };
}
