import type { PhotosLayout } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { PhotoFilter, Sort } from '@keepsake/contracts/platform/start-of-page';
import { type RawBuilder, sql } from 'kysely';
import { onlyRow, type Queryable } from '../../../platform/database/database.ts';
import { DIRECTIONS, keysetPage } from '../../../platform/paging.ts';
import { inFilterSql, type OwnedPhoto, placeWithName } from '../photos/index.ts';
import type { Deps } from './deps.ts';
import type { AlbumRef } from './store.ts';

/** How an album is shown: sorted, or in the order that its owner gave it. */
export type Arrangement = Sort | 'own';

type PageRequest = AlbumRef & {
  viewerId: CustomerId;
  sort: Arrangement;
  filter?: PhotoFilter;
  cursor?: string;
  offset?: number;
  limit: number;
};
type Entry = { photo_id: string; photo_owner_id: CustomerId; position: string | number; name_order: string };

/** SQL that keeps the entries of photos of the album's owner that pass the filter: what others like or order is theirs. */
const filterSql = ({ ownerId, filter }: { ownerId: CustomerId; filter?: PhotoFilter }) =>
  filter === undefined
    ? sql``
    : sql`and photo_owner_id = ${ownerId} and exists (select from library_photos as photo
      where photo.user_id = ${ownerId} and photo.id = album_photos.photo_id and ${inFilterSql(filter)})`;

/** What an album is ordered by first, before names and ids, and how. */
function orderOf(shown: Arrangement) {
  if (shown === 'own') return { column: sql.ref('own_place'), ...DIRECTIONS.asc };
  return {
    column: sql.ref(shown.sortKey === 'created' ? 'created_order' : 'taken_order'),
    ...DIRECTIONS[shown.sortOrder],
  };
}

/** SQL that orders the entries of an album. */
export function arrangedBy(shown: Arrangement): RawBuilder<unknown> {
  const { column, direction } = orderOf(shown);
  return sql`order by ${column} ${direction}, name_order ${direction}, photo_id ${direction}`;
}

const nameOf = (shown: Arrangement) =>
  shown === 'own' ? 'own order' : `${shown.sortKey} ${shown.sortOrder}`;

/** One page of an album's photos by keyset, from an index alone. */
export async function readAlbumPhotoPage(
  { db, cursors }: Pick<Deps, 'db' | 'cursors'>,
  { viewerId, cursor, limit, ...request }: PageRequest,
): Promise<{ photos: OwnedPhoto[]; cursor: string | null }> {
  const { ownerId, albumId, sort } = request;
  const page = await keysetPage({
    cursors,
    customerId: viewerId,
    list: `photos of album ${albumId} of ${ownerId} by ${nameOf(sort)}`,
    cursor,
    limit,
    read: async (after, count) => {
      const find = (photoId: string) => findNameOrder(db, request, photoId);
      return readEntries(db, request, after && (await placeWithName(after, find)), count);
    },
    placeOf: (entry) => [String(entry.position), entry.name_order, entry.photo_id],
  });
  const photos = page.rows.map((entry) => ({ photoId: entry.photo_id, ownerId: entry.photo_owner_id }));
  return { photos, cursor: page.cursor };
}

async function findNameOrder(db: Queryable, { ownerId, albumId }: AlbumRef, photoId: string) {
  const entry = await db
    .selectFrom('album_photos')
    .select('name_order')
    .where('user_id', '=', ownerId)
    .where('album_id', '=', albumId)
    .where('photo_id', '=', photoId)
    .executeTakeFirst();
  return entry?.name_order;
}

async function readEntries(
  db: Queryable,
  { ownerId, albumId, sort, filter, offset = 0 }: Omit<PageRequest, 'viewerId' | 'cursor' | 'limit'>,
  after: readonly string[] | null,
  count: number,
): Promise<Entry[]> {
  const { column: order, beyond } = orderOf(sort);
  const { rows } = await sql<Entry>`
    select photo_id, photo_owner_id, name_order, ${order} as position from album_photos
    where user_id = ${ownerId} and album_id = ${albumId} ${filterSql({ ownerId, filter })}
    ${after ? sql`and (${order}, name_order, photo_id) ${beyond} (${after[0]}, ${after[1]}, ${after[2]})` : sql``}
    ${arrangedBy(sort)} limit ${count} offset ${after ? 0 : offset}`.execute(db);
  return rows;
}

type LayoutRequest = AlbumRef & { sort: Arrangement; filter?: PhotoFilter };
type Columns = { count: number; ids: Buffer | null; ratios: Buffer | null; owners: Buffer | null };

/** Ids and ratios of a whole album as two columns of bytes, built by the database. */
export async function readAlbumLayout(db: Queryable, request: LayoutRequest): Promise<PhotosLayout> {
  const columns = await readColumns(db, request, sql`null`);
  return layoutOf(columns);
}

/** The same for an album with photos of several customers: `owners` contains 16 bytes per photo. */
export async function readLayoutWithOwners(
  db: Queryable,
  request: LayoutRequest,
): Promise<PhotosLayout & { owners: Buffer }> {
  const columns = await readColumns(db, request, sql`uuid_send(photo_owner_id)`);
  return { ...layoutOf(columns), owners: columns.owners ?? Buffer.alloc(0) };
}

async function readColumns(
  db: Queryable,
  { ownerId, albumId, sort, filter }: LayoutRequest,
  owner: RawBuilder<unknown>,
): Promise<Columns> {
  const inOrder = arrangedBy(sort);
  const read = await sql<Columns>`select count(*) as count,
      string_agg(uuid_send(photo_id), ''::bytea ${inOrder}) as ids,
      string_agg(int2send(coalesce(ratio, 0::smallint)), ''::bytea ${inOrder}) as ratios,
      string_agg(${owner}::bytea, ''::bytea ${inOrder}) as owners
    from album_photos where user_id = ${ownerId} and album_id = ${albumId} ${filterSql({ ownerId, filter })}`.execute(
    db,
  );
  return onlyRow(read);
}

const layoutOf = ({ count, ids, ratios }: Columns): PhotosLayout => ({
  count,
  ids: ids?.toString('base64') ?? '',
  ratios: ratios?.toString('base64') ?? '',
});
