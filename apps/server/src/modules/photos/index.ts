export { addPhoto, findContents, type NewPhoto } from './add-photo.ts';
export { photosCron } from './check-thumbnails.ts';
export { createPhotos } from './create-photos.ts';
export { photoOfRow } from './photo-of-row.ts';
export { readPhoto } from './read-pages.ts';
