import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pg from 'pg';
import pino from 'pino';
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts';
import { startTestIssuer } from '../../apps/server/src/testing/test-issuer.ts';
import { startChild } from './child-process.ts';
import { type Caller, callerOf } from './requests.ts';

const NODE = new URL('../processes/serve-node.ts', import.meta.url);

export const log = pino({ level: 'warn' });

/**
 * A database with the current schema, and the folder of its store: one cannot serve two databases. `query` takes seeds, which may
 * run for minutes, on a connection of their own.
 */
export type BenchDatabase = { url: string; dataDir: string; db: Database; query: Query };
type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** A server process; `bareAddress` is a plain Fastify server in the same process, for baselines. */
export type ServerNode = Addresses & {
  pid: number;
  signIn(customerId: CustomerId): Promise<Caller>;
  stop(): Promise<void>;
};
type Addresses = { address: string; bareAddress: string };

export type Environment = Awaited<ReturnType<typeof startEnvironment>>;

/**
 * A durable PostgreSQL, an identity provider and any number of server processes, with a temporary folder for everything that
 * they store. Disposing stops and removes all of it.
 */
export async function startEnvironment(name: string) {
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), `keepsake-bench-${name}-`));
  starting.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  const quiet = { info: () => undefined, warn: console.warn, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: quiet });
  starting.defer(() => postgres.stop());
  const issuer = await startTestIssuer();
  starting.defer(async () => void (await issuer.stop()));
  const started = starting.move();

  async function createDatabase(database = 'bench'): Promise<BenchDatabase> {
    await queryOf(postgres.url)(`create database ${pg.escapeIdentifier(database)}`);
    const { href: url } = Object.assign(new URL(postgres.url), { pathname: `/${database}` });
    await migrateDatabase(url);
    const dataDir = path.join(folder, `store-${database}`);
    await mkdir(dataDir);
    const { db, close } = openDatabase({ url, maxConnections: 4, log });
    started.defer(close);
    return { url, dataDir, db, query: queryOf(url) };
  }

  async function serve(
    { url, dataDir }: BenchDatabase,
    env: Record<string, string> = {},
  ): Promise<ServerNode> {
    const settings = { DATABASE_URL: url, DATA_DIR: dataDir, OIDC_ISSUER: issuer.issuer, ROLE: 'web' };
    const child = started.use(await startNode({ ...settings, ...env }));
    return {
      ...child.ready,
      pid: child.pid,
      signIn: async (customerId) => callerOf(child.ready.address, await issuer.tokenFor(customerId)),
      stop: () => child[Symbol.asyncDispose](),
    };
  }

  return { createDatabase, serve, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

/** Sends each statement to a database on a connection of its own. */
export const queryOf =
  (connectionString: string): Query =>
  async (text, values) => {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      return (await client.query(text, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };

function startNode(env: Record<string, string>) {
  const { BENCH_PROFILE } = process.env;
  const execArgv = BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${BENCH_PROFILE}`] : undefined;
  // Rows of the benches share objects, which would be reported as damaged if they were read.
  const settings = { RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'warn', PORT: '0' };
  return startChild<Addresses>(NODE, {
    env: { ...settings, SCRUB_BYTES_PER_SECOND: '0', ...env },
    execArgv,
  });
}
