import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

const MAX_REMEMBERED = 20_000;

/** Creates folders whose names survive a power cut. Remembers those created or found, so that the disk is asked once. */
export function createDurableFolders(syncFolder: (folder: string) => Promise<void>) {
  const existing = new Map<string, Promise<void>>();

  async function make(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    for (let made = folder; made.length >= first.length; made = path.dirname(made)) {
      await syncFolder(path.dirname(made));
    }
  }
  function ensureFolder(folder: string): Promise<void> {
    let made = existing.get(folder);
    if (!made) {
      made = make(folder).catch((error) => {
        existing.delete(folder);
        throw error;
      });
      if (existing.size >= MAX_REMEMBERED) existing.clear();
      existing.set(folder, made);
    }
    return made;
  }
  /** Runs `act` in a folder that exists. A folder removed in the meantime is created once more. */
  return async function inFolder(folder: string, act: () => Promise<void>): Promise<void> {
    await ensureFolder(folder);
    try {
      await act();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      existing.delete(folder);
      await ensureFolder(folder);
      await act();
    }
  };
}

/**
 * Makes the names in a folder durable. Calls for a folder whose sync is running share the next sync, because one that began
 * before a rename does not cover it.
 */
export function createFolderSync(sync: (folder: string) => Promise<void> = syncFolder) {
  const running = new Map<string, { current: Promise<void>; next: Promise<void> | null }>();

  return function syncShared(folder: string): Promise<void> {
    const entry = running.get(folder);
    if (!entry) return start(folder);
    // Whoever waits for the current one gets its failure.
    entry.next ??= entry.current.catch(() => undefined).then(() => start(folder));
    return entry.next;
  };

  function start(folder: string): Promise<void> {
    const current = sync(folder).finally(() => {
      if (running.get(folder)?.next === null) running.delete(folder);
    });
    running.set(folder, { current, next: null });
    return current;
  }
}

/** Windows cannot open folders and does not need to. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
