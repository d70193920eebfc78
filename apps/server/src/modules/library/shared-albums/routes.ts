import {
  deleteSharedAlbum as deleteEndpoint,
  getSharedAlbum,
  getSharedAlbumLayout,
  getSharedAlbumParticipants,
  getSharedAlbumPhotos,
  getSharedAlbums,
  getSharedCounts,
} from '@keepsake/contracts';
import { type Route, route } from '../../../platform/http/route.ts';
import { Problem } from '../../../platform/problem.ts';
import { readAlbumPhotoPage, readLayoutWithOwners } from '../albums/index.ts';
import { countShared } from './count-shared.ts';
import type { Deps, SharedRef } from './deps.ts';
import { requireOwner, requireSharedAlbum } from './find-access.ts';
import { deleteSharedAlbum } from './leave-album.ts';
import { packOwners } from './pack-owners.ts';
import { readMembers } from './read-members.ts';
import { presentShared, readSharedPage } from './read-shared-albums.ts';

type Call = { customer: { customerId: string }; params: { albumId: string } };
const refOf = ({ customer, params }: Call): SharedRef => ({
  viewerId: customer.customerId,
  albumId: params.albumId,
});

/** The shared albums API. An album is there for its owner and its participants, and for nobody else. */
export function sharedAlbumRoutes(deps: Deps): Route[] {
  const { db, presentPhotos } = deps;
  return [
    route(getSharedCounts, ({ customer }) => countShared(db, customer.customerId)),
    route(getSharedAlbums, ({ customer: { customerId: viewerId }, query: { cursor, limit } }) =>
      readSharedPage(deps, { viewerId, cursor, limit }),
    ),
    route(getSharedAlbum, async (call) => {
      const ref = refOf(call);
      const [album] = await presentShared(deps, [await requireSharedAlbum(db, ref)], ref.viewerId);
      if (!album) throw new Problem('not-found');
      return album;
    }),
    route(getSharedAlbumParticipants, (call) => readMembers(deps, refOf(call))),
    route(getSharedAlbumPhotos, async (call) => {
      const { cursor, limit, offset, ...sort } = call.query;
      const view = refOf(call);
      const album = { ownerId: await requireOwner(db, view), albumId: view.albumId };
      const page = await readAlbumPhotoPage(deps, { ...album, sort, cursor, offset, limit });
      const photos = await presentPhotos(page.photos.map((photo) => ({ ...photo, view })));
      return { cursor: page.cursor, images: photos.filter((photo) => photo !== null) };
    }),
    route(getSharedAlbumLayout, async (call) => {
      const ref = refOf(call);
      const album = { ownerId: await requireOwner(db, ref), albumId: ref.albumId };
      const { owners, ...layout } = await readLayoutWithOwners(db, { ...album, sort: call.query });
      return { ...layout, ...packOwners(owners) };
    }),
    route(deleteEndpoint, (call) => deleteSharedAlbum(deps, refOf(call))),
  ];
}
