import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { createBoundedCache } from '../../../../platform/bounded-cache.ts';
import { MINUTE_MS } from '../../../../platform/clock.ts';
import type { Database, Queryable } from '../../../../platform/database/database.ts';
import { Problem } from '../../../../platform/problem.ts';
import { isClosed } from '../../../account/customers/index.ts';
import type { CanSeeShared, OwnedPhoto, PhotoView } from '../../photos/index.ts';
import { type AlbumRef, type AlbumRow, readAlbum } from '../store.ts';
import type { SharedDeps } from './deps.ts';

/** The owner of a shared album that the viewer may see; null for anybody else, and while the owner's account is closed. */
export async function findOwner(db: Queryable, { viewerId, albumId }: PhotoView): Promise<CustomerId | null> {
  const grant = await db
    .selectFrom('shared_album_grants')
    .select('owner_id')
    .where('user_id', '=', viewerId)
    .where('album_id', '=', albumId)
    .executeTakeFirst();
  if (grant) return (await isClosed(db, grant.owner_id)) ? null : grant.owner_id;
  const own = await db
    .selectFrom('albums')
    .select('user_id')
    .where('user_id', '=', viewerId)
    .where('id', '=', albumId)
    .where('is_shared', '=', true)
    .executeTakeFirst();
  return own?.user_id ?? null;
}

/** The owner of a shared album; throws `not-found` unless the viewer may see it. */
export async function requireOwner(db: Queryable, ref: PhotoView): Promise<CustomerId> {
  const ownerId = await findOwner(db, ref);
  if (ownerId === null) throw new Problem('not-found');
  return ownerId;
}

/** The row of a shared album; throws `not-found` unless the viewer may see it. */
export async function requireSharedAlbum(db: Queryable, ref: PhotoView): Promise<AlbumRow> {
  const row = await readAlbum(db, { ownerId: await requireOwner(db, ref), albumId: ref.albumId });
  if (!row) throw new Problem('not-found');
  return row;
}

/** Whether all these photos are in an album. */
export async function containsPhotos(
  db: Queryable,
  { ownerId, albumId }: AlbumRef,
  photos: readonly OwnedPhoto[],
): Promise<boolean> {
  const owners = photos.map((photo) => photo.ownerId);
  const ids = photos.map((photo) => photo.photoId);
  const { rows } = await sql<{ contains: boolean }>`
    select not exists (
      select from unnest(${owners}::uuid[], ${ids}::uuid[]) as requested (owner_id, photo_id)
      where not exists (
        select from album_photos as entry where entry.user_id = ${ownerId} and entry.album_id = ${albumId}
          and entry.photo_owner_id = requested.owner_id and entry.photo_id = requested.photo_id)
    ) as contains`.execute(db);
  return rows[0]?.contains === true;
}

/** Throws `not-found` unless the viewer may see this photo through the album. */
export async function requirePhoto(
  { db, isLibraryHidden }: Pick<SharedDeps, 'db' | 'isLibraryHidden'>,
  view: PhotoView,
  photo: OwnedPhoto,
): Promise<void> {
  const album = { ownerId: await requireOwner(db, view), albumId: view.albumId };
  const isSeen = (await containsPhotos(db, album, [photo])) && !(await isLibraryHidden(photo.ownerId));
  if (!isSeen) throw new Problem('not-found');
}

/** Whether photos may be seen through shared albums: each positive answer is cached until its album changes. */
export function createAccessCache(db: Database): { canSee: CanSeeShared; drop(albumId: string): void } {
  const existing = createBoundedCache<true>({ max: 50_000, lifetimeMs: 10 * MINUTE_MS });
  let timesDropped = 0;

  async function check(...[view, ownerId, photoId]: Parameters<CanSeeShared>): Promise<boolean> {
    const albumOwnerId = await findOwner(db, view);
    if (albumOwnerId === null) return false;
    const album = { ownerId: albumOwnerId, albumId: view.albumId };
    return containsPhotos(db, album, [{ ownerId, photoId }]);
  }
  return {
    async canSee(view, ownerId, photoId) {
      const key = `${view.albumId} ${view.viewerId} ${ownerId} ${photoId}`;
      if (existing.get(key)) return true;
      const before = timesDropped;
      const isSeen = await check(view, ownerId, photoId);
      // An answer from before a change must not be cached after it.
      if (isSeen && before === timesDropped) existing.set(key, true);
      return isSeen;
    },
    drop(albumId) {
      timesDropped++;
      if (albumId === '*') return existing.clear();
      existing.drop((key) => key.startsWith(albumId));
    },
  };
}
