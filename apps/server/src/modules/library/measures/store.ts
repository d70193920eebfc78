import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { type Queryable, uuidArray } from '../../../platform/database/database.ts';
import { MEASURES_VERSION, type Measures } from '../../../platform/images/image.ts';
import { LARGE_BATCH } from '../../../platform/jobs/jobs.ts';
import type { PhotoRef } from '../photos/index.ts';

/** Behind every id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A photo on the way through all of them, and whether it lacks measures of today's method. */
export type WalkedPhoto = PhotoRef & { objectKey: string; isUnmeasured: boolean };

/** The next photos of all customers in the order of their ids. Those without thumbnails have nothing to measure. */
export async function readNextPhotos(
  db: Queryable,
  { customerId, photoId }: PhotoRef,
  limit: number,
): Promise<WalkedPhoto[]> {
  const { rows } = await sql<WalkedPhoto>`
    select photo.user_id as "customerId", photo.id as "photoId", photo.object_key as "objectKey",
      photo.thumbnail_state = 'success' and measured.version is distinct from ${MEASURES_VERSION} as "isUnmeasured"
    from (select user_id, id, object_key, thumbnail_state from library_photos
        where (user_id, id) > (${customerId}::uuid, ${photoId}::uuid) order by user_id, id limit ${limit}) as photo
      left join photo_measures as measured on measured.user_id = photo.user_id and measured.photo_id = photo.id
    order by photo.user_id, photo.id`.execute(db);
  return rows;
}

/** Stores the measures of a photo, in a transaction that holds the photo. */
export async function saveMeasures(
  trx: Queryable,
  customerId: CustomerId,
  photoId: string,
  { dHash, pHash, sharpness, sharpestPart, black, white, entropy }: Measures,
): Promise<void> {
  const columns = {
    version: MEASURES_VERSION,
    dhash: Buffer.from(dHash, 'hex'),
    phash: Buffer.from(pHash, 'hex'),
    sharpness,
    sharpest_part: sharpestPart,
    black,
    white,
    entropy,
  };
  await trx
    .insertInto('photo_measures')
    .values({ user_id: customerId, photo_id: photoId, ...columns })
    .onConflict((conflict) => conflict.columns(['user_id', 'photo_id']).doUpdateSet(columns))
    .execute();
}

/** Forgets the measures of photos that cannot come back. */
export async function forgetMeasures(
  db: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<void> {
  await sql`delete from photo_measures
    where user_id = ${customerId} and photo_id = any(${uuidArray(photoIds)})`.execute(db);
}

/** Measures without a photo in its library, between two places, the second included; without it, to the end. */
export async function findWithoutPhoto(
  db: Queryable,
  after: PhotoRef,
  until: PhotoRef | null,
): Promise<PhotoRef[]> {
  const end = until ?? { customerId: LAST_ID, photoId: LAST_ID };
  const { rows } = await sql<PhotoRef>`
    select user_id as "customerId", photo_id as "photoId" from photo_measures as measured
    where (user_id, photo_id) > (${after.customerId}::uuid, ${after.photoId}::uuid)
      and (user_id, photo_id) <= (${end.customerId}::uuid, ${end.photoId}::uuid)
      and not exists (select from library_photos as photo
        where photo.user_id = measured.user_id and photo.id = measured.photo_id)
    limit ${LARGE_BATCH}`.execute(db);
  return rows;
}
