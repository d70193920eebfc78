import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStopwatch } from '../../clock.ts';
import type { ClusterPaths } from './cluster.ts';

type Write = (details: object, message: string) => void;

/** The part of the server's log that the embedded database uses. */
export type Log = { info: Write; warn: Write; error: Write };

/** A fast shutdown writes all changed pages. */
const FAST_SHUTDOWN_MS = 30_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

/**
 * Ends the processes that a killed Keepsake left running on this cluster, and removes the pid file. Only for the holder of the
 * data folder's lock.
 *
 * A live server is stopped rather than adopted. That ends the sessions, locks and open transactions of the dead process, gives
 * the new server today's settings and binaries, and makes us its parent, who learns at once when it ends. It costs less than a
 * second.
 */
export async function endLeftovers(paths: ClusterPaths, log: Log): Promise<void> {
  const found = findProcesses(paths);
  if (found.length > 0) {
    log.warn({ pids: found }, 'an earlier Keepsake left its database running: stopping it');
    const postmaster = readPostmasterPid(paths);
    if (postmaster !== undefined && found.includes(postmaster)) {
      signal([postmaster], 'SIGINT');
      await waitUntil(() => findProcesses(paths).length === 0, FAST_SHUTDOWN_MS);
    }
    await endAll(paths, 'SIGQUIT');
    await endAll(paths, 'SIGKILL');
  }
  // PostgreSQL trusts a pid in this file if any process has it, as happens after a reboot or in containers.
  await rm(paths.pidFile, { force: true });
}

async function endAll(paths: ClusterPaths, name: NodeJS.Signals): Promise<void> {
  signal(findProcesses(paths), name);
  await waitUntil(() => findProcesses(paths).length === 0, IMMEDIATE_SHUTDOWN_MS);
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended in the meantime.
    }
  }
}

/** First line of the pid file that a running or killed server has written. */
export function readPostmasterPid(paths: ClusterPaths): number | undefined {
  try {
    return Number.parseInt(readFileSync(paths.pidFile, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * All processes of this cluster, including backends of a killed server and a left-over initdb. On Linux they are found by their
 * working folder, and initdb by the folder it is creating. Elsewhere only the server is found, by its command line: its backends
 * end soon after it, and PostgreSQL refuses to start until they have.
 */
export function findProcesses(paths: ClusterPaths): number[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isOfCluster(paths, name))
      .map(Number);
  }
  const pid = readPostmasterPid(paths);
  if (pid === undefined) return [];
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  return stdout?.includes(paths.data) ? [pid] : [];
}

function isOfCluster(paths: ClusterPaths, pid: string): boolean {
  try {
    const folder = readlinkSync(`/proc/${pid}/cwd`);
    if (folder === paths.data || folder.startsWith(`${paths.data}/`)) return true;
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${paths.root}.new-`);
  } catch {
    // It has ended, or belongs to another user.
    return false;
  }
}

/** Polls until the condition holds (true) or the timeout is over (false). Times in milliseconds. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeout: number,
  interval = 20,
): Promise<boolean> {
  const elapsed = startStopwatch();
  for (;;) {
    if (await condition()) return true;
    if (elapsed() >= timeout) return false;
    await sleep(interval);
  }
}
