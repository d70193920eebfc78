import { expect, test } from 'vitest';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { pictureOf } from './photo-picture.tsx';

const [photo] = makePhotos(0, 1);
const thumbnails = ([300, 800, 1300] as const).map((id) => ({ id, url: `/media/a/${id}` }));

test('the preview shows the thumbnail of 1300 pixels [PHO-04]', () => {
  if (!photo) throw new Error('The fixture made no photo');
  expect(pictureOf({ ...photo, thumbnails, thumbnailState: 'success' })).toBe('/media/a/1300');
});

test('a photo without thumbnails has no picture yet', () => {
  if (!photo) throw new Error('The fixture made no photo');
  expect(pictureOf({ ...photo, thumbnails: [], thumbnailState: 'loading' })).toBeUndefined();
});
