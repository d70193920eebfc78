import { photosCron as thumbnailsCron } from './check-thumbnails.ts';
import { deletionsCron } from './deletion/check-deletions.ts';

export { addPhoto, findContents, type NewPhoto } from './add-photo.ts';
export { createPhotos } from './create-photos.ts';
export { findLibraryDeletion } from './deletion/library-deletion.ts';
export const photosCron = [thumbnailsCron, deletionsCron].join('\n');
export { mendPhoto } from './mend-photo.ts';
export { type Original, readOriginals } from './read-originals.ts';
