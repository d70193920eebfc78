export { addPhoto, findContents, type NewPhoto } from './add-photo.ts';
export { createPhotos } from './create-photos.ts';
export {
  beginLibraryDeletion,
  findLibraryDeletion,
  stopLibraryDeletion,
} from './deletion/library-deletion.ts';
export { findPhotoIds } from './find-photo-ids.ts';
export { markOrdered } from './mark-ordered.ts';
export type { CanSeeShared } from './media-routes.ts';
export { mendPhoto } from './mend-photo.ts';
export { readPhotosCount } from './month-counts.ts';
export type { PhotoView } from './photo-of-row.ts';
export type { PhotoRow } from './photo-row.ts';
export { createPresentPhotos, type PresentPhotos } from './present-photos.ts';
export { type Original, readOriginals } from './read-originals.ts';
