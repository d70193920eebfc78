import type { PhotosLayout } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import { type Database, onlyRow, type Queryable } from '../../../platform/database/database.ts';
import type { Photos } from '../../../platform/database/database-types.ts';
import { type Cursors, keysetPage, type Page } from '../../../platform/paging.ts';
import { PHOTO_COLUMNS, type PhotoRow } from './store.ts';

/** A deletion whose photos can come back; several calls of one deletion share its id. */
export type RestorableRemoval = {
  id: string;
  deletedAt: Date;
  restorableUntil: Date;
  /** Whether the store records it as an erasure of the whole library. */
  isErasure: boolean;
};

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
  'corrected_to',
  'recorded_taken_at',
  'recorded_offset_minutes',
  'date_change_id',
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
  'is_favourite',
  'caption',
  'turn',
  'shown_turn',
  'turned_key',
  'turned_thumbhash',
] as const satisfies readonly (keyof Photos)[];

const columnsSql = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));
/** The columns to write when a photo comes back. */
export const RESTORED_COLUMNS: RawBuilder<unknown> = columnsSql(STORED_COLUMNS);
const MOVED_COLUMNS = columnsSql([...STORED_COLUMNS, ...DERIVED_COLUMNS]);

/** Moves the rows of `gone`, whole rows of photos, where they can be restored from; part of the statement that deletes them. */
export const keepSql = (
  customerId: CustomerId,
  { id, deletedAt, restorableUntil, isErasure }: RestorableRemoval,
): RawBuilder<unknown> => sql`removal as (
      insert into photo_removals (user_id, id, deleted_at, restorable_until, is_erasure)
      select ${customerId}::uuid, ${id}::uuid, ${deletedAt}::timestamptz, ${restorableUntil}::timestamptz, ${isErasure}::boolean
      where exists (select from gone) on conflict do nothing
    ), moved as (
      insert into recently_deleted_photos (removal_id, ${MOVED_COLUMNS}) select ${id}::uuid, ${MOVED_COLUMNS} from gone
    )`;

/** SQL telling whether photos of `removal` can come back at a time, which those that are on their way do in any case. */
export const canComeBackSql = (now: Date): RawBuilder<boolean> =>
  sql`(removal.restorable_until > ${now}::timestamptz or removal.restoring_since is not null)`;

/** The same of a row of recently_deleted_photos. */
export const isRestorableSql = (
  now: Date,
): RawBuilder<boolean> => sql`exists (select from photo_removals as removal
  where removal.user_id = recently_deleted_photos.user_id and removal.id = recently_deleted_photos.removal_id
    and ${canComeBackSql(now)})`;

/** SQL telling whether photos of `removal` are shown as recently deleted at a time: not once they are on their way back. */
const isShownSql = (now: Date): RawBuilder<boolean> =>
  sql`removal.restorable_until > ${now}::timestamptz and removal.restoring_since is null`;

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
        where photo.user_id = ${customerId} and ${isShownSql(now)} ${afterPlace}
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
  const order = sql`order by removal_id desc, photo.id desc`;
  const read = await sql<{
    count: number;
    ids: Buffer | null;
    ratios: Buffer | null;
  }>`select count(*)::int as count,
      string_agg(uuid_send(photo.id), ''::bytea ${order}) as ids,
      string_agg(int2send(coalesce(ratio, 0::smallint)), ''::bytea ${order}) as ratios
    from recently_deleted_photos as photo
      join photo_removals as removal on removal.user_id = photo.user_id and removal.id = removal_id
    where photo.user_id = ${customerId} and ${isShownSql(now)}`.execute(db);
  const { count, ids, ratios } = onlyRow(read);
  return { count, ids: ids?.toString('base64') ?? '', ratios: ratios?.toString('base64') ?? '' };
}

/** The number of a customer's photos that are shown as recently deleted. */
export async function countDeleted(db: Queryable, customerId: CustomerId, now: Date): Promise<number> {
  const { rows } = await sql<{ photos: number }>`select count(*)::int as photos
    from recently_deleted_photos as photo
      join photo_removals as removal on removal.user_id = photo.user_id and removal.id = removal_id
    where photo.user_id = ${customerId} and ${isShownSql(now)}`.execute(db);
  return rows[0]?.photos ?? 0;
}
