import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { DB } from './database-types.ts';
import { prepareStatements } from './prepare-statements.ts';

export type Database = Kysely<DB>;
/** What a store function takes: the database or a transaction of it. */
export type Queryable = Database | Transaction<DB>;

export type DatabaseConnection = {
  db: Database;
  /** The same, for what is asked most: each connection parses a statement once. See prepareStatements. */
  prepared: Database;
  /** For graphile-worker and COPY; the same pool that `db` uses. */
  pool: pg.Pool;
  close(): Promise<void>;
};

type Options = { url: string; maxConnections: number; log: Logger };

/** Opens a pool. Failing idle connections are logged and replaced, never fatal. */
export function openDatabase({ url, maxConnections, log }: Options): DatabaseConnection {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'keepsake',
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  });
  let isClosing = false;
  // Not the error itself: pg hangs the whole client on it, settings and all.
  const warn = ({ message, code }: Error & { code?: string }) => {
    if (!isClosing) log.warn({ code, reason: message }, 'a database connection failed');
  };
  pool.on('error', warn);
  pool.on('connect', (client) => client.on('error', warn));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const prepared = new Kysely<DB>({ dialect: new PostgresDialect({ pool: prepareStatements(pool) }) });
  return {
    db,
    prepared,
    pool,
    close() {
      isClosing = true;
      return db.destroy();
    },
  };
}

/** What time it is on the clock of the database's machine. */
export async function readDatabaseTime(db: Queryable): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return (rows[0] as { now: Date }).now;
}

const asText = (value: string) => value;

const anyInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

/** An instant as the database writes it in UTC is almost ISO 8601, which is read three times as fast. */
function asInstant(value: string): Date {
  if (!/^\d{4}-[\d-]{5} [\d:.]+\+00$/.test(value)) return anyInstant(value);
  return new Date(`${value.slice(0, 10)}T${value.slice(11, -3)}Z`);
}

/** bigint as a number (all of ours stay below 2^53); timestamp and date without a zone stay text, as wall time. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  if (oid === pg.types.builtins.TIMESTAMP || oid === pg.types.builtins.DATE) return asText;
  if (oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary') return asInstant;
  return pg.types.getTypeParser(oid, format as 'text');
}
