import type { ObjectStore } from './object-store.ts';

/** Objects removed per call. */
const BATCH = 500;

/** Removes all objects whose keys begin with a folder, which ends with a slash; false while the store removes nothing. */
export async function removeFolder(
  objects: Pick<ObjectStore, 'list' | 'remove'>,
  folder: string,
  signal?: AbortSignal,
): Promise<boolean> {
  let keys: string[] = [];
  for await (const { key } of objects.list(folder)) {
    keys.push(key);
    if (keys.length < BATCH) continue;
    signal?.throwIfAborted();
    if (!(await objects.remove(keys))) return false;
    keys = [];
  }
  return keys.length === 0 || (await objects.remove(keys));
}
