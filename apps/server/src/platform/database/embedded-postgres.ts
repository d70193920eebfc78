import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { prepareDataDir } from '../data-dir.ts';
import { type Holder, takeDataDir } from '../data-dir-lock.ts';
import { chooseAddress, connectionUrl } from './embedded/address.ts';
import { clusterPaths, DATABASE_NAME, ensureCluster } from './embedded/cluster.ts';
import { endLeftovers, type Log } from './embedded/processes.ts';
import { chooseIdentity, locateBinaries } from './embedded/programs.ts';
import { supervisePostmaster } from './embedded/supervise.ts';

/** Required free space for creating a cluster; an existing one starts with less, so that customers can delete. */
const NEW_CLUSTER_BYTES = 500_000_000;

/** A running database. Call `stop` last: it cuts open connections. */
export type EmbeddedPostgres = { url: string; stop(): Promise<void> };

export type EmbeddedPostgresOptions = {
  /** The cluster lives in its folder `postgres`. */
  dataDir: string;
  log: Log;
  /** Whether a server starts it, or a command for its own time. */
  holder?: Holder;
  /** False only in tests: faster, but a power cut may lose writes. */
  durable?: boolean;
  /** False only in tests: behaves as on a machine without user namespaces. */
  tryUnshare?: boolean;
};

/**
 * Starts the PostgreSQL that npm installed on the cluster under `dataDir`, and keeps it running. The first start creates the
 * cluster. Throws StartupError with one sentence for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, holder = 'server', durable = true, tryUnshare = true } = options;
  const isNew = !existsSync(path.join(options.dataDir, 'postgres'));
  const dataDir = await prepareDataDir(options.dataDir, isNew ? NEW_CLUSTER_BYTES : 0);
  const lock = await takeDataDir(dataDir, { as: holder, log });
  try {
    const paths = clusterPaths(dataDir);
    const binaries = await locateBinaries();
    const identity = chooseIdentity({ postgres: binaries.postgres, tryUnshare });
    await endLeftovers(paths, log);
    const password = await ensureCluster({ paths, binaries, identity, durable });
    const address = await chooseAddress(paths);
    const supervisor = await supervisePostmaster({ paths, binaries, identity, address, durable, log });
    const stop = () => supervisor.stop().finally(() => lock.release());
    await ensureDatabase(connectionUrl(address, password, 'postgres')).catch(async (error) => {
      await stop();
      throw error;
    });
    return { url: connectionUrl(address, password), stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A new cluster has only its maintenance databases. */
async function ensureDatabase(maintenanceUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(DATABASE_NAME)}`);
  } finally {
    await client.end();
  }
}

/**
 * Address of the database that a running Keepsake keeps in this data folder, or null if none answers. For use alongside that
 * Keepsake, which alone may stop it.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  if (!existsSync(dataDir)) return null;
  const paths = clusterPaths(await realpath(dataDir));
  try {
    // Line 4 of the file is the port, line 5 the folder of the socket (PostgreSQL, storage-file-layout).
    const [, , , port, socketDir = ''] = (await readFile(paths.pidFile, 'utf8')).split('\n');
    const password = (await readFile(paths.password, 'utf8')).trim();
    const url = connectionUrl({ socketDir, port: Number(port) }, password);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.end();
    return url;
  } catch {
    return null;
  }
}
