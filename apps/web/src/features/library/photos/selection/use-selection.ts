import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { showToast } from '#/shared/ui/toasts.tsx';
import type { TilePosition } from '../geometry/timeline-layout.ts';
import type { GridSection } from '../store/grid-sections.ts';
import type { PhotoStore } from '../store/photo-store.ts';
import { countOf, type PhotoRange, slicesOf } from './photo-range.ts';
import { type Selection, selectedIn } from './selection.ts';
import { createSelectionController, MAX_SELECTED, type SelectionController } from './selection-controller.ts';
import { createSelectionStore, type SelectionStore } from './selection-store.ts';

/** A view's selection outlives its screen, as its photos do; it goes with their query client. */
const stores = new WeakMap<QueryClient, Map<string, SelectionStore>>();

type Options = {
  view: string;
  /** Names the photos and their order: another order has other sections, and no selection is carried over. */
  sourceKey: string;
  photos: PhotoStore;
  gridSections: readonly GridSection[];
};

export type ViewSelection = {
  selection: Selection;
  controller: SelectionController;
  forGrid: GridSelection;
  /** Photos that a click with Shift would take now; 0 when none. */
  rangeCount: number;
  /** Photos that are still being looked up. */
  awaited: number;
};

/** The selection of a view: what is selected, and everything that changes it. */
export function useSelection({ view, sourceKey, photos, gridSections }: Options): ViewSelection {
  const store = storeOf(useQueryClient(), view, sourceKey);
  const { selection, awaited } = useStore(store);
  const [range, setRange] = useState<PhotoRange | null>(null);
  const onRefused = useRefusal();
  const controller = useMemo(
    () => createSelectionController({ store, photos, onRefused }),
    [store, photos, onRefused],
  );
  useLayoutEffect(() => controller.setSections(gridSections), [controller, gridSections]);

  const shown = selection.isSelecting ? range : null;
  const forGrid = useMemo<GridSelection>(
    () => ({
      isSelecting: selection.isSelecting,
      selectedIn: (key) => selectedIn(selection, key),
      range: shown,
      hasStart: controller.hasStart,
      toggle: controller.toggle,
      extendTo: (place) => void controller.extendTo(place),
      toggleSection: (key) => void controller.toggleSection(key),
      showRange: (place) => setRange(place && controller.rangeTo(place)),
    }),
    [selection, shown, controller],
  );
  const rangeCount = shown ? countOf(slicesOf(gridSections, shown)) : 0;
  return { selection, controller, forGrid, rangeCount, awaited };
}

/** Tells why nothing was selected. */
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

/** The selection of a view in an order of its photos. */
export function storeOf(client: QueryClient, view: string, sourceKey: string): SelectionStore {
  const ofClient = stores.get(client) ?? new Map<string, SelectionStore>();
  stores.set(client, ofClient);
  const key = `${view} ${sourceKey}`;
  const store = ofClient.get(key) ?? createSelectionStore(view, sourceKey);
  ofClient.set(key, store);
  return store;
}

/** What a grid needs to know of a selection, and what it tells of clicks and keys. */
export type GridSelection = {
  isSelecting: boolean;
  selectedIn: (sectionKey: string) => ReadonlySet<string>;
  /** What a click with Shift would take now. */
  range: PhotoRange | null;
  /** Whether something was chosen that a range can begin at. */
  hasStart: () => boolean;
  toggle: (place: TilePosition) => void;
  /** From where the last choice was made up to here. */
  extendTo: (place: TilePosition) => void;
  toggleSection: (sectionKey: string) => void;
  /** The pointer is over a tile with Shift held, or no longer. */
  showRange: (place: TilePosition | null) => void;
};
