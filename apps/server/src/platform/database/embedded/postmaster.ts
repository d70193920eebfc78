import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { MINUTE_MS } from '../../clock.ts';
import { StartupError } from '../../startup-error.ts';
import type { Address } from './address.ts';
import type { ClusterPaths } from './cluster.ts';
import { type Log, waitUntil } from './processes.ts';
import { commandLine, type PostgresBinaries, type PostgresIdentity } from './programs.ts';

/** A running server. `exited` resolves with how it ended. */
export type Postmaster = { pid: number; exited: Promise<string>; stop(): Promise<void> };

export type PostmasterOptions = {
  paths: ClusterPaths;
  binaries: PostgresBinaries;
  identity: PostgresIdentity;
  address: Address;
  /** False only in tests: a machine crash may lose data. */
  durable: boolean;
  log: Log;
};

const READY_POLL_MS = 20;
/** Replaying the log after a crash takes time; longer than this means it hangs. */
const READY_TIMEOUT_MS = 10 * MINUTE_MS;
/** A fast shutdown writes all changed pages, an immediate one leaves them to the log; if neither works, the server hangs. */
const SHUTDOWN_STEPS: [NodeJS.Signals, number][] = [
  ['SIGINT', MINUTE_MS],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 10_000],
];
const MAXIMUM_LOG_BYTES = 10_000_000;

/** Starts the server in a session of its own, so that Ctrl-C in our terminal does not reach it. */
export async function launchPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { paths, binaries, identity } = options;
  const line = commandLine(identity, binaries.postgres, ['-D', paths.data, ...postgresSettings(options)]);
  const logStart = rotateLog(paths.log);
  const output = openSync(paths.log, 'a', 0o600);
  const child = spawn(line.command, line.args, {
    ...line.options,
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  await waitForReady(child, exited, paths, logStart);
  return { pid: child.pid ?? 0, exited, stop: () => stopPostmaster(child, options.log) };
}

async function waitForReady(
  child: ChildProcess,
  exited: Promise<string>,
  paths: ClusterPaths,
  logStart: number,
) {
  let ended: string | undefined;
  void exited.then((how) => {
    ended = how;
  });
  const settled = await waitUntil(
    () => ended !== undefined || isReady(child, paths),
    READY_TIMEOUT_MS,
    READY_POLL_MS,
  );
  if (settled && ended === undefined) return;
  if (ended === undefined) child.kill('SIGQUIT');
  throw new StartupError(
    `The database in ${paths.root} does not start (${readReason(paths.log, logStart) || ended || 'no response'}): ` +
      `see ${paths.log}; restore the folder from a backup, or move it away to start with an empty one.`,
  );
}

/** The server writes its state into line 8 of its pid file, where pg_ctl looks for it too. */
function isReady(child: ChildProcess, paths: ClusterPaths): boolean {
  try {
    const lines = readFileSync(paths.pidFile, 'utf8').split('\n');
    return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

async function stopPostmaster(child: ChildProcess, log: Log): Promise<void> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  for (const [signal, patience] of SHUTDOWN_STEPS) {
    if (hasEnded()) return;
    child.kill(signal);
    if (await waitUntil(hasEnded, patience, 10)) return;
    log.warn({ signal, patience }, 'the database does not stop');
  }
}

function readReason(file: string, from: number): string {
  const lines = readFileSync(file).subarray(from).toString().trim().split('\n');
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC): /.test(line));
  return (fatal ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|PANIC): +/, '').trim();
}

/** Keeps one old log. Returns the size of the current one, where the output of this run begins. */
function rotateLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= MAXIMUM_LOG_BYTES) return size;
  renameSync(file, `${file}.old`);
  return 0;
}

/** Settings go on the command line, so that no file of the cluster is ever edited. */
function postgresSettings({ address, durable }: { address: Address; durable: boolean }): string[] {
  const settings = {
    listen_addresses: address.socketDir ? '' : '127.0.0.1',
    port: address.port,
    // A list of folders: quoted, because a path may contain commas and blanks.
    unix_socket_directories: address.socketDir ? `"${address.socketDir.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
    max_connections: 100,
    // Upper bound of the WAL, within DISK_RESERVE_BYTES: customers can delete even when nothing more can be stored.
    max_wal_size: '256MB',
    shared_buffers: '128MB',
    // Our queries are short; compiling one takes longer than running it.
    jit: 'off',
    // Reads a connection may have in flight: memory for them is reserved for every possible connection, 5 MB at the default.
    io_max_concurrency: 8,
    // Likewise for locks that only serializable transactions take; we have none.
    max_pred_locks_per_transaction: 10,
    // We have no logical replication.
    max_logical_replication_workers: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: 'on',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
