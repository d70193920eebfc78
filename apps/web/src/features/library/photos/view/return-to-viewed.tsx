import { useLayoutEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';
import type { TilePosition } from '../geometry/timeline-layout.ts';
import { heightOfTile, topOfTile } from '../geometry/timeline-layout.ts';
import { type GridEngine, PAGE_BAR } from '../grid/grid-engine.ts';
import { idsAt } from '../selection/id-lookup.ts';
import type { GridSection } from '../store/grid-sections.ts';
import type { PagesState } from '../store/section-pages.ts';

type Props = {
  engine: GridEngine;
  view: string;
  sections: readonly GridSection[];
  pages: PagesState;
  /** Opens a section of which a part is folded away. */
  onOpen: (sectionKey: string) => void;
};

/**
 * Back from the preview, the photo it showed last has the focus. The view stands where it stood, unless the preview
 * moved on to a photo that is out of sight there [TL-23].
 */
export function ReturnToViewed({ engine, view, sections, pages, onOpen }: Props) {
  const awaited = useRef<string>(undefined);
  useLayoutEffect(() => {
    awaited.current = takeViewed(view) ?? awaited.current;
  }, [view]);

  useLayoutEffect(() => {
    const place = awaited.current && findPlace(awaited.current, sections, pages);
    const section = place && sections[place.section];
    const isFolded = section && place.tile >= section.tileCount - (section.moreCount > 0 ? 1 : 0);
    // Its month opens, and with that it is looked for again.
    if (isFolded) return onOpen(section.key);
    awaited.current = undefined;
    if (!place) return;
    if (!isInSight(engine, place)) engine.reveal(place);
    // By then the tile is drawn, and the page has given the focus to its heading.
    requestAnimationFrame(() => focusTile(place));
  }, [engine, sections, pages, onOpen]);
  return null;
}

/** Where a photo stands among all of its section. */
function findPlace(
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

/** Whether anything of a tile can be seen below what sticks above the photos. */
function isInSight(engine: GridEngine, { section, tile }: TilePosition): boolean {
  const { layout } = engine.getView();
  if (!layout) return false;
  const { top, height } = engine.getViewport();
  const from = topOfTile(layout, section, tile);
  const end = from + heightOfTile(layout, section, tile);
  return end > top + layout.frame.headingHeight + PAGE_BAR && from < top + height;
}

function focusTile({ section, tile }: TilePosition): void {
  const cell = document.querySelector(`[data-tile="${section}/${tile}"]`);
  cell?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
}

/** The photo a preview showed last, by view: what the view brings into sight and focuses when it is back. */
const store = createStore<{ photoIds: ReadonlyMap<string, string> }>(() => ({ photoIds: new Map() }));

/** Tells a view which photo its preview shows now. `view` is the name its photos are kept under, as 'timeline'. */
export function rememberViewed(view: string, photoId: string): void {
  store.setState(({ photoIds }) => ({ photoIds: new Map(photoIds).set(view, photoId) }));
}

/** The photo last viewed; asked for once. */
function takeViewed(view: string): string | undefined {
  const { photoIds } = store.getState();
  const photoId = photoIds.get(view);
  const rest = new Map(photoIds);
  rest.delete(view);
  store.setState({ photoIds: rest });
  return photoId;
}
