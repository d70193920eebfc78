import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { addPhotoRow } from '../../../testing/photos.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createAlbums } from '../albums/index.ts';
import { createPresentPhotos } from '../photos/index.ts';
import { createDateCandidates } from './index.ts';

export const HALDEN = { make: 'Halden', model: 'M5' };
export const PHONE = { make: 'Phone', model: '8' };

type Added = { camera?: typeof HALDEN; correctedTo?: 'second' | 'day' | 'month' | 'year' };

/** The module beside albums, at a moment of 2026. */
export async function startCandidates() {
  const world = await startWorld({
    now: new Date('2026-11-29T10:00:00Z'),
    modules: (parts) => [
      createAlbums({ ...parts, presentPhotos: createPresentPhotos(parts) }),
      createDateCandidates(parts),
    ],
  });
  return {
    ...world,
    /** Adds a photo of that name, date and camera; returns its id. */
    async add(customerId: CustomerId, fileName: string, takenAt: string | null, added: Added = {}) {
      const { photoId } = await addPhotoRow(world, customerId, { fileName, takenAt });
      const { camera, correctedTo } = added;
      await sql`update photos set camera_make = ${camera?.make ?? null}, camera_model = ${camera?.model ?? null},
        corrected_to = ${correctedTo ?? null} where user_id = ${customerId} and id = ${photoId}`.execute(
        world.db,
      );
      return photoId;
    },
    async addAlbum(customerId: CustomerId, name: string, photoIds: readonly string[]): Promise<string> {
      const albums = '/photo-management/albums';
      const { body } = await world.call<{ albumId: string }>(customerId, 'POST', albums, { name });
      await world.call(customerId, 'POST', `${albums}/${body.albumId}/photos`, { photoIds });
      return body.albumId;
    },
  };
}

export type TestCandidates = Awaited<ReturnType<typeof startCandidates>>;
