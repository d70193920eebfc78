import type { PhotosLayout } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import { type Database, onlyRow, type Queryable, uuidArray } from '../../../platform/database/database.ts';
import type { Photos } from '../../../platform/database/database-types.ts';
import { type Cursors, keysetPage, type Page } from '../../../platform/paging.ts';
import type { Deps } from './deps.ts';
import { PHOTO_COLUMNS, type PhotoRow } from './store.ts';

/** A deletion whose photos can come back; several calls of one deletion share its id. */
export type RestorableRemoval = { id: string; deletedAt: Date; restorableUntil: Date };

/** Columns of a photo that the database derives from others. */
const DERIVED_COLUMNS = ['ratio', 'taken_order'] as const satisfies readonly (keyof Photos)[];

/** Columns of a photo that a recently deleted one takes along, so that nothing of it has to be found out again. */
const STORED_COLUMNS = [
  'user_id',
  'id',
  'upload_id',
  'file_name',
  'format',
  'bytes',
  'sha256',
  'crc32',
  'object_key',
  'created_at',
  'created_order',
  'name_order',
  'upload_end',
  'taken_at',
  'taken_offset_minutes',
  'written_date',
  'is_described',
  'camera_make',
  'camera_model',
  'lens',
  'focal_length',
  'f_number',
  'exposure_time',
  'iso',
  'width',
  'height',
  'orientation',
  'thumbhash',
  'thumbnail_crc32s',
  'thumbnail_state',
  'made_by',
  'failure',
  'failed_by',
  'is_damaged',
  'is_ordered',
] as const satisfies readonly (keyof Photos)[];

const columnsSql = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));
/** The columns to write when a photo comes back. */
export const RESTORED_COLUMNS: RawBuilder<unknown> = columnsSql(STORED_COLUMNS);
const MOVED_COLUMNS = columnsSql([...STORED_COLUMNS, ...DERIVED_COLUMNS]);

/** Moves the rows of `gone`, whole rows of photos, where they can be restored from; part of the statement that deletes them. */
export const keepSql = (
  customerId: CustomerId,
  { id, deletedAt, restorableUntil }: RestorableRemoval,
): RawBuilder<unknown> => sql`removal as (
      insert into photo_removals (user_id, id, deleted_at, restorable_until)
      select ${customerId}::uuid, ${id}::uuid, ${deletedAt}::timestamptz, ${restorableUntil}::timestamptz
      where exists (select from gone) on conflict do nothing
    ), moved as (
      insert into recently_deleted_photos (removal_id, ${MOVED_COLUMNS}) select ${id}::uuid, ${MOVED_COLUMNS} from gone
    )`;

/** SQL telling whether a row of recently_deleted_photos can come back at a time. */
export const isRestorableSql = (
  now: Date,
): RawBuilder<boolean> => sql`exists (select from photo_removals as removal
  where removal.user_id = recently_deleted_photos.user_id and removal.id = recently_deleted_photos.removal_id
    and removal.restorable_until > ${now}::timestamptz)`;

type DeletedRow = PhotoRow & { removal_id: string; deleted_at: Date; restorable_until: Date };
type PageRequest = { customerId: CustomerId; now: Date; cursor?: string; offset?: number; limit: number };

/** One page of recently deleted photos, the latest deletion first, by keyset. */
export function readDeletedPage(
  { db, cursors }: { db: Database; cursors: Cursors },
  { customerId, now, cursor, offset = 0, limit }: PageRequest,
): Promise<Page<DeletedRow>> {
  return keysetPage({
    cursors,
    customerId,
    list: 'recently deleted photos',
    cursor,
    limit,
    async read(place, count) {
      const afterPlace = place
        ? sql`and (photo.removal_id, photo.id) < (${place[0]}::uuid, ${place[1]}::uuid)`
        : sql``;
      const columns = sql.join(PHOTO_COLUMNS.map((column) => sql.ref(`photo.${column}`)));
      const { rows } = await sql<DeletedRow>`
        select ${columns}, removal_id, removal.deleted_at, removal.restorable_until
        from recently_deleted_photos as photo
          join photo_removals as removal on removal.user_id = photo.user_id and removal.id = removal_id
        where photo.user_id = ${customerId} and restorable_until > ${now}::timestamptz ${afterPlace}
        order by removal_id desc, photo.id desc limit ${count} offset ${place ? 0 : offset}`.execute(db);
      return rows;
    },
    placeOf: (row) => [row.removal_id, row.id],
  });
}

/** Ids and ratios of all of them in the same order, as two columns of bytes, built by the database. */
export async function readDeletedLayout(
  db: Queryable,
  customerId: CustomerId,
  now: Date,
): Promise<PhotosLayout> {
  const order = sql`order by removal_id desc, id desc`;
  const read = await sql<{
    count: number;
    ids: Buffer | null;
    ratios: Buffer | null;
  }>`select count(*)::int as count,
      string_agg(uuid_send(id), ''::bytea ${order}) as ids,
      string_agg(int2send(coalesce(ratio, 0::smallint)), ''::bytea ${order}) as ratios
    from recently_deleted_photos where user_id = ${customerId} and ${isRestorableSql(now)}`.execute(db);
  const { count, ids, ratios } = onlyRow(read);
  return { count, ids: ids?.toString('base64') ?? '', ratios: ratios?.toString('base64') ?? '' };
}

/** The number of a customer's photos that can come back. */
export async function countDeleted(db: Queryable, customerId: CustomerId, now: Date): Promise<number> {
  const { rows } = await sql<{ photos: number }>`select count(*)::int as photos from recently_deleted_photos
    where user_id = ${customerId} and ${isRestorableSql(now)}`.execute(db);
  return rows[0]?.photos ?? 0;
}

type EndingDeps = Pick<Deps, 'db' | 'forgetInAlbums'>;

/** Photos per transaction that makes deletions final. */
const ENDED_AT_ONCE = 1_000;

/** Hands recently deleted photos whose time is over to the purge, batch by batch. */
export async function endRemovals(deps: EndingDeps, customerId: CustomerId, now: Date): Promise<void> {
  const over = sql<boolean>`not ${isRestorableSql(now)}`;
  const endBatch = () =>
    deps.db.transaction().execute((trx) => endSome(deps, trx, { customerId, over, limit: ENDED_AT_ONCE }));
  while ((await endBatch()).length > 0);
  await sql`delete from photo_removals as removal where user_id = ${customerId}
    and restorable_until <= ${now}::timestamptz and not exists (select from recently_deleted_photos as photo
      where photo.user_id = ${customerId} and photo.removal_id = removal.id)`.execute(deps.db);
}

/** Hands these recently deleted photos to the purge, in a transaction; ignores other ids. Returns the ids of those it handed over. */
export async function endPhotos(
  deps: Pick<EndingDeps, 'forgetInAlbums'>,
  trx: Queryable,
  { customerId, photoIds }: { customerId: CustomerId; photoIds: readonly string[] },
): Promise<string[]> {
  const over = sql<boolean>`id = any(${uuidArray(photoIds)})`;
  return endSome(deps, trx, { customerId, over, limit: photoIds.length });
}

type Ending = { customerId: CustomerId; over: RawBuilder<boolean>; limit: number };

/** Hands some recently deleted photos to the purge; returns their ids. */
async function endSome(
  { forgetInAlbums }: Pick<EndingDeps, 'forgetInAlbums'>,
  trx: Queryable,
  { customerId, over, limit }: Ending,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with locked as materialized (
      select id from recently_deleted_photos where user_id = ${customerId} and ${over} order by id limit ${limit} for update
    ), gone as (
      delete from recently_deleted_photos where user_id = ${customerId} and id in (select id from locked)
      returning id, object_key, removal_id
    )
    insert into deleted_photos (user_id, id, object_key, deleted_at)
    select ${customerId}, gone.id, object_key, deleted_at from gone join photo_removals as removal
      on removal.user_id = ${customerId} and removal.id = removal_id
    returning id`.execute(trx);
  const ended = rows.map(({ id }) => id);
  await forgetInAlbums(trx, customerId, ended);
  return ended;
}

/** Makes all deletions of a customer final from a time on: the purge takes their photos. */
export async function endAllRemovals(trx: Queryable, customerId: CustomerId, now: Date): Promise<void> {
  await sql`update photo_removals set restorable_until = ${now}::timestamptz
    where user_id = ${customerId} and restorable_until > ${now}::timestamptz`.execute(trx);
}
