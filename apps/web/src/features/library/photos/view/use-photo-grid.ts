import { useCallback, useEffect, useRef, useState } from 'react';
import type { GridView } from '../grid/grid-engine.ts';
import { createSectionDeriver } from '../store/grid-sections.ts';
import type { PhotoSource, SourceSection } from '../store/photo-source.ts';
import type { Wanted } from '../store/photo-store.ts';
import { useHiddenIn, usePhotoStore } from '../store/use-photo-store.ts';
import { runsOf } from '../store/visible-indexes.ts';

type Options = {
  view: string;
  source: PhotoSource;
  sections: readonly SourceSection[];
  opened: ReadonlySet<string>;
  /** Of an album: what is being taken out of it is hidden here, too. */
  albumId?: string;
};

/** Joins a source to a grid: what the grid draws, and what it tells of what is seen. */
export function usePhotoGrid({ view, source, sections, opened, albumId }: Options) {
  const { store, pages } = usePhotoStore(view, source, sections);
  const [derive] = useState(createSectionDeriver);
  const seen = useRef<GridView>(undefined);
  const hidden = useHiddenIn(albumId);
  const gridSections = derive({ sections, pages, opened, hidden });

  const onView = useCallback(
    (now: GridView) => {
      seen.current = now;
      store.want(wantedIn(now, opened, source.pageSize));
    },
    [store, opened, source.pageSize],
  );
  // Something loaded became outdated, or a retry was asked for: what is in view is wanted again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages are the reason to look again.
  useEffect(() => {
    if (seen.current) onView(seen.current);
  }, [pages, onView]);
  useEffect(() => store.stop, [store]);

  return { store, gridSections, onView };
}

/** Photos in view, unless they go by too fast to be seen. */
function wantedIn(
  { sections, ranges, pace }: GridView,
  opened: ReadonlySet<string>,
  pageSize: number,
): Wanted[] {
  if (pace === 'flying') return [];
  return ranges.flatMap(({ section, firstTile, endTile }) => {
    const seen = sections[section];
    if (!seen || endTile <= firstTile) return [];
    const { key, count } = seen;
    const endPhoto = Math.min(endTile, seen.tileCount - (seen.moreCount > 0 ? 1 : 0));
    const isOpen = opened.has(key);
    return runsOf(seen.places, { first: firstTile, end: endPhoto }, pageSize).map(({ first, end }) => ({
      section: { key, count },
      firstPhoto: first,
      endPhoto: end,
      isOpen,
    }));
  });
}
