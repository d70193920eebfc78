export { useSharedAlbum } from './queries.ts';
export { SharedAlbumPage } from './shared-album-page.tsx';
