import { useCallback, useEffect, useRef, useState } from 'react';
import type { GridView } from '#/features/library/photo-grid/index.ts';
import {
  createSectionDeriver,
  NO_SECTIONS,
  type PhotoSource,
  runsOf,
  type SourceSection,
  useHiddenIn,
  usePhotoStore,
  type Wanted,
} from '#/features/library/photo-store/index.ts';
import type { Scope } from '#/features/library/state/index.ts';
import type { ChosenPhotos } from './photo-action.ts';

/** The photos of a view; must be stable objects while nothing changes. */
export type ViewPhotos = {
  /** 'timeline', or identifies an album; the key of photos, selection and scroll position. */
  view: string;
  source: PhotoSource;
  /** Undefined while they are loading. */
  sections: readonly SourceSection[] | undefined;
  /** Sections shown in full; by default all are. */
  opened?: ReadonlySet<string>;
  /** Where else than from the library photos are removed: from this album, too, or from deleted ones alone. */
  scope?: Scope;
  /** Only for a shared album: its id, and the owner of each photo. */
  sharedAlbumId?: string;
  ownerOf?: ChosenPhotos['ownerOf'];
};

/** Contains every section. */
const EVERY_SECTION: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });

/** Connects a source to a grid: derives what the grid draws, and loads what comes into view. */
export function usePhotoGrid(photos: ViewPhotos) {
  const { view, source, sections = NO_SECTIONS, opened = EVERY_SECTION, scope } = photos;
  const { store, pages } = usePhotoStore(view, source, sections);
  const [derive] = useState(createSectionDeriver);
  const seen = useRef<GridView>(undefined);
  const hidden = useHiddenIn(scope);
  const gridSections = derive({ sections, pages, opened, hidden });

  const onView = useCallback(
    (now: GridView) => {
      seen.current = now;
      store.want(wantedIn(now, opened, source.pageSize));
    },
    [store, opened, source.pageSize],
  );
  // After a retry, or when loaded photos become outdated, those in view are wanted again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the pages change.
  useEffect(() => {
    if (seen.current) onView(seen.current);
  }, [pages, onView]);
  useEffect(() => store.stop, [store]);

  return { store, gridSections, onView };
}

/** The photos in view, unless they pass too fast to be seen. */
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
    return runsOf(seen.sourceIndexes, { first: firstTile, end: endPhoto }, pageSize).map(
      ({ first, end }) => ({
        section: { key, count },
        firstPhoto: first,
        endPhoto: end,
        isOpen,
      }),
    );
  });
}
