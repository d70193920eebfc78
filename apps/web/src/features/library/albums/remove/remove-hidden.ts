import { removeAlbumPhotos } from '@keepsake/contracts';
import { call } from '#/shared/api/call.ts';
import { idBatches } from '#/shared/api/id-batches.ts';
import { hidePhotos } from '#/shared/pending-removals/hidden-photos.ts';

/** Takes photos out of an album, where they are hidden at once [ALD-28]; a failure brings them back [ALD-29]. */
export async function removeHidden(albumId: string, photoIds: readonly string[]): Promise<void> {
  const hiding = hidePhotos(`album ${albumId}`, photoIds);
  try {
    for (const batch of idBatches(photoIds)) {
      await call(removeAlbumPhotos, { params: { albumId }, body: { photoIds: [...batch] } });
    }
    hiding.succeed();
  } catch (error) {
    hiding.fail();
    throw error;
  }
}
