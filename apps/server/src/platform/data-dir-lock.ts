import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from './startup-error.ts';

const SQLITE_BUSY = 5;

/** Release it last: until then no other Keepsake can use the data folder. */
export type DataDirLock = { release(): void };

/**
 * Takes the data folder for this process. Throws StartupError naming the holder if another Keepsake has it.
 *
 * Node has no call for a file lock, but its SQLite takes one: an open exclusive transaction. The kernel drops
 * it with the process, however that ends, so there is no stale lock to recognise and no reused pid to fear.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const pidFile = path.join(dataDir, 'keepsake.pid');
  const lock = new DatabaseSync(path.join(dataDir, 'keepsake.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) {
      throw new StartupError(`The data folder ${dataDir} cannot be locked: keep it on a local disk.`, {
        cause: error,
      });
    }
    throw new StartupError(
      `The data folder ${dataDir} is in use by another Keepsake${readHolder(pidFile)}: ` +
        'stop that one first, or choose another folder with DATA_DIR.',
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return {
    release() {
      rmSync(pidFile, { force: true });
      if (lock.isOpen) lock.close();
    },
  };
}

/** The pid is only for the message; it is missing in the instant between the lock and its writing. */
function readHolder(pidFile: string): string {
  try {
    return ` (pid ${readFileSync(pidFile, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
