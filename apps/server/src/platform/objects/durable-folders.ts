import { mkdir } from 'node:fs/promises';
import path from 'node:path';

/** Makes folders whose names survive a power cut; remembers those it made or found, so that it is asked once. */
export function createDurableFolders(syncFolder: (folder: string) => Promise<void>) {
  const known = new Map<string, Promise<void>>();

  async function make(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    for (let made = folder; made.length >= first.length; made = path.dirname(made)) {
      await syncFolder(path.dirname(made));
    }
  }
  function ensureFolder(folder: string): Promise<void> {
    let made = known.get(folder);
    if (!made) {
      made = make(folder).catch((error) => {
        known.delete(folder);
        throw error;
      });
      if (known.size >= MOST_REMEMBERED) known.clear();
      known.set(folder, made);
    }
    return made;
  }
  /** Does something in a folder that is there. One that somebody took away since is made once more. */
  return async function inFolder(folder: string, act: () => Promise<void>): Promise<void> {
    await ensureFolder(folder);
    try {
      await act();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      known.delete(folder);
      await ensureFolder(folder);
      await act();
    }
  };
}

const MOST_REMEMBERED = 20_000;
