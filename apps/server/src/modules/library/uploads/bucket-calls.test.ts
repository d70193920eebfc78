import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { DatabaseConnection } from '../../../platform/database/database.ts';
import { newJpeg } from '../../../testing/photos.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { clientOf } from '../../../testing/upload-client.ts';
import { createPhotos } from '../photos/index.ts';
import { createTestUploads, verifyId } from './serve-uploads.fixture.ts';

test('a photo takes five calls to the bucket and, to be saved, one to the database', async () => {
  const statements: string[] = [];
  const world = await startWorld({
    storage: 'S3',
    verifyToken: verifyId,
    modules: async (parts) => [
      createTestUploads({ ...parts, connection: noting(parts.connection, statements) }),
      await createPhotos({
        ...parts,
        countAlbums: async () => 0,
        findAlbums: async () => ({ albums: [], albumsCount: 0 }),
        removeFromAlbums: async () => undefined,
        removeFromProjects: async () => undefined,
        restoreInAlbums: async () => undefined,
        forgetInAlbums: async () => undefined,
        restoreInProjects: async () => undefined,
        restorableDays: async () => 30,
        updateInAlbums: async () => undefined,
        saveMeasures: async () => undefined,
        forgetMeasures: async () => undefined,
        moveInAlbums: async () => undefined,
        canSeeShared: async () => false,
        isLibraryHidden: async () => false,
        storageEndOf: async () => null,
        timeZoneOf: async () => 'UTC',
        presentPhotos: async () => [],
        quota: { photos: null, bytes: null },
      }),
    ],
  });
  const client = clientOf(world.address);
  const before = world.bucketCalls.length;
  const url = await client.send(await newJpeg(900, 600));
  statements.length = 0;
  const { photo } = await client.commit(url);
  // The node knows the upload; its photo is added with everything that belongs to it.
  expect(statements).toEqual(['RawNode']);
  await world.run('make-thumbnails', { customerId: client.customerId, photoId: photo.imageId });
  // The original, which is read once, and three thumbnails.
  const methods = world.bucketCalls.slice(before).map((call) => call.split(' ')[0]);
  expect(methods.toSorted()).toEqual(['GET', 'PUT', 'PUT', 'PUT', 'PUT']);
  const { thumbnail_state } = await world.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow();
  expect(thumbnail_state).toBe('success');
  await world.stop();
});

/** The same connection, which records its prepared statements. */
function noting({ db, prepared }: DatabaseConnection, statements: string[]) {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db, prepared: prepared.withPlugin(plugin) };
}
