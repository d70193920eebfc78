import { addAlbumPhotos } from '@keepsake/contracts';
import { call } from '#/shared/api/call.ts';
import { idBatches } from '#/shared/api/id-batches.ts';
import { showPhotos } from '#/shared/pending-removals/hidden-photos.ts';

/** Puts photos into an album, batch by batch [CPY-08]; doing it again adds nothing twice. */
export async function addToAlbum(albumId: string, photoIds: readonly string[]): Promise<void> {
  for (const batch of idBatches(photoIds)) {
    await call(addAlbumPhotos, { params: { albumId }, body: { photoIds: [...batch] } });
    showPhotos(`album ${albumId}`, batch);
  }
}
