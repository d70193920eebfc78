import net from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';
import { createEcho, type Notify } from './echo.ts';
import { VERSION } from './schema-version.ts';

export type Subscription = {
  channel: string;
  onMessage: (payload: string) => void;
  /** Messages were lost while the connection was down. */
  onReconnect?: () => void;
};

/** Listens to the notifications that the database sends to its nodes. */
export type DatabaseListener = {
  /** Once it resolves, every message on the channel arrives. */
  listen(subscription: Subscription): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  /** Address of the database itself: a pooler delivers no notifications. */
  url: string;
  /** How this node sends its own messages. */
  notify: Notify;
  log: Logger;
  /** How often the connection is tried, and how long the database has to answer. */
  tryMs?: number;
  answerMs?: number;
};

const TRY_MS = 10_000;
const ANSWER_MS = 5_000;
/** Pauses between attempts to reconnect. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Listens to all NOTIFY channels on one connection, and reconnects after failures until closed. A connection that only listens
 * would never notice that the other end is gone, so every few seconds the node sends itself a message: if it does not arrive, the
 * connection is cut and made anew.
 */
export async function openListener(options: Options): Promise<DatabaseListener> {
  const { notify, log, tryMs = TRY_MS, answerMs = ANSWER_MS } = options;
  const echo = createEcho(notify);
  const subscriptions: Subscription[] = [{ channel: echo.channel, onMessage: echo.receive }];
  const lasting = await keepConnected(
    () => connect({ ...options, answerMs }, subscriptions),
    () => {
      for (const { onReconnect } of subscriptions) onReconnect?.();
    },
  );
  async function tryConnection(): Promise<void> {
    const tried = lasting.connection();
    if (!tried) return;
    // Null if the message could not be sent, which says nothing about this connection.
    const isReturned = await echo.isReturned(answerMs).catch(() => null);
    if (isReturned || tried !== lasting.connection()) return;
    if (isReturned === null) return void (await tried.client.query('select 1').catch(tried.cut));
    log.warn('the listening connection receives nothing and is made anew');
    tried.cut();
  }
  const trying = setInterval(tryConnection, tryMs).unref();
  return {
    async listen(subscription) {
      subscriptions.push(subscription);
      // One that is being made listens to it as well.
      const connection = lasting.connection();
      if (connection) await listenTo(connection.client, subscription.channel);
    },
    async close() {
      clearInterval(trying);
      await lasting.close();
    },
  };
}

/** Keeps a connection until closed; one that ends is made anew, and `onReconnect` is called. */
async function keepConnected(make: () => Promise<Connection>, onReconnect: () => void) {
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  let current: Connection | null = await open();

  async function open(): Promise<Connection> {
    const made = await make();
    made.client.on('end', () => {
      current = null;
      scheduleReconnect(FIRST_PAUSE_MS);
    });
    return made;
  }
  function scheduleReconnect(pauseMs: number) {
    if (isClosed) return;
    retry = setTimeout(async () => {
      try {
        current = await open();
      } catch {
        return scheduleReconnect(Math.min(pauseMs * 2, LONGEST_PAUSE_MS));
      }
      if (isClosed) await current.client.end();
      else onReconnect();
    }, pauseMs);
  }
  return {
    /** Null while it is being made anew. */
    connection: () => current,
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(retry);
      // A connection that has failed has ended.
      await current?.client.end().catch(() => undefined);
    },
  };
}

type Connection = {
  client: pg.Client;
  /** Ends it without a word to the other side, which may be gone. */
  cut(): void;
};

/** A connection for all subscriptions, including those that are added while it opens or later. */
async function connect(
  { url, log, answerMs }: Options & { answerMs: number },
  subscriptions: readonly Subscription[],
): Promise<Connection> {
  const socket = new net.Socket();
  const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs };
  const client = new pg.Client({
    connectionString: url,
    application_name: `keepsake listen ${VERSION}`,
    stream: () => socket,
    ...limits,
  });
  client.on('notification', ({ channel, payload = '' }) => {
    for (const subscription of subscriptions)
      if (subscription.channel === channel) subscription.onMessage(payload);
  });
  client.on('error', ({ message }) => log.warn({ reason: message }, 'the listening connection failed'));
  try {
    await client.connect();
    for (const { channel } of subscriptions) await listenTo(client, channel);
    return { client, cut: () => void socket.destroy() };
  } catch (error) {
    // A connection that has failed has ended.
    await client.end().catch(() => undefined);
    throw error;
  }
}

const listenTo = (client: pg.Client, channel: string) =>
  client.query(`listen ${client.escapeIdentifier(channel)}`);
