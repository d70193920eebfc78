import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts';
import { startTestIssuer } from '../../apps/server/src/testing/test-issuer.ts';

const NODE = fileURLToPath(new URL('serve-node.ts', import.meta.url));

/** A server process; `bareAddress` is a plain Fastify server in the same process, for baselines. */
export type ServerNode = { pid: number; address: string; bareAddress: string; stop(): Promise<void> };
export type Environment = Awaited<ReturnType<typeof startEnvironment>>;

/** A durable database, an identity provider and any number of server processes in a temporary folder. */
export async function startEnvironment(name: string) {
  const folder = await mkdtemp(path.join(tmpdir(), `keepsake-bench-${name}-`));
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  const issuer = await startTestIssuer();
  const nodes: ServerNode[] = [];

  /** Creates a database with the current schema and no rows. */
  async function createDatabase(database: string): Promise<string> {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`create database ${client.escapeIdentifier(database)}`);
    await client.end();
    const url = new URL(postgres.url);
    url.pathname = `/${database}`;
    await migrateDatabase(url.href);
    return url.href;
  }
  async function startNode(databaseUrl: string, env: Record<string, string> = {}): Promise<ServerNode> {
    const dataDir = path.join(folder, 'objects-of-nodes');
    await mkdir(dataDir, { recursive: true });
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, OIDC_ISSUER: issuer.issuer };
    const node = await forkNode({ ...settings, ROLE: 'web', ...env });
    nodes.push(node);
    return node;
  }
  async function stop() {
    await Promise.all(nodes.map((node) => node.stop()));
    await issuer.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
  return {
    dataDir: path.join(folder, 'objects-of-nodes'),
    createDatabase,
    startNode,
    tokenFor: (customerId: CustomerId) => issuer.tokenFor(customerId),
    stop,
  };
}

async function forkNode(env: Record<string, string>): Promise<ServerNode> {
  const { BENCH_PROFILE } = process.env;
  const execArgv = BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${BENCH_PROFILE}`] : [];
  // Rows of the benches share objects, which would be reported as damaged if they were read.
  const settings = {
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
    PORT: '0',
    SCRUB_BYTES_PER_SECOND: '0',
  };
  const child = fork(NODE, { env: { ...process.env, ...settings, ...env }, execArgv });
  const ready = await Promise.race([once(child, 'message'), exited(child)]);
  const [{ address, bareAddress }] = ready as [{ address: string; bareAddress: string }];
  async function stop() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  return { pid: child.pid ?? 0, address, bareAddress, stop };
}

async function exited(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`A server of the bench ended with ${code} before it was ready`);
}
