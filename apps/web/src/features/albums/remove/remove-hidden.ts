import { ID_BATCH_SIZE, removeAlbumPhotos } from '@keepsake/contracts';
import { call } from '#/shared/api/call.ts';
import { hidePhotos } from '#/shared/hidden-photos/hidden-photos.ts';

/** Takes photos out of an album, where they are hidden at once [ALD-28]; a failure brings them back [ALD-29]. */
export async function removeHidden(albumId: string, photoIds: readonly string[]): Promise<void> {
  const hiding = hidePhotos(`album ${albumId}`, photoIds);
  try {
    for (let start = 0; start < photoIds.length; start += ID_BATCH_SIZE) {
      const batch = photoIds.slice(start, start + ID_BATCH_SIZE);
      await call(removeAlbumPhotos, { params: { albumId }, body: { photoIds: batch } });
    }
    hiding.succeed();
  } catch (error) {
    hiding.fail();
    throw error;
  }
}
