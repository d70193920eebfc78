export type { AlbumRow } from './album-row.ts';
export { deleteAlbum, lockAlbum } from './change-album.ts';
export { addToAlbum, countIn } from './change-album-photos.ts';
export { createAlbums } from './create-albums.ts';
export { forgetSharedAccess, SHARED_ALBUM_CHANGED_CHANNEL } from './forget-shared-access.ts';
export { presentAlbums } from './present-albums.ts';
export { readAlbumLayout, readAlbumOwners, readAlbumPhotoPage } from './read-album-photos.ts';
export { readAlbum, readAlbums } from './read-albums.ts';
export { type AlbumRef, tellAlbumsChanged } from './tell-albums-changed.ts';
