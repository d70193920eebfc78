import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { MINUTE_MS } from '@keepsake/contracts/platform/limits';
import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { StartupError } from '../startup-error.ts';
import type { DB } from './database-types.ts';
import { isConnectionFailure } from './errors.ts';
import { watchConnect, watchTransactions } from './second-connections.ts';
import { type DatabaseWatch, watchDatabase } from './watch-database.ts';

export type Database = Kysely<DB>;
/** What a store function accepts: the database or a transaction on it. */
export type Queryable = Database | Transaction<DB>;

export type DatabaseConnection = Pick<DatabaseWatch, 'isThere'> & {
  db: Database;
  /** The same database for the most frequent queries: each connection parses a statement once. See prepareStatements. */
  prepared: Database;
  /** For graphile-worker and COPY; the same pool that `db` uses. */
  pool: pg.Pool;
  close(): Promise<void>;
};

type Options = { url: string; maxConnections: number; log: Logger };

/** Longest wait for a connection. */
const CONNECTION_MS = 8_000;
/** An idle connection takes 6 MB in the database; a new one is opened in milliseconds. */
const IDLE_MS = 10_000;

/**
 * Opens a pool. Idle connections that fail are logged and replaced, never fatal. Nobody waits longer than ten seconds for a
 * database that does not answer.
 */
export function openDatabase({ url, maxConnections, log }: Options): DatabaseConnection {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECTION_MS,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: MINUTE_MS,
    idle_in_transaction_session_timeout: MINUTE_MS,
    application_name: 'keepsake',
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  });
  let isClosing = false;
  // Not the error itself: pg attaches the whole client to it, settings included.
  const warn = ({ message, code }: Error & { code?: string }) => {
    if (!isClosing) log.warn({ code, reason: message }, 'a database connection failed');
  };
  pool.on('error', warn);
  pool.on('connect', (client) => client.on('error', warn));
  pool.connect = watchConnect(pool.connect.bind(pool), log);
  const watch = watchDatabase({ pool, url, log });
  const watched: PostgresPool = { options: pool.options, connect: watch.connect, end: () => pool.end() };
  const openOn = (from: PostgresPool) =>
    watchTransactions(new Kysely<DB>({ dialect: new PostgresDialect({ pool: from }) }));
  const db = openOn(watched);
  const prepared = openOn(prepareStatements(watched, watch));
  return {
    db,
    prepared,
    pool,
    isThere: watch.isThere,
    async close() {
      isClosing = true;
      watch.stop();
      await db.destroy();
    },
  };
}

const CONNECT_MS = 15_000;
/** SQLSTATE: wrong password or user, no such database, no right to connect. */
const REFUSED = /^(28...|3D000|42501)$/;

/** Throws StartupError with one sentence if the retailer's database does not let us in. */
export async function requireDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await requireUtf8(client);
  } catch (error) {
    const { code, message } = firstOf(error);
    if (!isConnectionFailure(error) && !REFUSED.test(code ?? '')) throw error;
    throw new StartupError(
      `The database refuses the connection (${code ?? message}): check DATABASE_URL. See the table in README.md.`,
    );
  } finally {
    // The connection ends either way, and what matters has been thrown.
    await client.end().catch(() => undefined);
  }
}

/** Customers' names and texts come in every script. */
async function requireUtf8(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  throw new StartupError(
    `The database has the encoding ${encoding} and Keepsake needs UTF8: create one with that encoding and set it in DATABASE_URL.`,
  );
}

/** A host name with several addresses fails once for each of them. */
function firstOf(error: unknown): NodeJS.ErrnoException {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : (error as Error);
}

/**
 * Ids as a uuid[] in a single text: pg quotes every element of an array, which for ten thousand ids takes a fifth as long as
 * deleting them.
 */
export function uuidArray(ids: readonly string[]): RawBuilder<string[]> {
  return sql`${`{${ids.join(',')}}`}::uuid[]`;
}

/** The row of a statement that always has one, such as a count. Throws for one that has none. */
export function onlyRow<Row>({ rows: [row] }: { rows: readonly Row[] }): Row {
  if (row === undefined) throw new Error('The statement has no row');
  return row;
}

/** The time on the database machine's clock. */
export async function readDatabaseTime(db: Queryable): Promise<Date> {
  return onlyRow(await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).now;
}

/**
 * Makes the customer's other transactions that count the same thing wait until this one ends; in parallel they could exceed a
 * limit together. A statement of its own, so that the next one sees their changes.
 */
export async function lockCount(trx: Queryable, counted: string, customerId: CustomerId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${counted} ${customerId}`}, 0))`.execute(trx);
}

const asText = (value: string) => value;

const anyInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

/** The database writes an instant in UTC almost as ISO 8601, which parses three times as fast. */
function asInstant(value: string): Date {
  if (!/^\d{4}-[\d-]{5} [\d:.]+\+00$/.test(value)) return anyInstant(value);
  return new Date(`${value.slice(0, 10)}T${value.slice(11, -3)}Z`);
}

/** bigint becomes a number (ours stay below 2^53); timestamp and date without a zone stay text: wall time. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  if (oid === pg.types.builtins.TIMESTAMP || oid === pg.types.builtins.DATE) return asText;
  if (oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary') return asInstant;
  return pg.types.getTypeParser(oid, format as 'text');
}

/** Above the number of statements we have. Without a limit, SQL with inlined values would fill the connections' memory. */
const MAX_PREPARED = 300;
const names = new Map<string, string>();

/**
 * A pool whose connections parse each statement once (ADR 16, 59). Keep the number of texts small: none whose length depends on
 * that of a list.
 */
function prepareStatements(pool: PostgresPool, watch: DatabaseWatch): PostgresPool {
  async function connect(): Promise<PostgresPoolClient> {
    const client = await watch.connect();
    const query = (text: string, values: readonly unknown[]) =>
      client.query(values.length === 0 ? text : { name: nameOf(text), text, values: [...values] });
    return {
      // The other signature is for cursors, which Kysely uses only for streams.
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy),
    };
  }
  return { ...pool, connect };
}

/** The result of `*` changes once a newer node adds a column, so such statements are parsed every time. */
const ALL_COLUMNS = /(select|returning|,|\.) ?\*/;

function nameOf(text: string): string | undefined {
  const existing = names.get(text);
  if (existing || names.size >= MAX_PREPARED || ALL_COLUMNS.test(text)) return existing;
  const name = `keepsake-${names.size}`;
  names.set(text, name);
  return name;
}
