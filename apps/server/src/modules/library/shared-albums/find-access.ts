import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
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
  { ownerId, albumId }: AlbumRef,
  photos: readonly SeenPhoto[],
): Promise<boolean> {
  const owners = photos.map((photo) => photo.ownerId);
  const ids = photos.map((photo) => photo.photoId);
  const { rows } = await sql<{ holds: boolean }>`
    select not exists (
      select from unnest(${owners}::uuid[], ${ids}::uuid[]) as asked (owner_id, photo_id)
      where not exists (
        select from album_photos as entry where entry.user_id = ${ownerId} and entry.album_id = ${albumId}
          and entry.photo_owner_id = asked.owner_id and entry.photo_id = asked.photo_id)
    ) as holds`.execute(db);
  return rows[0]?.holds === true;
}
