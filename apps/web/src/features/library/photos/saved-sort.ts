import { SORT_KEYS, SORT_ORDERS, type Sort } from '@keepsake/contracts/platform/start-of-page';
import { fieldsOf, parseJson } from '#/shared/json.ts';

/** Views that each remember their own sort [SRT-01]. */
export type SortView = 'photos' | 'albumPhotos' | 'sharedAlbumPhotos';

const DEFAULT_SORT: Record<SortView, Sort> = {
  photos: { sortKey: 'dateTaken', sortOrder: 'desc' },
  albumPhotos: { sortKey: 'created', sortOrder: 'desc' },
  sharedAlbumPhotos: { sortKey: 'created', sortOrder: 'desc' },
};

/** Name in local storage. */
export const sortStorageKey = (view: SortView) => `sort:${view}`;

/** A saved sort; the view's default unless both its parts are valid [SRT-08]. */
export function parseSort(saved: string | null, view: SortView): Sort {
  const { sortKey: savedKey, sortOrder: savedOrder } = fieldsOf(parseJson(saved));
  // A former name of the same key.
  const sortKey = SORT_KEYS.find((key) => key === (savedKey === 'uploaded' ? 'created' : savedKey));
  const sortOrder = SORT_ORDERS.find((order) => order === savedOrder);
  return sortKey && sortOrder ? { sortKey, sortOrder } : DEFAULT_SORT[view];
}
