import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { MAX_NAMED, push } from '../../../platform/push.ts';
import type { AlbumRef } from './store.ts';

/**
 * Notifies everybody who sees these albums, once the transaction commits: their owners, and the participants of shared
 * ones.
 */
export async function notifyAlbumsChanged(
  trx: Queryable,
  albums: readonly AlbumRef[],
  now: Date,
): Promise<void> {
  const albumIdsOf = new Map<CustomerId, string[]>();
  for (const { viewer_id, album_id } of await findViewers(trx, albums)) {
    albumIdsOf.set(viewer_id, [...(albumIdsOf.get(viewer_id) ?? []), album_id]);
  }
  for (const [viewerId, albumIds] of albumIdsOf) await notifyViewer(trx, { viewerId, albumIds }, now);
}

async function notifyViewer(
  trx: Queryable,
  { viewerId, albumIds }: { viewerId: CustomerId; albumIds: readonly string[] },
  now: Date,
): Promise<void> {
  const named = albumIds.length > MAX_NAMED ? [] : [...albumIds];
  await push(trx, viewerId, { type: 'albums-changed', data: { albumIds: named } }, now);
}

type Viewing = { viewer_id: CustomerId; album_id: string };

async function findViewers(trx: Queryable, albums: readonly AlbumRef[]): Promise<Viewing[]> {
  const owners = albums.map(({ ownerId }) => ownerId);
  const ids = albums.map(({ albumId }) => albumId);
  const { rows } = await sql<Viewing>`
    with changed as (select * from unnest(${owners}::uuid[], ${ids}::uuid[]) as album (owner_id, album_id))
    select owner_id as viewer_id, album_id from changed
    union all
    select user_id, album_id from shared_album_grants join changed using (owner_id, album_id)`.execute(trx);
  return rows;
}

/** NOTIFY channel that makes nodes drop what they know of a shared album; its payload is the album's id. */
export const SHARED_ALBUM_CHANGED_CHANNEL = 'keepsake_shared_album_changed';

/** Makes every node check again, from the commit on, who may see these albums. */
export async function dropSharedAccess(trx: Queryable, albumIds: readonly string[]): Promise<void> {
  await sql`select pg_notify(${SHARED_ALBUM_CHANGED_CHANNEL}, id) from unnest(${albumIds}::text[]) as id`.execute(
    trx,
  );
}
