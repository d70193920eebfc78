import {
  DETAILS_LIST_SIZE,
  type PhotoDescription,
  type PhotoDetails,
} from '@keepsake/contracts/library/photo-details';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Description } from '../../../platform/images/describe-photo.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import { fileDateSql } from './plan-dates.ts';
import type { PhotoRef } from './stored-photos.ts';

/** The description of a photo as stored in its row; its date has rules of its own. */
export function describedColumns({ camera, writtenDate }: Pick<Description, 'camera' | 'writtenDate'>) {
  return {
    camera_make: camera.make,
    camera_model: camera.model,
    lens: camera.lens,
    focal_length: camera.focalLength,
    f_number: camera.fNumber,
    exposure_time: camera.exposureTime,
    iso: camera.iso,
    written_date: writtenDate,
    is_described: true,
  };
}

/** The details of a customer's photo. Throws `not-found`. */
export async function readDetails(
  { db, findAlbums }: Pick<Deps, 'db' | 'findAlbums'>,
  { customerId, photoId }: PhotoRef,
): Promise<PhotoDetails> {
  const [row, { albums, albumsCount }, orders] = await Promise.all([
    readRow(db, { customerId, photoId }),
    findAlbums(customerId, photoId, DETAILS_LIST_SIZE),
    readOrders(db, { customerId, photoId }),
  ]);
  if (!row) throw new Problem('not-found');
  return { ...describe(row), albums, albumsCount, ...orders, corrected: correctionOf(row) };
}

/** The stored description of a photo; null if the customer has no such photo. */
export async function readDescription(
  db: Queryable,
  { customerId, photoId }: PhotoRef,
): Promise<PhotoDescription | null> {
  const row = await readRow(db, { customerId, photoId });
  return row ? describe(row) : null;
}

type DescribedRow = NonNullable<Awaited<ReturnType<typeof readRow>>>;

function readRow(db: Queryable, { customerId, photoId }: PhotoRef) {
  return db
    .selectFrom('photos')
    .select(['camera_make', 'camera_model', 'lens', 'focal_length', 'f_number', 'exposure_time', 'iso'])
    .select(['written_date', 'is_described', 'corrected_to', fileDateSql.as('recorded_date')])
    .where('user_id', '=', customerId)
    .where('id', '=', photoId)
    .executeTakeFirst();
}

function describe(row: DescribedRow): PhotoDescription {
  return {
    camera: {
      make: row.camera_make ?? undefined,
      model: row.camera_model ?? undefined,
      lens: row.lens ?? undefined,
      focalLength: row.focal_length ?? undefined,
      fNumber: row.f_number ?? undefined,
      exposureTime: row.exposure_time ?? undefined,
      iso: row.iso ?? undefined,
    },
    isAwaited: !row.is_described || undefined,
    // The date may be known from the file's name instead.
    writtenDate: (row.recorded_date === null && row.written_date) || undefined,
  };
}

/** What the file says beside the date that its customer set; undefined where none did. */
const correctionOf = ({ corrected_to, recorded_date }: DescribedRow): PhotoDetails['corrected'] =>
  corrected_to === null ? undefined : { recordedDate: recorded_date?.replace(' ', 'T') };

type Order = { reference: string; created_at: Date; all: number };

/** The orders in which a photo was used, newest first. */
async function readOrders(
  db: Queryable,
  { customerId, photoId }: PhotoRef,
): Promise<Pick<PhotoDetails, 'orders' | 'ordersCount'>> {
  const { rows } = await sql<Order>`
    select reference, created_at, count(*) over ()::int as all from photo_uses
    where user_id = ${customerId} and photo_id = ${photoId} and used_in = 'order'
    order by created_at desc, reference limit ${DETAILS_LIST_SIZE}`.execute(db);
  return {
    orders: rows.map(({ reference, created_at }) => ({
      orderCode: reference,
      createdAt: created_at.toISOString(),
    })),
    ordersCount: rows[0]?.all ?? 0,
  };
}
