import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from './startup-error.ts';

const SQLITE_BUSY = 5;

/** Release it last: until then no other Keepsake can use the data folder. */
export type DataDirLock = { release(): void };
/** A server holds the folder until it is told to stop, a command until it is done. */
export type Holder = 'server' | 'command';

type Taking = { as: Holder; log: { info(details: object, message: string): void } };

/** How often a start looks whether a command is done. */
const RETRY_MS = 200;

/**
 * Takes the data folder for this process. A server waits for a command that has it, however long that takes, and says so. Throws
 * StartupError naming the holder if another server has it.
 */
export async function takeDataDir(dataDir: string, { as, log }: Taking): Promise<DataDirLock> {
  for (let isFirst = true; ; isFirst = false) {
    const lock = tryLock(dataDir, as);
    if (lock) return lock;
    const { pid, holder } = readHolder(dataDir);
    if (as === 'command' || holder === 'server') throw inUse(dataDir, pid);
    if (isFirst) log.info({ pid }, 'the start waits for a command that uses the data folder');
    await pause(RETRY_MS);
  }
}

const ofPid = (pid: string | undefined) => (pid ? ` (pid ${pid})` : '');

const inUse = (dataDir: string, pid: string | undefined) =>
  new StartupError(
    `The data folder ${dataDir} is in use by another Keepsake${ofPid(pid)}: ` +
      'stop that one first, or choose another folder with DATA_DIR.',
  );

const pidFileIn = (dataDir: string) => path.join(dataDir, 'keepsake.pid');

/**
 * Null if another process has the folder. Node has no call for a file lock, but its SQLite has one: an open exclusive transaction.
 * The kernel drops it with the process, however that ends, so there is no stale lock to recognise and no reused pid to fear.
 */
function tryLock(dataDir: string, holder: Holder): DataDirLock | null {
  const lock = new DatabaseSync(path.join(dataDir, 'keepsake.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw new StartupError(`The data folder ${dataDir} cannot be locked: keep it on a local disk.`, {
      cause: error,
    });
  }
  writeFileSync(pidFileIn(dataDir), `${process.pid}\n${holder}\n`);
  return {
    release() {
      rmSync(pidFileIn(dataDir), { force: true });
      if (lock.isOpen) lock.close();
    },
  };
}

/**
 * Who holds the folder. Without a file it is just being taken or released, so a start looks again; a file of an earlier release names
 * no kind, and counts as a server's.
 */
function readHolder(dataDir: string): { pid?: string | undefined; holder?: Holder } {
  try {
    const [pid, holder] = readFileSync(pidFileIn(dataDir), 'utf8').split('\n');
    return { pid, holder: holder === 'command' ? 'command' : 'server' };
  } catch {
    return {};
  }
}
