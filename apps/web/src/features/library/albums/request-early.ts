import { buildUrl } from '@keepsake/contracts/platform/build-url';
import { ALBUMS_PATH, FIRST_ALBUMS_PAGE_SIZE } from '@keepsake/contracts/platform/start-of-page';
import { requestEarly } from '#/shared/api/early-answers.ts';
import { deviceStorage } from '#/shared/surviving-storage.ts';
import { ALBUM_SORT_STORAGE_KEY, parseAlbumSort } from './saved-album-sort.ts';

/** Requests the first albums if they are the page at this address. `base` is the address of the photo service. */
export function requestAlbumsEarly(base: string, token: string): void {
  if (window.location.pathname !== '/my-photos/albums') return;
  const sort = parseAlbumSort(deviceStorage.getItem(ALBUM_SORT_STORAGE_KEY));
  const url = buildUrl(
    base,
    ALBUMS_PATH,
    {},
    { ...sort, limit: FIRST_ALBUMS_PAGE_SIZE, displaySharedData: true },
  );
  requestEarly({ endpoint: 'getAlbums', method: 'GET', url, token });
}

/** The code of the page of all albums, requested before the app asks for it. */
export const loadAlbumsGrid = () => import('./albums-grid.tsx');
