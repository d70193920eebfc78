import { type Sort, sortKey, sortOrder } from '@keepsake/contracts';
import { createStoredValue } from '#/shared/storage.ts';

/** Views that each remember their own sort [SRT-01]. */
export type SortView = 'photos' | 'albumPhotos' | 'sharedAlbumPhotos';

const DEFAULT_SORT: Record<SortView, Sort> = {
  photos: { sortKey: 'dateTaken', sortOrder: 'desc' },
  albumPhotos: { sortKey: 'created', sortOrder: 'desc' },
  sharedAlbumPhotos: { sortKey: 'created', sortOrder: 'desc' },
};

/** Name in local storage. */
export const sortStorageKey = (view: SortView) => `sort:${view}`;

/** The sort of a view, kept in local storage. */
export const createStoredSort = (view: SortView) =>
  createStoredValue({
    key: sortStorageKey(view),
    parse: (saved) => parseSort(saved, view),
    format: JSON.stringify,
  });

/** A saved sort; the view's default unless both its parts are valid [SRT-08]. */
export function parseSort(saved: string | null, view: SortView): Sort {
  const { sortKey: savedKey, sortOrder: savedOrder } = parseObject(saved);
  // An older name of the same key.
  const key = sortKey.safeParse(savedKey === 'uploaded' ? 'created' : savedKey);
  const order = sortOrder.safeParse(savedOrder);
  if (!key.success || !order.success) return DEFAULT_SORT[view];
  return { sortKey: key.data, sortOrder: order.data };
}

function parseObject(saved: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(saved ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
