import { albumNameFault } from '@keepsake/contracts';
import { hasProblem, type ImportItem } from '#/shared/uploads/queue/import-item.ts';

export type OfferedFolder = { folder: string; name: string; count: number };

/** Folders of the list that could become albums, with the name that the album would have. */
export function offeredFolders(
  items: readonly ImportItem[],
  declined: ReadonlySet<string>,
): readonly OfferedFolder[] {
  const counts = new Map<string, number>();
  for (const item of items) {
    const { folder, albumId } = item;
    if (!folder || albumId || declined.has(folder) || hasProblem(item)) continue;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => {
    const name = albumNameOf(folder);
    return albumNameFault(name) === null ? [{ folder, name, count }] : [];
  });
}

/** A folder's name without what albums' names may not hold. */
function albumNameOf(folder: string): string {
  return folder.replaceAll(/[<>;\s\p{Cc}]+/gu, ' ').trim();
}
