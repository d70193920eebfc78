import type { SharedAlbum } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { type AlbumRow, presentAlbums, readAlbums } from '../albums/index.ts';
import type { Deps } from './deps.ts';

type Grant = { owner_id: string; album_id: string; created_text: string };
type PageRequest = { viewerId: string; cursor?: string; limit: number };

/** One page of the albums of others that a customer can read, those shared last first. */
export async function readSharedPage(
  deps: Deps,
  request: PageRequest,
): Promise<{ albums: SharedAlbum[]; cursor: string | null }> {
  const list = `albums shared with ${request.viewerId}`;
  const after = request.cursor === undefined ? [] : deps.marks.decode(list, request.cursor);
  const found = await readGrants(deps.db, request, after);
  const grants = found.slice(0, request.limit);
  const last = found.length > request.limit ? grants.at(-1) : undefined;
  return {
    albums: await presentShared(deps, await readGranted(deps.db, grants), request.viewerId),
    cursor: last ? deps.marks.encode(list, [last.created_text, last.album_id]) : null,
  };
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
  { viewerId, limit }: PageRequest,
  [created, albumId]: readonly string[],
): Promise<Grant[]> {
  const after = created ? sql`and (created_at, album_id) < (${created}, ${albumId})` : sql``;
  // The instant as text, because a Date knows no microseconds.
  const { rows } = await sql<Grant>`select owner_id, album_id, created_at::text as created_text
    from shared_album_grants where user_id = ${viewerId} ${after}
    order by created_at desc, album_id desc limit ${limit + 1}`.execute(db);
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
