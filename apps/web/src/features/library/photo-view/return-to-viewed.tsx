import { useLayoutEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';
import {
  type GridEngine,
  heightOfTile,
  idsAt,
  PAGE_BAR,
  type TilePosition,
  topOfTile,
} from '#/features/library/photo-grid/index.ts';
import type { GridSection, PagesState } from '#/features/library/photo-store/index.ts';

type Props = {
  engine: GridEngine;
  view: string;
  sections: readonly GridSection[];
  pages: PagesState;
  /** Opens a section whose photos are partly folded away. */
  onOpen: (sectionKey: string) => void;
};

/**
 * After the preview, focuses the photo it showed last. The view keeps its scroll position, unless that photo is out of sight
 * [TL-23].
 */
export function ReturnToViewed({ engine, view, sections, pages, onOpen }: Props) {
  const awaited = useRef<string>(undefined);
  useLayoutEffect(() => {
    awaited.current = takeViewed(view) ?? awaited.current;
  }, [view]);

  useLayoutEffect(() => {
    const at = awaited.current && findTile(awaited.current, sections, pages);
    const section = at && sections[at.section];
    const isFolded = section && at.tile >= section.tileCount - (section.moreCount > 0 ? 1 : 0);
    // Its month opens; this effect then runs again.
    if (isFolded) return onOpen(section.key);
    awaited.current = undefined;
    if (!at) return;
    if (!isInSight(engine, at)) engine.reveal(at);
    // In the next frame, the tile is drawn and the page has focused its heading.
    requestAnimationFrame(() => focusTile(at));
  }, [engine, sections, pages, onOpen]);
  return null;
}

/** Position of a photo among all photos of its section. */
function findTile(
  photoId: string,
  sections: readonly GridSection[],
  pages: PagesState,
): TilePosition | undefined {
  for (const [section, one] of sections.entries()) {
    const loaded = one.photos.findIndex((photo) => photo?.imageId === photoId);
    const ids = loaded < 0 ? idsAt(one, pages[one.key], { first: 0, end: one.count }) : undefined;
    const found = loaded < 0 ? (ids?.indexOf(photoId) ?? -1) : loaded;
    if (found >= 0) return { section, tile: found };
  }
  return undefined;
}

/** Whether some of a tile is visible below the sticky parts above the photos. */
function isInSight(engine: GridEngine, { section, tile }: TilePosition): boolean {
  const { layout } = engine.getView();
  if (!layout) return false;
  const { top, height } = engine.getViewport();
  const from = topOfTile(layout, section, tile);
  const end = from + heightOfTile(layout, section, tile);
  return end > top + layout.frame.headingHeight + PAGE_BAR && from < top + height;
}

/** Gives the focus to a photo that is drawn. */
export function focusTile({ section, tile }: TilePosition): void {
  const cell = document.querySelector(`[data-tile="${section}/${tile}"]`);
  cell?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
}

/** The photo last shown by a preview, by view. */
const lastViewed = createStore<{ photoIds: ReadonlyMap<string, string> }>(() => ({ photoIds: new Map() }));

/** Records which photo the preview of a view is showing. `view` is its name, such as 'timeline'. */
export function rememberViewed(view: string, photoId: string): void {
  lastViewed.setState(({ photoIds }) => ({ photoIds: new Map(photoIds).set(view, photoId) }));
}

/** Returns the last viewed photo, once. */
function takeViewed(view: string): string | undefined {
  const { photoIds } = lastViewed.getState();
  const photoId = photoIds.get(view);
  const rest = new Map(photoIds);
  rest.delete(view);
  lastViewed.setState({ photoIds: rest });
  return photoId;
}
