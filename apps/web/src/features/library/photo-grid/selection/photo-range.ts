import type { GridSection } from '#/features/library/photo-store/index.ts';
import type { TilePosition } from '../geometry/timeline-layout.ts';

/** Photos of one section by index among the visible ones: from `first` up to but excluding `end`. */
export type PhotoSlice = { section: number; first: number; end: number };

/** From one photo to another, both inclusive; `from` comes first in the grid. */
export type PhotoRange = { from: TilePosition; to: TilePosition };

/** The range between two photos in either order. */
export function rangeBetween(a: TilePosition, b: TilePosition): PhotoRange {
  const isInOrder = a.section < b.section || (a.section === b.section && a.tile <= b.tile);
  return isInOrder ? { from: a, to: b } : { from: b, to: a };
}

/** The photos of a range by section, including those folded behind '+N'. */
export function slicesOf(sections: readonly GridSection[], { from, to }: PhotoRange): PhotoSlice[] {
  const slices: PhotoSlice[] = [];
  for (let section = from.section; section <= to.section; section++) {
    const count = sections[section]?.count ?? 0;
    const first = section === from.section ? from.tile : 0;
    const end = section === to.section ? Math.min(to.tile + 1, count) : count;
    if (end > first) slices.push({ section, first, end });
  }
  return slices;
}

/** Number of photos in slices. */
export function countOf(slices: readonly PhotoSlice[]): number {
  return slices.reduce((sum, { first, end }) => sum + end - first, 0);
}

/** Tiles of a section within a range. */
export function tilesInRange(
  range: PhotoRange | null,
  section: number,
): { first: number; end: number } | null {
  if (!range || section < range.from.section || section > range.to.section) return null;
  return {
    first: section === range.from.section ? range.from.tile : 0,
    end: section === range.to.section ? range.to.tile + 1 : Number.POSITIVE_INFINITY,
  };
}
