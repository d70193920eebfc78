import pg from 'pg';
import type { Logger } from 'pino';

type Options = {
  url: string;
  channel: string;
  log: Logger;
  onMessage: (payload: string) => void;
  onReconnect?: () => void;
};

/** Listens to a NOTIFY channel on a connection of its own, and reconnects after failures until closed. */
export async function listen(options: Options): Promise<{ close(): Promise<void> }> {
  const { url, channel, log, onMessage, onReconnect } = options;
  let isClosed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function connect() {
    const application_name = `keepsake listen ${channel}`;
    client = new pg.Client({ connectionString: url, application_name, keepAlive: true });
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
  return {
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
