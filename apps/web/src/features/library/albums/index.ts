export { AddToAlbumButton, EmptyAlbum } from './add-to-album-button.tsx';
export { AddToAlbumPage } from './add-to-album-page.tsx';
export { AlbumPage } from './album-page.tsx';
export { AlbumLoadFailure, BackToAlbums, DeleteAlbumButton, useLeaveIfDeleted } from './album-pages.tsx';
export { AlbumsGrid } from './albums-grid.tsx';
export { useCopyToAlbumAction } from './copy-to-album-action.tsx';
export { useAlbum } from './queries.ts';
export { useRemoveFromAlbumAction } from './remove-from-album-action.tsx';
export { loadAlbumsGrid, requestAlbumsEarly } from './request-early.ts';
