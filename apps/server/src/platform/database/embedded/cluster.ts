import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../../startup-error.ts';
import {
  commandLine,
  explainRoot,
  type PostgresBinaries,
  type PostgresIdentity,
  tryRun,
} from './programs.ts';

/** The one role and the one database of an embedded cluster. */
export const DATABASE_NAME = 'keepsake';

/** The paths of one embedded cluster, under `<dataDir>/postgres`. All absolute. */
export type ClusterPaths = {
  dataDir: string;
  /** Contains the others. Appears complete, by one rename, when the cluster is created. */
  root: string;
  /** PGDATA. */
  data: string;
  password: string;
  log: string;
  pidFile: string;
  /** Folder of the Unix socket, unless its path is too long. */
  socketDir: string;
};

/** `dataDir` must be a real path: processes are identified by it. */
export function clusterPaths(dataDir: string, root = path.join(dataDir, 'postgres')): ClusterPaths {
  const data = path.join(root, 'data');
  return {
    dataDir,
    root,
    data,
    password: path.join(root, 'password'),
    log: path.join(root, 'log'),
    pidFile: path.join(data, 'postmaster.pid'),
    socketDir: path.join(root, 'socket'),
  };
}

type ClusterOptions = {
  paths: ClusterPaths;
  binaries: PostgresBinaries;
  identity: PostgresIdentity;
  durable: boolean;
};

/**
 * Creates the cluster if there is none, and returns its password. It is created in a sibling folder and appears by one rename, so
 * that a kill half-way leaves nothing to repair.
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { paths, identity } = options;
  await removeDrafts(paths);
  // Another account must be able to pass through the data folder; it still cannot list it.
  if (identity.account) await chmod(paths.dataDir, 0o711);
  if (!existsSync(paths.root)) await makeCluster(options);
  await ensureOwner(paths.root, identity);
  requireReachable(paths.root, identity);
  if (!existsSync(path.join(paths.data, 'PG_VERSION')) || !existsSync(paths.password)) {
    throw new StartupError(
      `The database in ${paths.root} is damaged (files are missing): ` +
        'restore the folder from a backup, or move it away to start with an empty one.',
    );
  }
  return (await readFile(paths.password, 'utf8')).trim();
}

async function makeCluster({ paths, binaries, identity, durable }: ClusterOptions): Promise<void> {
  const draft = clusterPaths(paths.dataDir, `${paths.root}.new-${randomBytes(4).toString('hex')}`);
  await mkdir(draft.root, { mode: 0o700 });
  await writeFile(draft.password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  await ensureOwner(draft.root, identity);
  if (identity.account) await chown(draft.password, identity.account.uid, identity.account.gid);
  requireReachable(draft.root, identity);
  const args = ['--pgdata', draft.data, '--username', DATABASE_NAME, '--pwfile', draft.password];
  args.push('--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions');
  // The built-in provider sorts the same on every machine, so indexes survive moving the folder.
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (!durable) args.push('--no-sync');
  await runToEnd(identity, binaries.initdb, args);
  await syncFolder(draft.root);
  await rename(draft.root, paths.root);
  await syncFolder(paths.dataDir);
}

async function runToEnd(identity: PostgresIdentity, program: string, args: string[]): Promise<void> {
  const line = commandLine(identity, program, args);
  const child = spawn(line.command, line.args, { ...line.options, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output = (output + chunk).slice(-2000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  if (code !== 0)
    throw new StartupError(
      `The database could not be created: ${output.trim() || `initdb ended with ${code}`}`,
    );
}

async function removeDrafts(paths: ClusterPaths): Promise<void> {
  const prefix = `${path.basename(paths.root)}.new-`;
  for (const name of await readdir(paths.dataDir)) {
    if (name.startsWith(prefix)) await rm(path.join(paths.dataDir, name), { recursive: true, force: true });
  }
}

/** The identity may change between two starts, for example with another container runtime, and with it the owner. */
async function ensureOwner(root: string, identity: PostgresIdentity): Promise<void> {
  const ours = process.getuid?.();
  if (ours !== 0) return;
  const uid = identity.account?.uid ?? ours;
  const gid = identity.account?.gid ?? process.getgid?.() ?? 0;
  if ((await stat(root)).uid === uid) return;
  const problem = tryRun({ prefix: [] }, 'chown', ['-R', `${uid}:${gid}`, root]);
  if (problem) throw new StartupError(`The database in ${root} cannot be given to its user: ${problem}`);
}

/** Another account must be able to reach the folder; root's private home does not allow that. */
function requireReachable(root: string, identity: PostgresIdentity): void {
  if (!identity.account || tryRun(identity, 'ls', [root]) === '') return;
  throw new StartupError(explainRoot(path.dirname(root)));
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
