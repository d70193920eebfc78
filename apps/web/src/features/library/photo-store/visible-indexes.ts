import { isRemovedIn, type PendingRemovals } from '#/features/library/state/index.ts';
import { idsOf } from './decode-layout.ts';
import type { SourceSection } from './photo-source.ts';
import type { SectionPages } from './section-pages.ts';

/** Source indexes of a section's photos that are not hidden, in order; null when none are hidden. */
export function visibleIndexes(
  { count }: SourceSection,
  loaded: SectionPages,
  hidden: PendingRemovals,
): Int32Array | null {
  if (hidden.size === 0) return null;
  // Once pages are reloaded, an older layout no longer matches them.
  const isListed = Object.values(loaded.pages).includes('fulfilled');
  const layout = isListed && loaded.layoutStatus !== 'fulfilled' ? null : loaded.layout;
  const ids = layout ? idsOf(layout) : loaded.items.map((photo) => photo?.imageId);
  const gone = ids.reduce(
    (indexes, id, index) =>
      id && isRemovedIn(hidden, id, loaded.requestedAt) ? indexes.add(index) : indexes,
    new Set<number>(),
  );
  if (gone.size === 0) return null;
  // The count of an outdated section already excludes hidden photos; its list does so once reloaded.
  if (!layout) return indexesWithout(gone, count + (isListed ? 0 : gone.size));
  if (loaded.layoutStatus === 'fulfilled') return indexesWithout(gone, layout.count);
  // Photos added since are in the count alone, and are only loaded if they have a tile.
  const done = [...gone].filter((index) => hidden.get(ids[index] ?? '')?.pending === 0).length;
  return indexesWithout(gone, Math.max(layout.count, count + done));
}

function indexesWithout(gone: ReadonlySet<number>, length: number): Int32Array {
  const indexes = new Int32Array(length - gone.size);
  let next = 0;
  for (let index = 0; next < indexes.length; index++) if (!gone.has(index)) indexes[next++] = index;
  return indexes;
}

type Run = { first: number; end: number };

/** The source indexes behind a run of tiles, as runs without gaps of a page or more. */
export function runsOf(indexes: Int32Array | null, { first, end }: Run, pageSize: number): Run[] {
  if (!indexes) return [{ first, end }];
  const runs: Run[] = [];
  for (const index of indexes.subarray(first, end)) {
    const last = runs.at(-1);
    if (last && index - last.end < pageSize) last.end = index + 1;
    else runs.push({ first: index, end: index + 1 });
  }
  return runs;
}
