import { getAlbumLayout, getAlbumPhotos, PHOTOS_PAGE_SIZE, type Sort } from '@keepsake/contracts';
import { call } from '#/shared/api/call.ts';
import type { PhotoSource } from '../photos/photo-source.ts';
import { placeQuery } from './place-query.ts';

/** The photos of one of the customer's albums, in one section. */
export function createAlbumSource(albumId: string, sort: Sort): PhotoSource {
  const params = { albumId };
  return {
    key: `album ${albumId} ${sort.sortKey} ${sort.sortOrder}`,
    action: 'LOAD_ALBUM_PHOTOS',
    pageSize: PHOTOS_PAGE_SIZE,
    loadPage: ({ cursor, offset, signal }) => {
      const query = { limit: PHOTOS_PAGE_SIZE, ...sort, ...placeQuery({ cursor, offset }) };
      return call(getAlbumPhotos, { params, query }, { signal });
    },
    loadLayout: (_section, signal) => call(getAlbumLayout, { params, query: sort }, { signal }),
  };
}
