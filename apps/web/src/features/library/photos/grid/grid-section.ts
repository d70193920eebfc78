import type { Photo } from '@keepsake/contracts';

/** A section as the grid draws it: photos at their places, and a last '+N' tile while more of them are folded away. */
export type GridSection = {
  key: string;
  /** All photos of the section, drawn or folded away. */
  count: number;
  /** Tiles drawn, the '+N' tile included. */
  tileCount: number;
  /** Photos behind the '+N' tile; 0 when there is none. */
  moreCount: number;
  /** width / height of each tile, 0 while unknown; null before any is known. Replaced whenever a value changes. */
  ratios: Float32Array | null;
  /** Photos by place; a missing one was not fetched yet. */
  photos: readonly (Photo | undefined)[];
  hasFailed: boolean;
  /** Where in its source each photo is, when some are hidden by a pending change; null when none is. */
  places: Int32Array | null;
};

/** Whether a tile is the '+N' tile. */
export function isMoreTile(section: GridSection, tile: number): boolean {
  return section.moreCount > 0 && tile === section.tileCount - 1;
}
