import { open } from 'node:fs/promises';

/**
 * Makes names in a folder durable. Callers of the same folder that come while one sync runs share the next one:
 * a sync that began before a rename says nothing about it.
 */
export function createFolderSync(sync: (folder: string) => Promise<void> = syncFolder) {
  const running = new Map<string, { current: Promise<void>; next: Promise<void> | null }>();

  return function syncShared(folder: string): Promise<void> {
    const entry = running.get(folder);
    if (!entry) return start(folder);
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

/** Windows cannot open folders and needs no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
