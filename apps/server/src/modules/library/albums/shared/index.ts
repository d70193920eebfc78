import {
  deleteSharedAlbum as deleteEndpoint,
  getSharedAlbum,
  getSharedAlbumLayout,
  getSharedAlbumParticipants,
  getSharedAlbumPhotos,
  getSharedAlbums,
  getSharedPhotoDetails,
} from '@keepsake/contracts/library/shared-albums';
import { getSharedCounts } from '@keepsake/contracts/library/shared-counts';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { ID_BYTES } from '@keepsake/contracts/platform/limits';
import { type Route, route } from '../../../../platform/http/route.ts';
import { customerIdOfHex } from '../../../../platform/ids.ts';
import type { Module } from '../../../../platform/module.ts';
import { Problem } from '../../../../platform/problem.ts';
import { type CanSeeShared, type OwnedPhoto, type PhotoView, readDescription } from '../../photos/index.ts';
import type { AlbumCall } from '../deps.ts';
import { SHARED_ALBUM_CHANGED_CHANNEL } from '../notify-viewers.ts';
import { presentAlbum } from '../present-albums.ts';
import { readAlbumPhotoPage, readLayoutWithOwners } from '../read-album-photos.ts';
import { readAlbum } from '../store.ts';
import {
  containsPhotos,
  createAccessCache,
  findOwner,
  requireOwner,
  requirePhoto,
  requireSharedAlbum,
} from './access.ts';
import type { SharedDeps } from './deps.ts';
import { deleteSharedAlbum } from './leave-album.ts';
import { personalShares, TABLES } from './personal-data.ts';
import { countShared, readMembers, readSharedPage } from './store.ts';

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

const refOf = ({ customer, params }: AlbumCall): PhotoView => ({
  viewerId: customer.customerId,
  albumId: params.albumId,
});

/** The shared albums API. An album exists only for its owner and its participants. */
function sharedAlbumRoutes(deps: SharedDeps): Route[] {
  const { db, presentPhotos } = deps;
  return [
    route(getSharedCounts, ({ customer }) => countShared(db, customer.customerId)),
    route(getSharedAlbums, ({ customer: { customerId: viewerId }, query: { cursor, limit } }) =>
      readSharedPage(deps, { viewerId, cursor, limit }),
    ),
    route(getSharedAlbum, async (call) => {
      const { viewerId, albumId } = refOf(call);
      const row = await requireSharedAlbum(db, { viewerId, albumId });
      const album = await presentAlbum({ db, viewerId, presentPhotos }, row);
      if (!album) throw new Problem('not-found');
      return { ...album, ownerId: album.userId };
    }),
    route(getSharedAlbumParticipants, (call) => readMembers(deps, refOf(call))),
    route(getSharedAlbumPhotos, async (call) => {
      const { cursor, limit, offset, ...sort } = call.query;
      const view = refOf(call);
      const ownerId = await requireOwner(db, view);
      const page = await readAlbumPhotoPage(deps, { ...view, ownerId, sort, cursor, offset, limit });
      const photos = await presentPhotos(page.photos.map((photo) => ({ ...photo, view })));
      return { cursor: page.cursor, images: photos.filter((photo) => photo !== null) };
    }),
    route(getSharedAlbumLayout, async (call) => {
      const ref = refOf(call);
      const album = { ownerId: await requireOwner(db, ref), albumId: ref.albumId };
      const { owners, ...layout } = await readLayoutWithOwners(db, { ...album, sort: call.query });
      return { ...layout, ...packOwners(owners) };
    }),
    route(getSharedPhotoDetails, async (call) => {
      const { ownerId, photoId } = call.params;
      await requirePhoto(deps, refOf(call), { ownerId, photoId });
      const description = await readDescription(db, { customerId: ownerId, photoId });
      if (!description) throw new Problem('not-found');
      return description;
    }),
    route(deleteEndpoint, (call) => deleteSharedAlbum(deps, refOf(call))),
  ];
}

/** Packs owners of photos, 16 bytes each, for the wire: each owner once, and for every photo its index in two bytes. */
function packOwners(column: Buffer): { ownerIds: CustomerId[]; owners: string } {
  const indexes = new Map<string, number>();
  const owners = Buffer.alloc((column.length / ID_BYTES) * 2);
  for (let start = 0; start < column.length; start += ID_BYTES) {
    const owner = column.toString('hex', start, start + ID_BYTES);
    const index = indexes.get(owner) ?? indexes.size;
    indexes.set(owner, index);
    owners.writeUInt16BE(index, (start / ID_BYTES) * 2);
  }
  return { ownerIds: [...indexes.keys()].map(customerIdOfHex), owners: owners.toString('base64') };
}
