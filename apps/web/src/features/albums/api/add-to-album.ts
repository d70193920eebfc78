import { addAlbumPhotos, ID_BATCH_SIZE } from '@keepsake/contracts';
import { call } from '#/shared/api/call.ts';
import { showPhotos } from '#/shared/hidden-photos/hidden-photos.ts';

/** Puts photos into an album, batch by batch [CPY-08]; doing it again adds nothing twice. */
export async function addToAlbum(albumId: string, photoIds: readonly string[]): Promise<void> {
  for (let start = 0; start < photoIds.length; start += ID_BATCH_SIZE) {
    const batch = photoIds.slice(start, start + ID_BATCH_SIZE);
    await call(addAlbumPhotos, { params: { albumId }, body: { photoIds: batch } });
    showPhotos(`album ${albumId}`, batch);
  }
}
