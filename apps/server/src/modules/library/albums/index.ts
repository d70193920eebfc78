import {
  placeAlbumPhotos,
  setOwnOrder as setOwnOrderEndpoint,
} from '@keepsake/contracts/library/album-order';
import {
  addAlbumPhotos as addEndpoint,
  chooseAlbumCover,
  createAlbum as createEndpoint,
  deleteAlbum as deleteEndpoint,
  getAlbum,
  getAlbumLayout,
  getAlbumPhotos,
  getAlbums,
  removeAlbumPhotos as removeEndpoint,
  renameAlbum as renameEndpoint,
} from '@keepsake/contracts/library/albums';
import type { Database } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { createOnce } from '../../../platform/idempotency.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
import type {
  CountAlbums,
  FindAlbums,
  ForgetPhotos,
  MoveInAlbums,
  RemovePhotos,
  RestorePhotos,
  UpdateInAlbums,
} from '../photos/index.ts';
import { chooseCover, createAlbum, deleteAlbum, renameAlbum } from './change-album.ts';
import { addAlbumPhotos, addToAlbum, removeAlbumPhotos } from './change-album-photos.ts';
import type { AlbumCall, Deps } from './deps.ts';
import {
  forgetInAlbums,
  moveInAlbums,
  removeFromAlbums,
  restoreInAlbums,
  updateInAlbums,
} from './follow-photos.ts';
import { placePhotos, setOwnOrder } from './own-order.ts';
import { personalAlbums, TABLES } from './personal-data.ts';
import { presentAlbum, presentAlbums, viewOf } from './present-albums.ts';
import { readAlbumLayout, readAlbumPhotoPage } from './read-album-photos.ts';
import { type AlbumRef, type AlbumRow, countAlbums, findAlbums, readAlbum, readAlbumPage } from './store.ts';

export { createAlbum } from './change-album.ts';
export { addAlbumPhotos } from './change-album-photos.ts';
export { updateInAlbums } from './follow-photos.ts';
export {
  createSharedAlbums,
  type ImportOutcome,
  importSharedAlbums,
  parseImportFile,
  type SharedAlbums,
} from './shared/index.ts';
export { albumsStateSql } from './store.ts';

export type Albums = Module & {
  countAlbums: CountAlbums;
  /** Those that contain a photo. */
  findAlbums: FindAlbums;
  /** Removes photos from all albums, in the transaction that deletes them and has locked their rows. */
  removeFromAlbums: RemovePhotos;
  /** Puts photos that came back into the albums that they were in, in the transaction that restores them. */
  restoreInAlbums: RestorePhotos;
  /** Forgets in which albums deleted photos were. */
  forgetInAlbums: ForgetPhotos;
  /** Adds new photos to an album of their owner, in the transaction that saves them. */
  addToAlbum: typeof addToAlbum;
  /** Updates a photo's date and shape in all albums, in the transaction that learns them and has locked its row. */
  updateInAlbums: UpdateInAlbums;
  /** The same of photos whose dates their customer changed, in that transaction. */
  moveInAlbums: MoveInAlbums;
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
    removeFromAlbums: (trx, customerId, photoIds, { isRestorable }) =>
      removeFromAlbums(trx, { customerId, photoIds, isRestorable, now: clock() }),
    restoreInAlbums: (trx, customerId, photos) => restoreInAlbums(trx, { customerId, photos, now: clock() }),
    forgetInAlbums,
    addToAlbum,
    updateInAlbums,
    moveInAlbums: (trx, customerId, photoIds) => moveInAlbums(trx, { customerId, photoIds, now: clock() }),
  };
}

const refOf = ({ customer, params }: AlbumCall): AlbumRef => ({
  ownerId: customer.customerId,
  albumId: params.albumId,
});

/** The album calls of the photo management API. Customers read and change only their own albums. */
function albumRoutes(deps: Deps): Route[] {
  return [...readingRoutes(deps), ...changingRoutes(deps)];
}

function readingRoutes(deps: Deps): Route[] {
  const { db, presentPhotos } = deps;
  return [
    route(getAlbums, async ({ customer: { customerId }, query }) => {
      const { cursor, limit, displaySharedData: withShared, ...sort } = query;
      const page = await readAlbumPage(deps, { ownerId: customerId, sort, cursor, limit, withShared });
      return {
        albums: await presentAlbums(page.rows, { viewerId: customerId, presentPhotos }),
        cursor: page.cursor,
      };
    }),
    route(getAlbum, async (call) => {
      const ref = refOf(call);
      const row = await requireAlbum(db, ref);
      const album = await presentAlbum({ db, viewerId: ref.ownerId, presentPhotos }, row);
      if (!album) throw new Problem('not-found');
      return album;
    }),
    route(getAlbumPhotos, async (call) => {
      const { sortKey, sortOrder, inOwnOrder, ...place } = call.query;
      const ref = refOf(call);
      const view = viewOf(await requireAlbum(db, ref), ref.ownerId);
      const sort = inOwnOrder ? 'own' : { sortKey, sortOrder };
      const page = await readAlbumPhotoPage(deps, { ...ref, ...place, viewerId: ref.ownerId, sort });
      const photos = await presentPhotos(page.photos.map((photo) => ({ ...photo, view })));
      return { cursor: page.cursor, images: photos.filter((photo) => photo !== null) };
    }),
    route(getAlbumLayout, async (call) => {
      const ref = refOf(call);
      await requireAlbum(db, ref);
      const { inOwnOrder, filter, ...sort } = call.query;
      return readAlbumLayout(db, { ...ref, sort: inOwnOrder ? 'own' : sort, filter });
    }),
  ];
}

function changingRoutes(deps: Deps): Route[] {
  return [
    route(createEndpoint, (call) =>
      createOnce(deps, call, async (trx) => ({
        albumId: await createAlbum({ ...deps, trx }, call.customer.customerId, call.body.name),
      })),
    ),
    route(renameEndpoint, (call) => renameAlbum(deps, refOf(call), call.body.name)),
    route(chooseAlbumCover, (call) => chooseCover(deps, refOf(call), call.body)),
    route(placeAlbumPhotos, (call) => placePhotos(deps, refOf(call), call.body)),
    route(setOwnOrderEndpoint, (call) => setOwnOrder(deps, refOf(call), call.body)),
    route(deleteEndpoint, (call) => deleteAlbum(deps, refOf(call))),
    route(addEndpoint, (call) => addAlbumPhotos(deps, refOf(call), call.body.photoIds)),
    route(removeEndpoint, (call) => removeAlbumPhotos(deps, refOf(call), call.body.photoIds)),
  ];
}

async function requireAlbum(db: Database, ref: AlbumRef): Promise<AlbumRow> {
  const row = await readAlbum(db, ref);
  if (!row) throw new Problem('not-found');
  return row;
}
