export { addPhoto, findContents, type NewPhoto } from './add-photo.ts';
export { photosCron } from './check-thumbnails.ts';
export { createPhotos } from './create-photos.ts';
