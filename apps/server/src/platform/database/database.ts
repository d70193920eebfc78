import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { Kysely, PostgresDialect, type PostgresPool, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { DB } from './database-types.ts';
import { READ_ONLY, retryConflicts } from './errors.ts';
import { prepareStatements } from './prepare-statements.ts';
import { watchConnect, watchTransactions } from './second-connections.ts';
import { SESSION_LIMITS } from './session-limits.ts';
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
  /** For graphile-worker's one connection that listens: a pooler delivers no notifications. */
  listeningPool: pg.Pool;
  close(): Promise<void>;
};

type Options = {
  url: string;
  /** The database itself, where a pooler stands in front of `url`. */
  directUrl?: string | null;
  isPooled?: boolean;
  /** Whether it may be a standby, which only reads. */
  isStandby?: boolean;
  maxConnections: number;
  log: Logger;
};

/** Longest wait for a connection. */
const CONNECTION_MS = 8_000;
/**
 * One connection, and its successor while graphile-worker starts anew. What it sends is answered at once, unless it was cut half-open:
 * nobody may wait for that, least of all a stop.
 */
const LISTENING = { max: 2, query_timeout: 5_000 };
/** An idle connection takes 6 MB in the database; a new one is opened in milliseconds. */
const IDLE_MS = 10_000;

/**
 * Opens a pool. Idle connections that fail are logged and replaced, never fatal. Nobody waits longer than ten seconds for a
 * database that does not answer. Each transaction may be on another connection of the database: nothing lasts longer than one.
 */
export function openDatabase(options: Options): DatabaseConnection {
  const { url, directUrl = null, isPooled = directUrl !== null, isStandby = false } = options;
  const { maxConnections, log } = options;
  let isClosing = false;
  // Not the error itself: pg attaches the whole client to it, settings included.
  const warn = ({ message, code }: Error & { code?: string }) => {
    if (!isClosing) log.warn({ code, reason: message }, 'a database connection failed');
  };
  const limits = isPooled ? {} : SESSION_LIMITS;
  const verify = isStandby ? undefined : requirePrimary;
  const pool = openPool({ connectionString: url, max: maxConnections, verify, ...limits }, warn);
  const listening = { connectionString: directUrl ?? url, ...LISTENING };
  const listeningPool = directUrl === null ? pool : openPool(listening, warn);
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
    listeningPool,
    isThere: watch.isThere,
    async close() {
      isClosing = true;
      watch.stop();
      await db.destroy();
      if (listeningPool !== pool) await listeningPool.end();
    },
  };
}

function openPool(config: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECTION_MS,
    idleTimeoutMillis: IDLE_MS,
    application_name: 'keepsake',
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    ...config,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Refuses a new connection to a standby, to which a proxy leads for a moment while the primary changes: it would stay there. */
function requirePrimary(client: pg.PoolClient, done: (error?: Error) => void): void {
  client
    .query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
    .then(
      ({ rows: [row] }) =>
        row?.isStandby
          ? done(Object.assign(new Error('The address leads to a standby'), { code: READ_ONLY }))
          : done(),
      done,
    );
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

/** Takes a lock that a customer's transactions of one kind share, as `lockCount` does. */
type Lock = (trx: Queryable, customerId: CustomerId) => Promise<void>;

/**
 * Runs a transaction of a customer after all others that begin with the same lock, and once more if it conflicted with one that
 * does not: `act` does nothing that the transaction does not take back.
 */
export const inTurn = <Result>(
  db: Database,
  { lock, customerId }: { lock: Lock; customerId: CustomerId },
  act: (trx: Queryable) => Promise<Result>,
): Promise<Result> =>
  retryConflicts(() =>
    db.transaction().execute(async (trx) => {
      await lock(trx, customerId);
      return act(trx);
    }),
  );

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
