import type { ObjectStore } from '../../../../platform/objects/object-store.ts';
import type { KeptEntry, Lost } from '../export-row.ts';
import type { Source } from './archive-of-chunk.ts';

const AT_ONCE = 16;

/** Photos of a chunk whose files are not there, or not as long as they should be; none of them is read. */
export async function findLost(
  objects: Pick<ObjectStore, 'size'>,
  entries: readonly KeptEntry[],
  sources: ReadonlyMap<string, Source>,
): Promise<Lost> {
  const lost: Lost = {};
  const waiting = entries.values();
  const work = async () => {
    for (const { photoId } of waiting) {
      const source = sources.get(photoId);
      const bytes = source && (await objects.size(source.objectKey));
      if (bytes === null) lost[photoId] = 'missing';
      else if (bytes !== source?.bytes) lost[photoId] = 'damaged';
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return lost;
}
