import type { Queryable } from '../../../platform/database/database.ts';
import type { Route } from '../../../platform/http/route.ts';
import { addToAlbum } from './change-album-photos.ts';
import { countAlbums } from './count-albums.ts';
import type { Deps } from './deps.ts';
import { followPhoto } from './follow-photo.ts';
import { forgetPhotos } from './forget-photos.ts';
import { albumRoutes } from './routes.ts';

export type Albums = {
  routes: Route[];
  countAlbums(userId: string): Promise<number>;
  /** Takes photos out of all albums, in the transaction that deletes them and has their rows locked. */
  forgetInAlbums(trx: Queryable, userId: string, photoIds: readonly string[]): Promise<void>;
  /** Puts photos that come in into an album of their owner, in the transaction that saves them. */
  addToAlbum: typeof addToAlbum;
  /** Lets albums follow a photo's date and shape, in the transaction that learns them and has its row locked. */
  updateInAlbums(trx: Queryable, userId: string, photoId: string): Promise<void>;
};

/** A customer's albums: lists of photos of the library. */
export function createAlbums(deps: Deps): Albums {
  const { db, clock } = deps;
  return {
    routes: albumRoutes(deps),
    countAlbums: (userId) => countAlbums(db, userId),
    forgetInAlbums: (trx, userId, photoIds) => forgetPhotos(trx, { userId, photoIds, now: clock() }),
    addToAlbum,
    updateInAlbums: followPhoto,
  };
}
