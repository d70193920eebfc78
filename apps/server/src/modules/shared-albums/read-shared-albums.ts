import type { SharedAlbum } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { type AlbumRow, presentAlbums, readAlbums } from '../albums/index.ts';
import type { Deps } from './deps.ts';

type Grant = { owner_id: string; album_id: string; created_at: Date };
type PageRequest = { viewerId: string; cursor?: string; limit: number };

/** One page of the albums of others that a customer can read, those shared last first. */
export async function readSharedPage(
  deps: Deps,
  request: PageRequest,
): Promise<{ albums: SharedAlbum[]; cursor: string | null }> {
  const found = await readGrants(deps.db, request);
  const grants = found.slice(0, request.limit);
  const last = found.length > request.limit ? grants.at(-1) : undefined;
  return {
    albums: await presentShared(deps, await readGranted(deps.db, grants), request.viewerId),
    cursor: last ? encodeCursor(last) : null,
  };
}

/** Shared albums as the wire shows them to one viewer. */
export async function presentShared(
  { presentPhotos }: Pick<Deps, 'presentPhotos'>,
  rows: readonly AlbumRow[],
  viewerId: string,
): Promise<SharedAlbum[]> {
  const albums = await presentAlbums(rows, presentPhotos, (row) => ({ viewerId, albumId: row.id }));
  return albums.map((album) => ({ ...album, ownerId: album.userId }));
}

async function readGrants(db: Queryable, { viewerId, cursor, limit }: PageRequest): Promise<Grant[]> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  let query = db
    .selectFrom('shared_album_grants')
    .select(['owner_id', 'album_id', 'created_at'])
    .where('user_id', '=', viewerId)
    .orderBy('created_at', 'desc')
    .orderBy('album_id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where(sql<boolean>`(created_at, album_id) < (${after.created}, ${after.id})`);
  return query.execute();
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

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function encodeCursor({ created_at, album_id }: Grant): string {
  return Buffer.from(`${created_at.toISOString()} ${album_id}`).toString('base64url');
}

function decodeCursor(cursor: string): { created: string; id: string } {
  const [, created, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (!created || !id || Number.isNaN(Date.parse(created))) throw new Problem('invalid-cursor');
  return { created, id };
}

/** How many albums of others a customer can read, and how many of their own others can. */
export async function countShared(db: Queryable, customerId: string) {
  const [read, granted] = await Promise.all([
    db
      .selectFrom('shared_album_grants')
      .select((eb) => [eb.fn.countAll<number>().as('albums'), eb.fn.max('created_at').as('latest')])
      .where('user_id', '=', customerId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('albums')
      .select((eb) => eb.fn.countAll<number>().as('albums'))
      .where('user_id', '=', customerId)
      .where('is_shared', '=', true)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    readAlbumsCount: Number(read.albums),
    grantedAlbumsCount: Number(granted.albums),
    updated: read.latest?.toISOString(),
  };
}
