import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { startStopwatch } from '../clock.ts';

/** A statement that takes longer makes us check whether the database answers at all. */
const SUSPICIOUS_MS = 2_000;
/** After this long without an answer the database counts as silent, and all waiting ends. */
const SILENT_MS = 5_000;
const CHECK_MS = 500;

export type DatabaseWatch = {
  /** Connects through the pool; fails at once while the database is silent. */
  connect(): Promise<pg.PoolClient>;
  /** Whether the database answers within a limit. */
  isThere(limitMs: number): Promise<boolean>;
  stop(): void;
};

type Options = { pool: pg.Pool; url: string; log: Logger };
type Answer = 'there' | 'silent' | 'failed';

/**
 * Ends the wait for a database that takes statements and never answers, as behind a network that swallows packets; otherwise it
 * lasts until the operating system gives up the connection. A statement may be slow as long as the database answers others.
 */
export function watchDatabase({ pool, url, log }: Options): DatabaseWatch {
  const waits = followWaits(pool);
  const database = createAsker(url);
  let isSilent = false;
  const timer = setInterval(check, CHECK_MS).unref();

  async function check(): Promise<void> {
    if (isSilent || waits.longestMs() >= SUSPICIOUS_MS) noteAnswer(await database.ask());
  }
  function noteAnswer(answer: Answer) {
    if (answer !== 'silent' && isSilent) log.warn('the database answers again');
    if (answer === 'silent' && !isSilent) log.error('the database does not answer');
    isSilent = answer === 'silent';
    if (isSilent) waits.endAll();
  }
  return {
    async connect() {
      if (isSilent) throw new Error('Connection terminated: the database does not answer');
      return waits.connect();
    },
    async isThere(limitMs) {
      const late = pause(limitMs, 'silent' as const, { ref: false });
      return !isSilent && (await Promise.race([database.ask(), late])) === 'there';
    },
    stop() {
      clearInterval(timer);
      database.close();
    },
  };
}

/** Who waits for the database, and since when: clients in use, and callers who have none yet. */
function followWaits(pool: pg.Pool) {
  const now = startStopwatch();
  const since = new Map<object, number>();
  pool.on('acquire', (client) => since.set(client, now()));
  pool.on('release', (_error, client) => since.delete(client));
  pool.on('remove', (client) => since.delete(client));
  return {
    longestMs: () => now() - Math.min(...since.values()),
    connect(): Promise<pg.PoolClient> {
      const waiting = {};
      since.set(waiting, now());
      return pool.connect().finally(() => since.delete(waiting));
    },
    /** Ending a client with a statement in flight cuts its connection, and the statement fails. */
    endAll(): void {
      for (const client of since.keys()) {
        since.delete(client);
        if (!(client instanceof pg.Client)) continue;
        // A connection that has failed has ended.
        client.end().catch(() => undefined);
      }
    },
  };
}

const LIMITS = { connectionTimeoutMillis: SILENT_MS, query_timeout: SILENT_MS };

/** Asks a database whether it answers, on a connection of its own. Concurrent callers share the answer. */
function createAsker(url: string) {
  let client: pg.Client | null = null;
  let asking: Promise<Answer> | null = null;

  async function connect(): Promise<pg.Client> {
    const connecting = new pg.Client({
      connectionString: url,
      application_name: 'keepsake watch',
      ...LIMITS,
    });
    connecting.on('error', drop);
    await connecting.connect();
    return connecting;
  }
  async function ask(): Promise<Answer> {
    try {
      client ??= await connect();
      await client.query('select 1');
      return 'there';
    } catch (error) {
      // Whoever waits for the database gets what it was; here only its silence counts.
      drop();
      return /timeout/.test((error as Error).message) ? 'silent' : 'failed';
    }
  }
  function drop(): void {
    // A connection that has failed has ended.
    void client?.end().catch(() => undefined);
    client = null;
  }
  return {
    ask() {
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    close: drop,
  };
}
