import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { StartupError } from '../startup-error.ts';
import { createEcho } from './echo.ts';
import { isConnectionFailure, READ_ONLY } from './errors.ts';
import { limitRole, SESSION_LIMITS } from './session-limits.ts';

/** Where the retailer's database is. */
export type DatabaseAddresses = {
  /** For statements; a pooler may stand in front. */
  url: string;
  /** The database itself; null if the other address is that. */
  directUrl: string | null;
};

type Options = DatabaseAddresses & {
  maxConnections: number;
  /** Whether the node runs jobs. */
  hasJobs: boolean;
  log: Pick<Logger, 'info' | 'warn'>;
};

const CONNECT_MS = 15_000;
const ECHO_MS = 5_000;
/** The earliest PostgreSQL that Keepsake works with, as `server_version_num`. */
const OLDEST_VERSION = 160_000;
/** SQLSTATE: wrong password or user, no such database, no right to connect. */
const REFUSED = /^(28...|3D000|42501)$/;

/**
 * Throws StartupError with one sentence if the retailer's database does not let us in, is too old, or if nodes would not receive
 * each other's messages. Before migrating: through a pooler the lock of migrations would belong to a connection of everybody.
 */
export async function requireDatabase(options: Options): Promise<void> {
  const { url, directUrl, log } = options;
  const isPooled = directUrl !== null;
  const directSetting = isPooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  await using opened = new AsyncDisposableStack();
  async function open(setting: string, config: pg.ClientConfig): Promise<pg.Client> {
    const client = await connect(setting, config);
    // The connection ends either way.
    opened.defer(() => client.end().catch(() => undefined));
    return client;
  }
  const direct = await open(directSetting, { connectionString: directUrl ?? url });
  await requireServer(direct, directSetting);
  if (isPooled) await limitRole(direct);
  const sending = await open('DATABASE_URL', {
    connectionString: url,
    ...(isPooled ? {} : SESSION_LIMITS),
  });
  await requireEcho(sending, direct, isPooled);
  if (isPooled) await requirePrepared(sending, await open('DATABASE_URL', { connectionString: url }));
  await noteBudget(direct, countConnections(options), log);
}

async function connect(setting: string, config: pg.ClientConfig): Promise<pg.Client> {
  const limits = { connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS };
  const client = new pg.Client({ ...config, ...limits, application_name: 'keepsake start' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    // The connection ends either way, and what matters is thrown.
    await client.end().catch(() => undefined);
    throw explain(error, setting);
  }
}

function explain(error: unknown, setting: string): unknown {
  const { code, message } = firstOf(error);
  if (/unsupported startup parameter/.test(message))
    return new StartupError(
      'DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL to the address of the database itself.',
    );
  if (!isConnectionFailure(error) && !REFUSED.test(code ?? '')) return error;
  return new StartupError(
    `The database refuses the connection (${code ?? message}): check ${setting}. See the table in docs/settings.md.`,
  );
}

/** A host name with several addresses fails once for each of them. */
function firstOf(error: unknown): NodeJS.ErrnoException {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : (error as Error);
}

type Server = { encoding: string; version: string; number: string; isStandby: boolean };

const standbyAt = (setting: string) =>
  new StartupError(`${setting} leads to a standby, which stores nothing: set it to the primary.`);

/** Customers' names and texts come in every script, and statements use what PostgreSQL 16 has. */
async function requireServer(client: pg.Client, setting: string): Promise<void> {
  const { rows } = await client.query<Server>(
    `select pg_is_in_recovery() as "isStandby", current_setting('server_encoding') as encoding,
      current_setting('server_version') as version, current_setting('server_version_num') as number`,
  );
  const { encoding, version, number, isStandby } = rows[0] ?? {};
  if (Number(number) < OLDEST_VERSION)
    throw new StartupError(
      `${setting} leads to PostgreSQL ${version} and Keepsake needs 16 or newer: upgrade it.`,
    );
  if (isStandby) throw standbyAt(setting);
  if (encoding === 'UTF8') return;
  throw new StartupError(
    `The database has the encoding ${encoding} and Keepsake needs UTF8: create one with that encoding and set it in ${setting}.`,
  );
}

/** Sends a message by the one address and waits for it at the other. */
async function requireEcho(sending: pg.Client, listening: pg.Client, isPooled: boolean): Promise<void> {
  const echo = createEcho((channel, payload) =>
    sending.query('select pg_notify($1, $2)', [channel, payload]),
  );
  listening.on('notification', ({ payload = '' }) => echo.receive(payload));
  await listening.query(`listen ${listening.escapeIdentifier(echo.channel)}`);
  const isReturned = await echo.isReturned(ECHO_MS).catch((error: { code?: string }) => {
    if (error.code !== READ_ONLY) throw error;
    throw standbyAt('DATABASE_URL');
  });
  if (isReturned) return;
  throw new StartupError(
    `A message sent by DATABASE_URL did not arrive ${isPooled ? 'at DATABASE_DIRECT_URL' : 'there'}, so nodes would not learn of each other's changes: ` +
      'set DATABASE_DIRECT_URL to an address of the same database without a pooler in front.',
  );
}

/** SQLSTATE with which pgbouncer refuses what its mode does not allow. */
const REFUSED_BY_POOLER = '08P01';
/** SQLSTATE of a statement that nobody has prepared. */
const NOT_PREPARED = '26000';
/** How long the other client has the connection; a pooler with a single one would never answer. */
const LENT_MS = 2_000;

/** Has a client prepare a statement, and run it while another client has the connection of the database that knows it. */
async function requirePrepared(client: pg.Client, other: pg.Client): Promise<void> {
  const run = () => client.query({ name: 'keepsake-start', text: 'select $1::integer', values: [1] });
  await run();
  await other.query('begin').catch((error: { code?: string }) => {
    if (error.code !== REFUSED_BY_POOLER) throw error;
    throw new StartupError('The pooler of DATABASE_URL allows no transactions: set pool_mode = transaction.');
  });
  await other.query('select 1');
  const running = run().catch((error: { code?: string }) => {
    if (error.code !== NOT_PREPARED) throw error;
    throw new StartupError(
      'The pooler of DATABASE_URL does not know prepared statements: use pgbouncer 1.21 or newer, with max_prepared_statements above 300.',
    );
  });
  await Promise.race([running, pause(LENT_MS, null, { ref: false })]);
  await other.query('commit');
  await running;
}

/** How many connections a node may have on the database itself; those through a pooler are the pooler's. */
function countConnections({ directUrl, maxConnections, hasJobs }: Options): number {
  const listening = 1;
  // An audit at night compares two snapshots.
  const audits = hasJobs ? 2 : 0;
  if (directUrl !== null) return listening + audits + (hasJobs ? 1 : 0);
  const watching = 1;
  return maxConnections + watching + listening + audits;
}

/** Says how many connections the nodes may open together, and how many the database has for them. */
async function noteBudget(client: pg.Client, perNode: number, log: Options['log']): Promise<void> {
  const { rows } = await client.query<{ available: number; others: number }>(
    `select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - current_setting('reserved_connections')::integer as available,
      (select count(*)::integer from pg_stat_activity
        where datname = current_database() and application_name like 'keepsake listen%') as others`,
  );
  const { available = 0, others = 0 } = rows[0] ?? {};
  const nodes = others + 1;
  const budget = { perNode, nodes, needed: perNode * nodes, available };
  if (budget.needed <= available)
    log.info(budget, 'the database has enough connections for so many nodes like this one');
  else
    log.warn(
      budget,
      'so many nodes like this one may need more connections than the database has: raise max_connections, or lower DATABASE_CONNECTIONS',
    );
}
