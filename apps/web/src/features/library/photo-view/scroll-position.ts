import {
  anchorAt,
  type TilePosition,
  type TimelineLayout,
  topOfTile,
} from '#/features/library/photo-grid/index.ts';
import { fieldsOf, parseJson } from '#/shared/json.ts';

/**
 * A scroll position as two non-negative numbers [TL-38]: the number of tiles before the topmost row, and how many pixels of
 * that row are scrolled away. Unlike a pixel offset, it survives another width and growing months. `above`: how many pixels of
 * the page above the photos are visible.
 */
export type ScrollPosition = { photo: number; offset: number; above?: number };

/** The position of the viewport's top. */
export function scrollPositionAt(layout: TimelineLayout, top: number): ScrollPosition {
  if (top < 0) return { photo: 0, offset: 0, above: Math.round(-top) };
  const anchor = anchorAt(layout, top);
  if (!anchor) return { photo: 0, offset: 0 };
  let before = 0;
  for (let section = 0; section < anchor.section; section++) before += layout.rowsOf(section).tileCount;
  // The heading counts as part of the first row, so that the offset is never negative.
  return { photo: before + anchor.tile, offset: Math.round(layout.frame.headingHeight - anchor.offset) };
}

/** Top of the viewport for a position. */
export function topOfPosition(layout: TimelineLayout, { photo, offset, above }: ScrollPosition): number {
  if (above) return -above;
  const at = tileOfPosition(layout, photo);
  if (!at) return layout.height();
  return topOfTile(layout, at.section, at.tile) - layout.frame.headingHeight + offset;
}

/** The tile with so many tiles before it; undefined if there are fewer. */
export function tileOfPosition(layout: TimelineLayout, photo: number): TilePosition | undefined {
  let left = photo;
  for (let section = 0; section < layout.sectionCount; section++) {
    const { tileCount } = layout.rowsOf(section);
    if (left < tileCount) return { section, tile: left };
    left -= tileCount;
  }
  return undefined;
}

/** A saved position; undefined unless it is two non-negative numbers. */
export function parseScrollPosition(saved: string | null): ScrollPosition | undefined {
  const { photo, offset, above } = fieldsOf(parseJson(saved));
  if (!isOffset(photo) || !isOffset(offset)) return undefined;
  return isOffset(above) ? { photo, offset, above } : { photo, offset };
}

const isOffset = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
