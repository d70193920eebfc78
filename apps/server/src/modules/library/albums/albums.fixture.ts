import type { Album, getAlbums } from '@keepsake/contracts/library/albums';
import type { Photo, PhotosLayout } from '@keepsake/contracts/library/photos';
import type { SharedAlbum } from '@keepsake/contracts/library/shared-albums';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { sql } from 'kysely';
import { addPhotoRow } from '../../../testing/photos.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { findEmails } from '../../account/customers/index.ts';
import { createPhotos, createPresentPhotos } from '../photos/index.ts';
import { ALBUM_CHECKS } from '../storage-audit/check-rows.ts';
import { addEntries, changePhotosCount } from './change-album-photos.ts';
import { createAlbums } from './index.ts';
import { createSharedAlbums } from './shared/index.ts';

type AnyBody = Required<ProblemBody> &
  Album &
  Omit<ResponseOf<typeof getAlbums>, 'albums'> &
  PhotosLayout & {
    albums: (Album & SharedAlbum)[];
    images: Photo[];
    addedCount: number;
    owner: { id: string; email: string };
    participants: { id: string; email: string }[];
    ownerIds: CustomerId[];
    readAlbumsCount: number;
    grantedAlbumsCount: number;
    owners: string;
    writtenDate: string;
    albumsCount: number;
    failed: string[];
    photoIds: string[];
  };

/** Albums as their customers and others see them, with their photos. */
export async function startAlbums() {
  const isLibraryHidden = async () => false;
  const world = await startWorld({
    now: null,
    modules: async (parts) => {
      const presentPhotos = createPresentPhotos(parts);
      const findOwners = (ids: readonly CustomerId[]) => findEmails(parts.db, ids);
      const shared = await createSharedAlbums({
        ...parts,
        isLibraryHidden,
        presentPhotos,
        findEmails: findOwners,
      });
      const albums = createAlbums({ ...parts, presentPhotos });
      const canSeeShared = shared.canSee;
      const photos = await createPhotos({
        ...parts,
        ...albums,
        removeFromProjects: async () => undefined,
        restoreInProjects: async () => undefined,
        restorableDays: async () => 30,
        canSeeShared,
        saveMeasures: async () => undefined,
        forgetMeasures: async () => undefined,
        isLibraryHidden,
        storageEndOf: async () => null,
        timeZoneOf: async () => 'UTC',
        presentPhotos,
        quota: { photos: null, bytes: null },
      });
      return [photos, albums, shared];
    },
  });
  const { db } = world;
  const call = world.call<AnyBody>;
  let added = 0;
  return {
    ...world,
    call,
    /** Calls the photo management API. */
    album: (customerId: CustomerId, method: string, path: string, body?: object) =>
      call(customerId, method, `/photo-management/albums${path}`, body),
    /** Calls the shared albums API. */
    shared: (customerId: CustomerId, method: string, path: string, body?: object) =>
      call(customerId, method, `/shared-albums${path}`, body),
    /** Adds photos without originals, each a minute older than the previous one; returns their ids. */
    async addPhotos(customerId: CustomerId, count: number): Promise<string[]> {
      const ids: string[] = [];
      for (let index = 0; index < count; index++) {
        const now = new Date(Date.UTC(2024, 5, 1) - ++added * 60_000);
        const details = { fileName: `${added}.jpg`, takenAt: now.toISOString().slice(0, 19) };
        ids.push((await addPhotoRow({ db, clock: { now } }, customerId, details)).photoId);
      }
      return ids;
    },
    async createAlbum(customerId: CustomerId, name = 'Summer', photoIds: string[] = []): Promise<string> {
      const { body } = await call(customerId, 'POST', '/photo-management/albums', { name });
      const { albumId } = body;
      if (photoIds.length > 0) {
        await call(customerId, 'POST', `/photo-management/albums/${albumId}/photos`, { photoIds });
      }
      return albumId;
    },
    /** Shares an album with these customers, as the retailer's import does. */
    async share(ownerId: CustomerId, albumId: string, participants: readonly CustomerId[]) {
      await db.updateTable('albums').set({ is_shared: true }).where('id', '=', albumId).execute();
      const grants = participants.map((customerId) => ({
        user_id: customerId,
        owner_id: ownerId,
        album_id: albumId,
        created_at: new Date(),
      }));
      await db.insertInto('shared_album_grants').values(grants).execute();
    },
    /** Adds a participant's photos to a shared album, as the retailer's import does. */
    async bring(ownerId: CustomerId, albumId: string, photoOwnerId: CustomerId, photoIds: readonly string[]) {
      await db.transaction().execute(async (trx) => {
        const [album, photos] = [
          { ownerId, albumId },
          { photoOwnerId, photoIds, now: new Date() },
        ];
        await changePhotosCount(trx, album, {
          change: await addEntries(trx, album, photos),
          now: photos.now,
        });
      });
    },
    /** What an audit finds wrong with albums. */
    async audit(): Promise<unknown[]> {
      const found = await Promise.all(ALBUM_CHECKS.map(({ query }) => sql.raw(query).execute(db)));
      return found.flatMap(({ rows }) => rows);
    },
  };
}

export type TestAlbums = Awaited<ReturnType<typeof startAlbums>>;
