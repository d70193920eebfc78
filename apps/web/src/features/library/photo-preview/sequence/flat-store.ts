import { getPhoto, getPhotos, type Photo } from '@keepsake/contracts/library/photos';
import { createStore } from 'zustand/vanilla';
import { otherLists, type PhotoChange } from '#/features/library/photo-store/index.ts';
import type { TimelineView } from '#/features/library/photos/index.ts';
import { isAbsent } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { retryTemporary } from '#/shared/api/retry.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { type FlatAction, type FlatList, reduceFlat, type Side, startFlat } from './flat-list.ts';

export type FlatStore = ReturnType<typeof createFlatStore>;

/** Loads the library as one list in pages [PHO-09], in both directions from one photo. */
export function createFlatStore(opened: Photo, view: TimelineView) {
  const store = createStore<FlatList>(() => startFlat(opened));
  const stopping = new AbortController();
  const { signal } = stopping;

  function dispatch(action: FlatAction): void {
    if (!signal.aborted) store.setState((list) => reduceFlat(list, action), true);
  }

  async function fetchMore(side: Side): Promise<void> {
    const list = store.getState();
    const start = startOf(list, side);
    if (list[side].status === 'pending' || !start) return;
    dispatch({ type: 'fetch', side });
    try {
      const query = { ...view, sortOrder: orderOf(view, side), ...start };
      const page = await retryTemporary(() => call(getPhotos, { query }, { signal }), signal);
      dispatch({ type: 'fulfil', side, page });
    } catch (error) {
      if (!signal.aborted) reportFailure('LOAD_PHOTOS', error);
      dispatch({ type: 'reject', side });
    }
  }

  /** Reloads changed photos of the list. */
  async function refresh(photoIds: readonly string[]): Promise<void> {
    const existing = new Set(store.getState().photos.map(({ imageId }) => imageId));
    for (const photoId of photoIds.filter((id) => existing.has(id))) {
      const photo = await reload(photoId, signal);
      if (photo) change((one) => (one.imageId === photo.imageId ? photo : one));
    }
  }

  const change = (change: PhotoChange) => dispatch({ type: 'change', change });
  otherLists.add(change);
  signal.addEventListener('abort', () => otherLists.delete(change));

  return { store, dispatch, fetchMore, refresh, stop: () => stopping.abort() };
}

/** Undefined for a photo that is gone, which is announced by itself, and for one that keeps its earlier state. */
async function reload(photoId: string, signal: AbortSignal): Promise<Photo | undefined> {
  try {
    return await call(getPhoto, { params: { photoId } }, { signal });
  } catch (error) {
    if (!signal.aborted && !isAbsent(error)) reportFailure('LOAD_PHOTO', error);
    return undefined;
  }
}

function startOf({ photos, ...list }: FlatList, side: Side) {
  const { cursor } = list[side];
  if (cursor) return { cursor };
  const outermost = side === 'after' ? photos.at(-1) : photos[0];
  return outermost && cursor === undefined ? { after: outermost.imageId } : undefined;
}

function orderOf({ sortOrder }: TimelineView, side: Side) {
  if (side === 'after') return sortOrder;
  return sortOrder === 'asc' ? 'desc' : 'asc';
}
