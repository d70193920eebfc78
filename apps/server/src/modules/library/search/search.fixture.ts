import type { PhotosLayout } from '@keepsake/contracts/library/photos';
import type { searchPhotos } from '@keepsake/contracts/library/search';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { sql } from 'kysely';
import { addPhotoRow } from '../../../testing/photos.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createAlbums } from '../albums/index.ts';
import { createPhotos, createPresentPhotos } from '../photos/index.ts';
import { createSearch } from './index.ts';

type AnyBody = ResponseOf<typeof searchPhotos> & PhotosLayout & Required<ProblemBody> & { albumId: string };
type Described = {
  name?: string;
  takenAt?: string;
  caption?: string;
  make?: string;
  model?: string;
  isFavourite?: boolean;
  isOrdered?: boolean;
};

/** A library with albums that can be searched; it is 29 November 2026, a Sunday. */
export async function startSearch() {
  const world = await startWorld({
    modules: async (parts) => {
      const presentPhotos = createPresentPhotos(parts);
      const albums = createAlbums({ ...parts, presentPhotos });
      const photos = await createPhotos({
        ...parts,
        ...albums,
        removeFromProjects: async () => undefined,
        restoreInProjects: async () => undefined,
        restorableDays: async () => 30,
        canSeeShared: async () => false,
        saveMeasures: async () => undefined,
        forgetMeasures: async () => undefined,
        isLibraryHidden: async () => false,
        storageEndOf: async () => null,
        timeZoneOf: async () => 'UTC',
        presentPhotos,
        quota: { photos: null, bytes: null },
      });
      return [photos, albums, createSearch({ ...parts, timeZoneOf: async () => 'UTC', presentPhotos })];
    },
  });
  world.clock.now = new Date('2026-11-29T12:00:00Z');
  const { db } = world;
  const call = (customerId: CustomerId, method: string, path: string, body?: object) =>
    world.call<AnyBody>(customerId, method, `/photo-management${path}`, body);
  const search = (customerId: CustomerId, q: string, more = '') =>
    call(customerId, 'GET', `/photos/search?q=${encodeURIComponent(q)}${more}`);
  return {
    ...world,
    call,
    search,
    /** Adds a photo that is as described; returns its id. */
    async add(customerId: CustomerId, described: Described = {}): Promise<string> {
      const {
        name = 'a.jpg',
        takenAt = '2024-07-04T12:00:00',
        caption = null,
        make = null,
        model = null,
      } = described;
      const { isFavourite = false, isOrdered = false } = described;
      const { photoId } = await addPhotoRow(world, customerId, { fileName: name, takenAt });
      await sql`update photos set caption = ${caption}, camera_make = ${make}, camera_model = ${model},
        is_favourite = ${isFavourite}, is_ordered = ${isOrdered} where id = ${photoId}`.execute(db);
      return photoId;
    },
    async addAlbum(customerId: CustomerId, name: string, photoIds: readonly string[]): Promise<void> {
      const { albumId } = (await call(customerId, 'POST', '/albums', { name })).body;
      await call(customerId, 'POST', `/albums/${albumId}/photos`, { photoIds });
    },
    /** File names of what a search finds, in order. */
    async namesOf(customerId: CustomerId, q: string): Promise<string[]> {
      const { body } = await search(customerId, q);
      return body.images.map(({ localFileName }) => localFileName);
    },
  };
}

export type TestSearch = Awaited<ReturnType<typeof startSearch>>;
