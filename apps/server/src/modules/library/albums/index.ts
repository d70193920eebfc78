import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Module } from '../../../platform/module.ts';
import type { FindAlbums } from '../photos/index.ts';
import { addToAlbum } from './change-album-photos.ts';
import type { Deps } from './deps.ts';
import { removeFromAlbums, updateInAlbums } from './follow-photos.ts';
import { personalAlbums, TABLES } from './personal-data.ts';
import { albumRoutes } from './routes.ts';
import { countAlbums, findAlbums } from './store.ts';

export { createAlbum } from './change-album.ts';
export { addAlbumPhotos } from './change-album-photos.ts';
export {
  createSharedAlbums,
  type ImportOutcome,
  importSharedAlbums,
  parseImportFile,
} from './shared/index.ts';
export { albumsStateSql } from './store.ts';

export type Albums = Module & {
  countAlbums(customerId: CustomerId): Promise<number>;
  /** Those that contain a photo. */
  findAlbums: FindAlbums;
  /** Removes photos from all albums, in the transaction that deletes them and has locked their rows. */
  removeFromAlbums(trx: Queryable, customerId: CustomerId, photoIds: readonly string[]): Promise<void>;
  /** Adds new photos to an album of their owner, in the transaction that saves them. */
  addToAlbum: typeof addToAlbum;
  /** Updates a photo's date and shape in all albums, in the transaction that learns them and has locked its row. */
  updateInAlbums: typeof updateInAlbums;
};

/** A customer's albums: lists of photos of the library. */
export function createAlbums(deps: Deps): Albums {
  const { db, clock } = deps;
  return {
    routes: albumRoutes(deps),
    tables: TABLES,
    personalData: personalAlbums(deps),
    countAlbums: (customerId) => countAlbums(db, customerId),
    findAlbums: (...requested) => findAlbums(db, ...requested),
    removeFromAlbums: (trx, customerId, photoIds) =>
      removeFromAlbums(trx, { customerId, photoIds, now: clock() }),
    addToAlbum,
    updateInAlbums,
  };
}
