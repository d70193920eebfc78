import {
  ALBUM_SORT_KEYS,
  type AlbumSortKey,
  SORT_ORDERS,
  type SortOrder,
} from '@keepsake/contracts/platform/start-of-page';

export type AlbumSort = { sortKey: AlbumSortKey; sortOrder: SortOrder };

/** Key in local storage. */
export const ALBUM_SORT_STORAGE_KEY = 'sort:albums';

/** Parses a saved sort; newest first unless both parts are valid. */
export function parseAlbumSort(saved: string | null): AlbumSort {
  const [savedKey, savedOrder] = saved?.split(' ') ?? [];
  const sortKey = ALBUM_SORT_KEYS.find((key) => key === savedKey);
  const sortOrder = SORT_ORDERS.find((order) => order === savedOrder);
  return sortKey && sortOrder ? { sortKey, sortOrder } : { sortKey: 'created', sortOrder: 'desc' };
}
