import type { getSharedAlbumParticipants, SharedAlbum } from '@keepsake/contracts/library/shared-albums';
import type { getSharedCounts } from '@keepsake/contracts/library/shared-counts';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { onlyRow, type Queryable } from '../../../../platform/database/database.ts';
import { keysetPage } from '../../../../platform/paging.ts';
import { findClosed } from '../../../account/customers/index.ts';
import type { PhotoView } from '../../photos/index.ts';
import { presentAlbums } from '../present-albums.ts';
import { type AlbumRow, readAlbums } from '../store.ts';
import { requireOwner } from './access.ts';
import type { SharedDeps } from './deps.ts';

type Grant = { owner_id: CustomerId; album_id: string; created_text: string };
type PageRequest = { viewerId: CustomerId; cursor?: string; limit: number };

/** One page of the albums that others share with a customer, latest first. */
export async function readSharedPage(
  deps: Pick<SharedDeps, 'db' | 'cursors' | 'presentPhotos'>,
  { viewerId, cursor, limit }: PageRequest,
): Promise<{ albums: SharedAlbum[]; cursor: string | null }> {
  const { db, cursors } = deps;
  const page = await keysetPage({
    cursors,
    customerId: viewerId,
    list: 'albums that others share',
    cursor,
    limit,
    read: (after, count) => readGrants(db, viewerId, after, count),
    placeOf: (grant) => [grant.created_text, grant.album_id],
  });
  const rows = await readGranted(db, page.rows);
  return { albums: await presentShared(deps, rows, viewerId), cursor: page.cursor };
}

/** Shared albums in their wire format for one viewer. */
async function presentShared(
  { presentPhotos }: Pick<SharedDeps, 'presentPhotos'>,
  rows: readonly AlbumRow[],
  viewerId: CustomerId,
): Promise<SharedAlbum[]> {
  const albums = await presentAlbums(rows, { viewerId, presentPhotos });
  return albums.map((album) => ({ ...album, ownerId: album.userId }));
}

async function readGrants(
  db: Queryable,
  viewerId: CustomerId,
  after: readonly string[] | null,
  count: number,
): Promise<Grant[]> {
  const beyond = after ? sql`and (created_at, album_id) < (${after[0]}, ${after[1]})` : sql``;
  // The instant as text, because a Date has no microseconds.
  const { rows } = await sql<Grant>`select owner_id, album_id, created_at::text as created_text
    from shared_album_grants where user_id = ${viewerId} ${beyond}
    order by created_at desc, album_id desc limit ${count}`.execute(db);
  return rows;
}

/** The albums of grants, in order, without those of closed accounts: one query per owner. */
async function readGranted(db: Queryable, grants: readonly Grant[]): Promise<AlbumRow[]> {
  const rows = new Map<string, AlbumRow>();
  const owners = new Set(grants.map(({ owner_id }) => owner_id));
  for (const ownerId of owners.difference(await findClosed(db, [...owners]))) {
    const albumIds = grants.filter(({ owner_id }) => owner_id === ownerId).map(({ album_id }) => album_id);
    for (const row of await readAlbums(db, ownerId, albumIds)) rows.set(row.id, row);
  }
  return grants.flatMap(({ album_id }) => rows.get(album_id) ?? []);
}

type Row = { read: number; granted: number; created: Date | null; updated: Date | null };

/**
 * How many albums others share with a customer, and how many the customer shares; when the first was created and the last
 * changed.
 */
export async function countShared(
  db: Queryable,
  customerId: CustomerId,
): Promise<ResponseOf<typeof getSharedCounts>> {
  const counted = await sql<Row>`
    with seen as (
      select user_id, created_at, updated_at from albums where user_id = ${customerId} and is_shared
      union all
      select owner_id, albums.created_at, updated_at from shared_album_grants as granted
      join albums on albums.user_id = granted.owner_id and albums.id = granted.album_id
      where granted.user_id = ${customerId} and not exists (
        select from customer_contacts as contact where contact.user_id = granted.owner_id and deleted_at is not null)
    )
    select count(*) filter (where user_id <> ${customerId}) as read,
      count(*) filter (where user_id = ${customerId}) as granted,
      min(created_at) as created, max(updated_at) as updated from seen`.execute(db);
  const { read, granted, created, updated } = onlyRow(counted);
  return {
    readAlbumsCount: read,
    grantedAlbumsCount: granted,
    created: created?.toISOString(),
    updated: updated?.toISOString(),
  };
}

/** Who can see a shared album: its owner is shown everybody, a participant only the owner [SHA-21]. */
export async function readMembers(
  { db, findEmails }: Pick<SharedDeps, 'db' | 'findEmails'>,
  ref: PhotoView,
): Promise<ResponseOf<typeof getSharedAlbumParticipants>> {
  const ownerId = await requireOwner(db, ref);
  const isOwner = ownerId === ref.viewerId;
  const grants = isOwner ? await readParticipants({ db }, ownerId, ref.albumId) : [];
  const emails = await findEmails([ownerId, ...grants]);
  const memberOf = (id: string) => ({ id, email: emails.get(id) ?? '' });
  return { owner: memberOf(ownerId), participants: grants.filter((id) => emails.has(id)).map(memberOf) };
}

async function readParticipants(
  { db }: Pick<SharedDeps, 'db'>,
  ownerId: CustomerId,
  albumId: string,
): Promise<CustomerId[]> {
  const rows = await db
    .selectFrom('shared_album_grants')
    .select('user_id')
    .where('owner_id', '=', ownerId)
    .where('album_id', '=', albumId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}
