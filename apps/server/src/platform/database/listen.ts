import pg from 'pg';
import type { Logger } from 'pino';

type Options = {
  url: string;
  channel: string;
  log: Logger;
  onMessage: (payload: string) => void;
  onReconnect?: () => void;
};

/** How often a listening connection is tried, and how long the database has to answer. */
const TRY_MS = 10_000;
const ANSWER_MS = 5_000;

/**
 * Listens to a NOTIFY channel on a connection of its own, and reconnects after failures until closed. A connection that
 * only listens would never notice that the other end is gone, so it is tried every few seconds.
 */
export async function listen(options: Options): Promise<{ close(): Promise<void> }> {
  const { url, channel, log, onMessage, onReconnect } = options;
  let isClosed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function connect() {
    const application_name = `keepsake listen ${channel}`;
    const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS };
    client = new pg.Client({ connectionString: url, application_name, ...limits });
    client.on('notification', ({ payload = '' }) => onMessage(payload));
    client.on('error', ({ message }) =>
      log.warn({ reason: message, channel }, 'a listening connection failed'),
    );
    client.on('end', () => scheduleReconnect(500));
    await client.connect();
    await client.query(`listen "${channel}"`);
  }
  function scheduleReconnect(delay: number) {
    if (isClosed || retry) return;
    retry = setTimeout(async () => {
      retry = undefined;
      try {
        await connect();
        onReconnect?.();
      } catch {
        scheduleReconnect(Math.min(delay * 2, 10_000));
      }
    }, delay);
  }
  await connect();
  const trying = setInterval(() => client?.query('select 1').catch(() => client?.end()), TRY_MS).unref();
  return {
    async close() {
      isClosed = true;
      clearTimeout(retry);
      clearInterval(trying);
      await client?.end().catch(() => undefined);
    },
  };
}
