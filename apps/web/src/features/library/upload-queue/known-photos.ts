import { hasCode, isAbsent } from '#/shared/api/api-problem.ts';
import type { ImportItem } from './import-item.ts';
import type { Transport } from './transport.ts';

type Check = {
  files: ReadonlyMap<number, File>;
  hash: (file: File) => Promise<string | null>;
  findKnown: Transport['findKnown'];
};

/**
 * Item -> photo, for files whose content the library already has. Only one file at a time is in memory. A failed check finds
 * nothing: the server recognises duplicates again on commit.
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

type Addition = {
  /** Item -> photo in the library. */
  found: ReadonlyMap<number, string>;
  /** Items still in the list. */
  items: readonly ImportItem[];
  transport: Pick<Transport, 'addToAlbum'>;
};

/**
 * Adds photos that the library already has to the albums they were picked for, and returns those that succeeded. A file whose
 * photo failed is sent after all: on commit the server finds the duplicate and adds it to the album.
 */
export async function addKnown({ found, items, transport }: Addition): Promise<ReadonlyMap<number, string>> {
  const wanted = items.flatMap(({ id, albumId }) => {
    const imageId = found.get(id);
    return albumId && imageId ? [{ id, albumId, imageId }] : [];
  });
  const done = new Map(found);
  for (const [albumId, those] of Map.groupBy(wanted, (one) => one.albumId)) {
    const photoIds = [...new Set(those.map(({ imageId }) => imageId))];
    await transport.addToAlbum(albumId, photoIds).catch((error: unknown) => {
      // Whatever else it was, these files are sent, and fail by themselves.
      if (!isAlbumGone(error)) for (const { id } of those) done.delete(id);
    });
  }
  return done;
}

/** The photos are in the library nevertheless. */
function isAlbumGone(error: unknown): boolean {
  return isAbsent(error) || hasCode(error, 'forbidden');
}
