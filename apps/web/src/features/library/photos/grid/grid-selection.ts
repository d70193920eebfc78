import type { PhotoRange } from '../selection/photo-range.ts';
import type { TilePlace } from './move-focus.ts';

/** What a grid needs to know of a selection, and what it tells of clicks and keys. */
export type GridSelection = {
  isSelecting: boolean;
  selectedIn: (sectionKey: string) => ReadonlySet<string>;
  /** What a click with Shift would take now. */
  range: PhotoRange | null;
  /** Whether something was chosen that a range can begin at. */
  hasStart: () => boolean;
  toggle: (place: TilePlace) => void;
  /** From where the last choice was made up to here. */
  extendTo: (place: TilePlace) => void;
  toggleSection: (sectionKey: string) => void;
  /** The pointer is over a tile with Shift held, or no longer. */
  showRange: (place: TilePlace | null) => void;
};
