import type { GridSection } from '#/features/library/photo-store/index.ts';
import { anchorAt, type TilePosition, type TimelineLayout, topOfTile } from '../geometry/timeline-layout.ts';

/**
 * The tile at the top of the viewport, with its photo's id if known, because the photo may move within its section. `offset`: how
 * far below the top its row begins.
 */
export type PhotoAnchor = {
  sectionKey: string;
  sectionIndex: number;
  tile: number;
  imageId?: string;
  offset: number;
};

type GridContent = { layout: TimelineLayout | null; sections: readonly GridSection[] };

/**
 * The tile to keep in place while the layout changes; undefined at the very top, where new photos may appear above. `at` is a
 * tile to prefer to the first of the topmost row.
 */
export function takeAnchor(
  { layout, sections }: GridContent,
  virtualTop: number,
  at?: TilePosition,
): PhotoAnchor | undefined {
  if (!layout || virtualTop <= 0) return undefined;
  const anchor = at
    ? { section: at.section, tile: at.tile, offset: topOfTile(layout, at.section, at.tile) - virtualTop }
    : anchorAt(layout, virtualTop);
  const section = anchor && sections[anchor.section];
  if (!anchor || !section) return undefined;
  const { tile, offset } = anchor;
  const imageId = section.photos[tile]?.imageId;
  return { sectionKey: section.key, sectionIndex: anchor.section, tile, imageId, offset };
}

type Following = {
  anchor: PhotoAnchor | undefined;
  layout: TimelineLayout;
  sections: readonly GridSection[];
};

/** The tile to keep in place at another top, and that top; undefined without an anchor. */
export function followAnchor({
  anchor,
  layout,
  sections,
}: Following): { at: TilePosition; top: number } | undefined {
  if (!anchor || sections.length === 0) return undefined;
  const isUnmoved = sections[anchor.sectionIndex]?.key === anchor.sectionKey;
  const found = isUnmoved ? anchor.sectionIndex : sections.findIndex((one) => one.key === anchor.sectionKey);
  if (found < 0) return undefined;
  const tile = tileOf(sections[found] as GridSection, anchor);
  return { at: { section: found, tile }, top: topOfTile(layout, found, tile) - anchor.offset };
}

function tileOf(section: GridSection, { imageId, tile }: PhotoAnchor): number {
  if (!imageId || section.photos[tile]?.imageId === imageId) return tile;
  const found = section.photos.findIndex((photo) => photo?.imageId === imageId);
  return found >= 0 ? found : Math.min(tile, Math.max(0, section.tileCount - 1));
}
