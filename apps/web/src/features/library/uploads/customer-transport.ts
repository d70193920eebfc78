import { addAlbumPhotos } from '@keepsake/contracts/library/albums';
import { commitUpload, findKnownContents, TUS_PATH } from '@keepsake/contracts/library/uploads';
import { restorePhotos } from '#/features/library/state/index.ts';
import { type ResumeMemory, sendFile, type Transport } from '#/features/library/upload-queue/index.ts';
import { isUnauthenticated } from '#/shared/api/api-problem.ts';
import { call, requireConnection } from '#/shared/api/call.ts';

/** Uploads as the signed-in customer. */
export function createCustomerTransport(memory: ResumeMemory): Transport {
  return {
    async send(file, sending) {
      const path = `${requireConnection().services.uploads}${TUS_PATH}`;
      const sendOnce = () =>
        sendFile({
          ...sending,
          file,
          endpoint: new URL(path, window.location.href).href,
          url: memory.recall(file),
          onUrl: (started) => memory.remember(file, started),
        });
      const url = await sendOnce().catch(async (error: unknown) => {
        if (!(await isRenewed(error))) throw error;
        return sendOnce();
      });
      return url.split('/').at(-1) ?? '';
    },
    async commit(file, uploadId, { albumId, signal }) {
      const request = { params: { uploadId }, body: albumId ? { albumId } : undefined };
      const { photo, duplicate, restored } = await call(commitUpload, request, { signal });
      memory.forget(file);
      // This page may have deleted it.
      if (restored) restorePhotos('library', [photo.imageId]);
      if (albumId) restorePhotos(`album ${albumId}`, [photo.imageId]);
      return { imageId: photo.imageId, isDuplicate: duplicate, isRestored: restored };
    },
    async findKnown(hashes) {
      const { known } = await call(findKnownContents, { body: { sha256: [...hashes] } });
      return new Map(known.map(({ sha256, imageId }) => [sha256, imageId]));
    },
    async addToAlbum(albumId, photoIds) {
      await call(addAlbumPhotos, { params: { albumId }, body: { photoIds: [...photoIds] } });
      restorePhotos(`album ${albumId}`, photoIds);
    },
    forget: memory.forget,
  };
}

/** Whether a rejected token was renewed, in which case the upload is repeated once, like other calls. */
async function isRenewed(error: unknown): Promise<boolean> {
  return isUnauthenticated(error) && (await requireConnection().renewAccess());
}

/** Larger files are not hashed, because they would have to be in memory as a whole. */
const HASHED_BYTES = 32 * 1024 ** 2;

/** SHA-256 of a file in hex; null if it is large or unreadable, or if the browser cannot compute it. */
export async function hashFile(file: File): Promise<string | null> {
  if (file.size > HASHED_BYTES || !globalThis.crypto?.subtle) return null;
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return null;
  }
}
