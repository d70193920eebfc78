import type { Photo, PhotoPage } from '@keepsake/contracts/library/photos';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { type PendingRemovals, type Scope, usePendingRemovals } from '#/features/library/state/index.ts';
import type { PhotoChange, PhotoSource, SourceSection } from './photo-source.ts';
import { createPhotoStore, type PhotoStore } from './photo-store.ts';
import type { PagesState } from './section-pages.ts';

/** Photos outlive their screens, so that they are still there after a preview, as long as the query client. */
const stores = new WeakMap<QueryClient, Map<string, PhotoStore>>();
const NOTHING: PagesState = {};

/** The store of a view, and the loaded data of this source. `view` is 'timeline' or identifies an album. */
export function usePhotoStore(view: string, source: PhotoSource, sections: readonly SourceSection[]) {
  const store = storeOf(useQueryClient(), view, source);
  useSyncExternalStore(store.subscribe, store.getState);
  const isCurrent = store.isOf(source);
  useLayoutEffect(() => {
    store.use(source);
    store.expect(sections);
  }, [store, source, sections]);
  return { store, pages: isCurrent ? store.stateAt(sections) : NOTHING };
}

/** Stores first pages delivered together with the sections. A view that has switched to another source ignores them. */
export function fillPhotoStore(
  client: QueryClient,
  { view, source }: { view: string; source: PhotoSource },
  { pages, requestedAt }: { pages: readonly FirstPage[]; requestedAt: number },
): void {
  const store = storeOf(client, view, source);
  if (!store.isOf(source)) return;
  for (const { section, page } of pages) store.fill(section, page, requestedAt);
}

type FirstPage = { section: SourceSection; page: PhotoPage };
type LoadedPhoto = { photo: Photo; view: string; section: string };

/** A photo loaded by any view, to show before anything else is known; not as a deleted one, whose addresses are others. */
export function findLoadedPhoto(client: QueryClient, photoId: string): LoadedPhoto | undefined {
  for (const [view, store] of stores.get(client) ?? []) {
    for (const [section, { items }] of Object.entries(store.getState())) {
      const photo = items.find((one) => one?.imageId === photoId);
      if (photo && view !== 'deleted') return { photo, view, section };
    }
  }
  return undefined;
}

/** Lists outside these stores that show photos as well. */
export const otherLists = new Set<(change: PhotoChange) => void>();

/** The loaded photos of all views. */
export const photoStoresOf = (client: QueryClient): PhotoStore[] => [...(stores.get(client)?.values() ?? [])];

function storeOf(client: QueryClient, view: string, source: PhotoSource): PhotoStore {
  const ofClient = stores.get(client) ?? new Map<string, PhotoStore>();
  stores.set(client, ofClient);
  const store = ofClient.get(view) ?? createPhotoStore(source);
  ofClient.set(view, store);
  return store;
}

/** Photos hidden by removals: from the library everywhere but among deleted ones, from an album only in that album. */
export function useHiddenIn(scope: Scope = 'library'): PendingRemovals {
  const inLibrary = usePendingRemovals('library');
  const inScope = usePendingRemovals(scope);
  return useMemo(
    () =>
      scope === 'deleted' ? inScope : inScope.size === 0 ? inLibrary : new Map([...inScope, ...inLibrary]),
    [scope, inLibrary, inScope],
  );
}
