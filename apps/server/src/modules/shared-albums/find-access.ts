import type { Queryable } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { type AlbumRef, type AlbumRow, readAlbum } from '../albums/index.ts';
import type { SharedRef } from './deps.ts';

/** Who owns an album that is shared and that the viewer may see, or null: for nobody else it exists. */
export async function findOwner(db: Queryable, { viewerId, albumId }: SharedRef): Promise<string | null> {
  const grant = await db
    .selectFrom('shared_album_grants')
    .select('owner_id')
    .where('user_id', '=', viewerId)
    .where('album_id', '=', albumId)
    .executeTakeFirst();
  if (grant) return grant.owner_id;
  const own = await db
    .selectFrom('albums')
    .select('user_id')
    .where('user_id', '=', viewerId)
    .where('id', '=', albumId)
    .where('is_shared', '=', true)
    .executeTakeFirst();
  return own?.user_id ?? null;
}

/** The owner of a shared album; throws `not-found` for whoever may not see it. */
export async function requireOwner(db: Queryable, ref: SharedRef): Promise<string> {
  const ownerId = await findOwner(db, ref);
  if (ownerId === null) throw new Problem('not-found');
  return ownerId;
}

/** The row of a shared album; throws `not-found` for whoever may not see it. */
export async function requireSharedAlbum(db: Queryable, ref: SharedRef): Promise<AlbumRow> {
  const row = await readAlbum(db, { ownerId: await requireOwner(db, ref), albumId: ref.albumId });
  if (!row) throw new Problem('not-found');
  return row;
}

type SeenPhoto = { ownerId: string; photoId: string };

/** Whether all these photos are in an album. */
export async function holdsPhotos(
  db: Queryable,
  { ownerId: albumOwnerId, albumId }: AlbumRef,
  photos: readonly SeenPhoto[],
): Promise<boolean> {
  const rows = await db
    .selectFrom('album_photos')
    .select(['photo_owner_id', 'photo_id'])
    .where('user_id', '=', albumOwnerId)
    .where('album_id', '=', albumId)
    .where(
      'photo_id',
      'in',
      photos.map(({ photoId }) => photoId),
    )
    .execute();
  const held = new Set(rows.map((row) => `${row.photo_owner_id} ${row.photo_id}`));
  return photos.every(({ ownerId, photoId }) => held.has(`${ownerId} ${photoId}`));
}
