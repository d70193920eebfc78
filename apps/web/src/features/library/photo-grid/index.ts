export { DensityChoices, DensityControl } from './density.tsx';
export {
  anchorAt,
  heightOfTile,
  type TilePosition,
  type TimelineLayout,
  topOfTile,
} from './geometry/timeline-layout.ts';
export { type GridEngine, type GridView, PAGE_BAR } from './grid/grid-engine.ts';
export { PhotoGrid } from './grid/photo-grid.tsx';
export type { HrefOf } from './grid/photo-tile.tsx';
export { MarkedPhotos, OverPhotos, partialDateOf, useDescribePhoto } from './grid/use-describe-photo.ts';
export { detailOf, thumbnailOf, wasShown } from './grid/use-picture.ts';
export { tileAt } from './grid/use-tile-events.ts';
export { ViewSkeleton } from './grid/view-skeleton.tsx';
export { idsAt } from './selection/id-lookup.ts';
export { selectedIds, togglePhoto } from './selection/selection.ts';
export type { SelectionController } from './selection/selection-controller.ts';
export { selectionStoreOf, useClearSelectionsOnLeave } from './selection/selections.ts';
export { usePruneSelection } from './selection/use-prune-selection.ts';
export { useSelection, type ViewSelection } from './selection/use-selection.ts';
