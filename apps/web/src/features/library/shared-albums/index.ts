export { useSharedAlbum } from './queries.ts';
export { DeleteSharedAlbum, SharedAlbumPage } from './shared-album-page.tsx';
export { GoToShared, SharedAlbumsGrid } from './shared-albums-grid.tsx';
