export { useSharedAlbum } from './queries.ts';
export { SharedAlbumPage } from './shared-album-page.tsx';
export { GoToShared, SharedAlbumsGrid } from './shared-albums-grid.tsx';
