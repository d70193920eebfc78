import type { Transport } from './transport.ts';

type Check = {
  files: ReadonlyMap<number, File>;
  hash: (file: File) => Promise<string | null>;
  findKnown: Transport['findKnown'];
};

/**
 * Item -> photo, of the files whose content the library already holds. One file at a time is in memory. A check that
 * fails finds nothing: the server recognises duplicates again when they are committed.
 */
export async function checkContents({ files, hash, findKnown }: Check): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  for (const [id, file] of files) {
    const found = await hash(file);
    if (found) hashes.set(id, found);
  }
  if (hashes.size === 0) return new Map();
  const known = await findKnown([...new Set(hashes.values())]).catch(() => new Map<string, string>());
  return new Map(
    [...hashes].flatMap(([id, found]) => {
      const imageId = known.get(found);
      return imageId === undefined ? [] : [[id, imageId] as const];
    }),
  );
}
