import { expect, it } from 'vitest';
import { newJpeg } from '../../../testing/photos.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { clientOf } from '../../../testing/upload-client.ts';
import { createPhotos } from '../photos/index.ts';
import { createTestUploads, verifyId } from './serve-uploads.fixture.ts';

it('a photo takes five calls to the bucket: its original, which is read once, and three thumbnails', async () => {
  const world = await startWorld({
    storage: 'S3',
    verifyToken: verifyId,
    modules: async (parts) => [
      createTestUploads(parts),
      await createPhotos({
        ...parts,
        countAlbums: async () => 0,
        findAlbums: async () => ({ albums: [], albumsCount: 0 }),
        removeFromAlbums: async () => undefined,
        removeFromProjects: async () => undefined,
        updateInAlbums: async () => undefined,
        canSeeShared: async () => false,
        isLibraryHidden: async () => false,
        presentPhotos: async () => [],
        quota: { photos: null, bytes: null },
      }),
    ],
  });
  const client = clientOf(world.address);
  const before = world.bucketCalls.length;
  const { photo } = await client.commit(await client.send(await newJpeg(900, 600)));
  await world.run('make-thumbnails', { userId: client.customerId, photoId: photo.imageId });
  const methods = world.bucketCalls.slice(before).map((call) => call.split(' ')[0]);
  expect(methods.toSorted()).toEqual(['GET', 'PUT', 'PUT', 'PUT', 'PUT']);
  const { thumbnail_state } = await world.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow();
  expect(thumbnail_state).toBe('success');
  await world.stop();
});
