import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { GridSection, PhotoStore } from '#/features/library/photo-store/index.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import type { TilePosition } from '../geometry/timeline-layout.ts';
import { countOf, type PhotoRange, slicesOf } from './photo-range.ts';
import { type Selection, selectedIn } from './selection.ts';
import { createSelectionController, MAX_SELECTED, type SelectionController } from './selection-controller.ts';
import type { SelectionStore } from './selection-store.ts';
import { selectionStoreOf } from './selections.ts';

type Options = {
  view: string;
  /** Identifies the photos and their order. */
  sourceKey: string;
  photos: PhotoStore;
  gridSections: readonly GridSection[];
};

/** The selection as used by the grid, with its commands. */
export type GridSelection = {
  isSelecting: boolean;
  selectedIn: (sectionKey: string) => ReadonlySet<string>;
  /** What a click with Shift would select now. */
  range: PhotoRange | null;
  /** Whether there is a photo from which a range can start. */
  hasStart: () => boolean;
  toggle: (at: TilePosition) => void;
  /** Extends the range from the last selected photo to this one. */
  extendTo: (at: TilePosition) => void;
  toggleSection: (sectionKey: string) => void;
  /** The pointer is over a tile with Shift held; null when it no longer is. */
  showRange: (at: TilePosition | null) => void;
};

export type ViewSelection = {
  selection: Selection;
  store: SelectionStore;
  controller: SelectionController;
  forGrid: GridSelection;
  /** Number of photos that a click with Shift would select now. */
  rangeCount: number;
  /** Number of photos still being looked up. */
  awaited: number;
};

/** The selection of a view and its commands. */
export function useSelection({ view, sourceKey, photos, gridSections }: Options): ViewSelection {
  const store = selectionStoreOf(useQueryClient(), view);
  const { selection, awaited } = useStore(store);
  const [range, setRange] = useState<PhotoRange | null>(null);
  const onRefused = useRefusal();
  const controller = useMemo(
    () => createSelectionController({ store, photos, onRefused }),
    [store, photos, onRefused],
  );
  useLayoutEffect(() => controller.setSections(gridSections), [controller, gridSections]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the order changes
  useEffect(() => controller.restart, [controller, sourceKey]);

  const shown = selection.isSelecting ? range : null;
  const forGrid = useMemo<GridSelection>(
    () => ({
      isSelecting: selection.isSelecting,
      selectedIn: (key) => selectedIn(selection, key),
      range: shown,
      hasStart: controller.hasStart,
      toggle: controller.toggle,
      extendTo: (at) => void controller.extendTo(at),
      toggleSection: (key) => void controller.toggleSection(key),
      showRange: (at) => setRange(at && controller.rangeTo(at)),
    }),
    [selection, shown, controller],
  );
  const rangeCount = shown ? countOf(slicesOf(gridSections, shown)) : 0;
  return { selection, store, controller, forGrid, rangeCount, awaited };
}

/** Shows why nothing was selected. */
function useRefusal() {
  const { t } = useTranslation();
  return useMemo(
    () => (why: 'too-many' | 'not-loaded') =>
      showToast({
        message:
          why === 'too-many' ? t('selection.tooMany', { max: MAX_SELECTED }) : t('selection.notLoaded'),
        tone: 'failure',
      }),
    [t],
  );
}
