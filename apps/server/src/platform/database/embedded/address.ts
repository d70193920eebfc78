import { createHash } from 'node:crypto';
import { chown, mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { type ClusterPaths, DATABASE_NAME } from './cluster.ts';
import type { PostgresIdentity } from './programs.ts';

/** Where the server listens: a Unix socket in a folder of its own; on Windows a port of 127.0.0.1. */
export type Address = { socketDir: string; port: number };

const DEFAULT_PORT = 5432;
/** Room for a path in a socket address: 108 bytes on Linux, 104 on macOS, with the final zero. */
const MAXIMUM_PATH_BYTES = 103;

/** Chooses an address that no other Keepsake on this machine can have. */
export async function chooseAddress(paths: ClusterPaths): Promise<Address> {
  if (process.platform === 'win32') return { socketDir: '', port: await findFreePort() };
  const isShort = Buffer.byteLength(`${paths.socketDir}/.s.PGSQL.${DEFAULT_PORT}`) <= MAXIMUM_PATH_BYTES;
  if (isShort) return { socketDir: paths.socketDir, port: DEFAULT_PORT };
  const fingerprint = createHash('sha256').update(paths.dataDir).digest('hex').slice(0, 16);
  return { socketDir: path.join(tmpdir(), `keepsake-${fingerprint}`), port: DEFAULT_PORT };
}

/** Creates an empty folder for the socket, accessible only to the server's user. */
export async function prepareSocketDir({ socketDir }: Address, { account }: PostgresIdentity): Promise<void> {
  if (!socketDir) return;
  try {
    await rm(socketDir, { recursive: true, force: true });
    // Not recursive: in a shared temporary folder, a folder created by somebody else must not be used.
    await mkdir(socketDir, { mode: 0o700 });
    if (account) await chown(socketDir, account.uid, account.gid);
  } catch (error) {
    throw new StartupError(
      `The folder ${socketDir} for the database's socket cannot be created: remove it, or choose a shorter DATA_DIR.`,
      { cause: error },
    );
  }
}

/** Leaves nothing behind in a shared temporary folder. */
export async function removeSocketDir({ socketDir }: Address): Promise<void> {
  if (socketDir) await rm(socketDir, { recursive: true, force: true });
}

/** A URL for `pg`, also accepted by psql. */
export function connectionUrl(
  { socketDir, port }: Address,
  password: string,
  database = DATABASE_NAME,
): string {
  const host = socketDir ? `localhost:${port}` : `127.0.0.1:${port}`;
  const query = socketDir ? `?host=${encodeURIComponent(socketDir)}` : '';
  return `postgres://${DATABASE_NAME}:${encodeURIComponent(password)}@${host}/${database}${query}`;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
