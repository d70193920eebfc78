export { AddToAlbumButton, EmptyAlbum } from './add-to-album-button.tsx';
export { AddToAlbumPage } from './add-to-album-page.tsx';
export { AlbumDetails, DetailsSkeleton, FixedName, HeaderCover, NameSkeleton } from './album-header.tsx';
export { AlbumPage, DeleteAlbum } from './album-page.tsx';
export {
  AlbumLoadFailure,
  BackToAlbums,
  DeleteAlbumButton,
  useAlbumTitle,
  useLeaveIfDeleted,
} from './album-pages.tsx';
export { AlbumIcon, AlbumTiles, PeopleIcon, RemoveFromAlbumIcon } from './album-tile.tsx';
export { AlbumsGrid } from './albums-grid.tsx';
export { useCopyToAlbumAction } from './copy-to-album-action.tsx';
export { useCoverAction } from './cover-action.tsx';
export { useUploadPage } from './leave-for-upload.ts';
export { useMoveAction } from './move-action.tsx';
export { concernsCover, useAlbum } from './queries.ts';
export { useRemoveFromAlbumAction } from './remove-from-album-action.tsx';
export { loadAlbumsGrid, requestAlbumsEarly } from './request-early.ts';
