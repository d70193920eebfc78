import type { ObjectStore } from '../../../platform/objects/object-store.ts';

/** Removes all objects of a folder, which are few; false while the store removes nothing. */
export async function removeFolder(
  objects: Pick<ObjectStore, 'list' | 'remove'>,
  folder: string,
): Promise<boolean> {
  const keys: string[] = [];
  for await (const { key } of objects.list(folder)) keys.push(key);
  return keys.length === 0 || (await objects.remove(keys));
}
