import { createDownload, createSharedAlbumDownload } from '@keepsake/contracts/library/downloads';
import type { ChosenPhotos } from '#/features/library/photo-view/index.ts';
import { call } from '#/shared/api/call.ts';
import { awaitArchive, takeAwaited } from './awaited-archives.ts';

type Archive = {
  chosen: ChosenPhotos;
  /** Name in the list of downloads. */
  name: string;
  onDone: () => void;
  /** The toast saying that it is being prepared. */
  toast: number;
};

/** Requests an archive and waits for it on this page. Loaded on first use. */
export async function createArchive(
  { chosen, name, ...awaited }: Archive,
  press: { idempotencyKey: string },
): Promise<void> {
  const { photoIds, ownerOf, sharedAlbumId } = chosen;
  if (sharedAlbumId && ownerOf) {
    const photos = photoIds.map((photoId) => ({ photoId, ownerId: ownerOf(photoId) }));
    const body = { albumId: sharedAlbumId, photos };
    const { id } = await call(createSharedAlbumDownload, { body }, press);
    awaitArchive({ downloadId: id, ...awaited });
    return;
  }
  const id = press.idempotencyKey;
  // Registered first, because its push message may arrive before the response.
  awaitArchive({ downloadId: id, ...awaited });
  try {
    await call(createDownload, { body: { id, name, photos: [...photoIds] } }, press);
  } catch (error) {
    takeAwaited(id);
    throw error;
  }
}
