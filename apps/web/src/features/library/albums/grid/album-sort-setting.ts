import { albumSortKey, sortOrder } from '@keepsake/contracts';
import { createStoredValue } from '#/shared/storage/stored-value.ts';
import type { AlbumSort } from '../api/album-queries.ts';

const NEWEST_FIRST: AlbumSort = { sortKey: 'created', sortOrder: 'desc' };

/** How the customer's albums are sorted: by date, name or number of photos. */
export const albumsSort = createStoredValue<AlbumSort>({
  key: 'sort:albums',
  parse: parseSort,
  format: ({ sortKey, sortOrder: order }) => `${sortKey} ${order}`,
});

function parseSort(saved: string | null): AlbumSort {
  const [key, order] = saved?.split(' ') ?? [];
  const parsed = { key: albumSortKey.safeParse(key), order: sortOrder.safeParse(order) };
  if (!parsed.key.success || !parsed.order.success) return NEWEST_FIRST;
  return { sortKey: parsed.key.data, sortOrder: parsed.order.data };
}
