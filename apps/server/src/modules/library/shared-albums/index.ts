import type { Logger } from 'pino';
import { listen } from '../../../platform/database/listen.ts';
import { readAlbum, SHARED_ALBUM_CHANGED_CHANNEL } from '../albums/index.ts';
import type { CanSeeShared } from '../photos/index.ts';
import { createAccessCache } from './access-cache.ts';
import type { Deps } from './deps.ts';
import { findOwner, holdsPhotos } from './find-access.ts';

export { parseImportFile } from './import/import-file.ts';
export { type ImportOutcome, importSharedAlbums } from './import/import-shared-albums.ts';
export { sharedAlbumRoutes } from './routes.ts';

type SeenPhoto = { ownerId: string; photoId: string };

export type SharedAccess = {
  canSee: CanSeeShared;
  /** The name of a shared album that holds all these photos and that the customer may see, or null. */
  findSharedAlbum(customerId: string, albumId: string, photos: readonly SeenPhoto[]): Promise<string | null>;
  close(): Promise<void>;
};

/** Who may see what through shared albums; a right that ends is forgotten on every node at once. */
export async function createSharedAccess({
  db,
  databaseUrl,
  log,
  isLibraryHidden,
}: Pick<Deps, 'db'> & {
  databaseUrl: string;
  log: Logger;
  /** Whether a customer's photographs open to nobody now. */
  isLibraryHidden(userId: string): Promise<boolean>;
}): Promise<SharedAccess> {
  const cache = createAccessCache(db);
  const listener = await listen({
    url: databaseUrl,
    channel: SHARED_ALBUM_CHANGED_CHANNEL,
    log,
    onMessage: cache.forget,
    onReconnect: () => cache.forget('*'),
  });
  return {
    canSee: cache.canSee,
    async findSharedAlbum(viewerId, albumId, photos) {
      for (const { ownerId } of photos) if (await isLibraryHidden(ownerId)) return null;
      const ownerId = await findOwner(db, { viewerId, albumId });
      if (ownerId === null || !(await holdsPhotos(db, { ownerId, albumId }, photos))) return null;
      return (await readAlbum(db, { ownerId, albumId }))?.name ?? null;
    },
    close: listener.close,
  };
}
