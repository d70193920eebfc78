import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Module } from '../../../../platform/module.ts';
import type { CanSeeShared, OwnedPhoto } from '../../photos/index.ts';
import { SHARED_ALBUM_CHANGED_CHANNEL } from '../notify-viewers.ts';
import { readAlbum } from '../store.ts';
import { containsPhotos, createAccessCache, findOwner } from './access.ts';
import type { SharedDeps } from './deps.ts';
import { personalShares, TABLES } from './personal-data.ts';
import { sharedAlbumRoutes } from './routes.ts';

export { parseImportFile } from './import-file.ts';
export { type ImportOutcome, importSharedAlbums } from './import-shared-albums.ts';

export type SharedAlbums = Module & {
  canSee: CanSeeShared;
  /** The name of a shared album that contains all these photos and that the customer may see, or null. */
  findSharedAlbum(
    customerId: CustomerId,
    albumId: string,
    photos: readonly OwnedPhoto[],
  ): Promise<string | null>;
};

/** Albums seen by several customers, and who may see what through them. Revoked access ends on every node at once. */
export async function createSharedAlbums(deps: SharedDeps): Promise<SharedAlbums> {
  const { db, listener, isLibraryHidden } = deps;
  const cache = createAccessCache(db);
  await listener.listen({
    channel: SHARED_ALBUM_CHANGED_CHANNEL,
    onMessage: cache.drop,
    onReconnect: () => cache.drop('*'),
  });
  return {
    routes: sharedAlbumRoutes(deps),
    tables: TABLES,
    personalData: personalShares(deps),
    canSee: cache.canSee,
    async findSharedAlbum(viewerId, albumId, photos) {
      for (const { ownerId } of photos) if (await isLibraryHidden(ownerId)) return null;
      const ownerId = await findOwner(db, { viewerId, albumId });
      if (ownerId === null || !(await containsPhotos(db, { ownerId, albumId }, photos))) return null;
      return (await readAlbum(db, { ownerId, albumId }))?.name ?? null;
    },
  };
}
