import pg from 'pg';
import type { Logger } from 'pino';
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

type Options = { url: string; log: Logger };

/** How often the listening connection is probed, and how long the database has to answer. */
const TRY_MS = 10_000;
const ANSWER_MS = 5_000;
/** Pauses between attempts to reconnect. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Listens to all NOTIFY channels on one connection, and reconnects after failures until closed. A connection that only listens
 * would never notice that the other end is gone, so it is probed every few seconds.
 */
export async function openListener({ url, log }: Options): Promise<DatabaseListener> {
  const subscriptions: Subscription[] = [];
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  let client = await open();

  async function open(): Promise<pg.Client> {
    const fresh = await connect({ url, log }, subscriptions);
    fresh.on('end', () => scheduleReconnect(FIRST_PAUSE_MS));
    return fresh;
  }
  function scheduleReconnect(pauseMs: number) {
    if (isClosed) return;
    retry = setTimeout(async () => {
      try {
        client = await open();
      } catch {
        return scheduleReconnect(Math.min(pauseMs * 2, LONGEST_PAUSE_MS));
      }
      if (isClosed) return await client.end();
      for (const { onReconnect } of subscriptions) onReconnect?.();
    }, pauseMs);
  }
  const trying = setInterval(() => client.query('select 1').catch(() => client.end()), TRY_MS).unref();
  return {
    async listen(subscription) {
      subscriptions.push(subscription);
      await listenTo(client, subscription.channel);
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      clearInterval(trying);
      // A connection that has failed has ended.
      await client.end().catch(() => undefined);
    },
  };
}

/** A connection for all subscriptions, including those that are added while it opens or later. */
async function connect({ url, log }: Options, subscriptions: readonly Subscription[]): Promise<pg.Client> {
  const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS };
  const client = new pg.Client({
    connectionString: url,
    application_name: `keepsake listen ${VERSION}`,
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
    return client;
  } catch (error) {
    // A connection that has failed has ended.
    await client.end().catch(() => undefined);
    throw error;
  }
}

const listenTo = (client: pg.Client, channel: string) =>
  client.query(`listen ${client.escapeIdentifier(channel)}`);
