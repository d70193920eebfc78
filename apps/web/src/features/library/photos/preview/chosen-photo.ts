import type { Photo } from '@keepsake/contracts';
import type { ChosenPhotos } from '#/shared/extension-points.ts';

/** The photo of a preview, as actions are told of it. */
export function chosenOf(photo: Photo, sharedAlbumId: string | undefined): ChosenPhotos {
  const { imageId, ownerId } = photo;
  return {
    photoIds: [imageId],
    photoOf: (photoId) => (photoId === imageId ? photo : undefined),
    ...(ownerId && { ownerOf: () => ownerId }),
    ...(sharedAlbumId && { sharedAlbumId }),
  };
}
