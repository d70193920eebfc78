import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { push } from '../../../platform/push.ts';

export type AlbumRef = { ownerId: string; albumId: string };

/** Ids that one push message names; more are told as 'many'. */
const MOST_NAMED = 100;

/**
 * Tells everybody who sees these albums that they changed, once the transaction commits: their owners and, of shared
 * ones, whoever may read them.
 */
export async function tellAlbumsChanged(
  trx: Queryable,
  albums: readonly AlbumRef[],
  now: Date,
): Promise<void> {
  const albumIdsOf = new Map<string, string[]>();
  for (const { viewer_id, album_id } of await findViewers(trx, albums)) {
    albumIdsOf.set(viewer_id, [...(albumIdsOf.get(viewer_id) ?? []), album_id]);
  }
  for (const [viewerId, albumIds] of albumIdsOf) await tellViewer(trx, { viewerId, albumIds }, now);
}

async function tellViewer(
  trx: Queryable,
  { viewerId, albumIds }: { viewerId: string; albumIds: readonly string[] },
  now: Date,
): Promise<void> {
  const named = albumIds.length > MOST_NAMED ? [] : [...albumIds];
  await push(trx, viewerId, { type: 'albums-changed', data: { albumIds: named } }, now);
}

type Viewing = { viewer_id: string; album_id: string };

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
