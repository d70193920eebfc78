import { getSharedAlbumLayout, getSharedAlbumPhotos, PHOTOS_PAGE_SIZE, type Sort } from '@keepsake/contracts';
import { call } from '#/shared/api/call.ts';
import type { PhotoSource } from '../photos/photo-source.ts';
import { placeQuery } from './place-query.ts';
import { learnFromLayout, learnFromPage } from './shared-owners.ts';

/** The photos of an album that is shared, of several customers, in one section. */
export function createSharedAlbumSource(albumId: string, sort: Sort): PhotoSource {
  const params = { albumId };
  return {
    key: `shared-album ${albumId} ${sort.sortKey} ${sort.sortOrder}`,
    action: 'LOAD_SHARED_ALBUM_PHOTOS',
    pageSize: PHOTOS_PAGE_SIZE,
    async loadPage({ cursor, offset, signal }) {
      const query = { limit: PHOTOS_PAGE_SIZE, ...sort, ...placeQuery({ cursor, offset }) };
      return learnFromPage(albumId, await call(getSharedAlbumPhotos, { params, query }, { signal }));
    },
    loadLayout: async (_section, signal) =>
      learnFromLayout(albumId, await call(getSharedAlbumLayout, { params, query: sort }, { signal })),
  };
}
