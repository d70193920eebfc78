import type { SharedAlbum } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { keysetPage } from '../../../platform/paging.ts';
import { type AlbumRow, presentAlbums, readAlbums } from '../albums/index.ts';
import type { Deps } from './deps.ts';

type Grant = { owner_id: string; album_id: string; created_text: string };
type PageRequest = { viewerId: string; cursor?: string; limit: number };

/** One page of the albums of others that a customer can read, those shared last first. */
export async function readSharedPage(
  deps: Deps,
  { viewerId, cursor, limit }: PageRequest,
): Promise<{ albums: SharedAlbum[]; cursor: string | null }> {
  const { db, cursors } = deps;
  const page = await keysetPage({
    cursors,
    list: `albums shared with ${viewerId}`,
    cursor,
    limit,
    read: (after, count) => readGrants(db, viewerId, after, count),
    placeOf: (grant) => [grant.created_text, grant.album_id],
  });
  const rows = await readGranted(db, page.rows);
  return { albums: await presentShared(deps, rows, viewerId), cursor: page.cursor };
}

/** Shared albums as the wire shows them to one viewer. */
export async function presentShared(
  { presentPhotos }: Pick<Deps, 'presentPhotos'>,
  rows: readonly AlbumRow[],
  viewerId: string,
): Promise<SharedAlbum[]> {
  const albums = await presentAlbums(rows, { viewerId, presentPhotos });
  return albums.map((album) => ({ ...album, ownerId: album.userId }));
}

async function readGrants(
  db: Queryable,
  viewerId: string,
  after: readonly string[] | null,
  count: number,
): Promise<Grant[]> {
  const beyond = after ? sql`and (created_at, album_id) < (${after[0]}, ${after[1]})` : sql``;
  // The instant as text, because a Date knows no microseconds.
  const { rows } = await sql<Grant>`select owner_id, album_id, created_at::text as created_text
    from shared_album_grants where user_id = ${viewerId} ${beyond}
    order by created_at desc, album_id desc limit ${count}`.execute(db);
  return rows;
}

/** The albums of grants, in their order: one query for each owner. */
async function readGranted(db: Queryable, grants: readonly Grant[]): Promise<AlbumRow[]> {
  const rows = new Map<string, AlbumRow>();
  for (const ownerId of new Set(grants.map(({ owner_id }) => owner_id))) {
    const albumIds = grants.filter(({ owner_id }) => owner_id === ownerId).map(({ album_id }) => album_id);
    for (const row of await readAlbums(db, ownerId, albumIds)) rows.set(row.id, row);
  }
  return grants.flatMap(({ album_id }) => rows.get(album_id) ?? []);
}
