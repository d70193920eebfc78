import { crc32 } from 'node:zlib';
import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import { THUMBNAIL_SIZES } from '@keepsake/contracts/platform/limits';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import { NIL_ID, NOBODY } from '../../../platform/ids.ts';
import {
  type BorrowedFile,
  isUnreadable,
  ObjectNotFound,
  type ObjectStore,
} from '../../../platform/objects/object-store.ts';
import { type StoredOriginal, thumbnailKey } from './originals.ts';

export type PhotoRef = { customerId: CustomerId; photoId: string };

/** Payload of a job that goes through photos in the order of their ids: the place that it has reached, nothing at the beginning. */
export const placePayload = z.object({
  // One queued by an earlier version names it otherwise: it starts over.
  after: z.object({ customerId: customerIdSchema, photoId: z.string() }).optional().catch(undefined),
});

/** Photos per turn of such a job, and its least rest before the next. */
export const TURN_PHOTOS = 100;
export const REST_MS = 1_000;
/** Limit of one turn of a job that keeps decoders busy, so that others need not wait long for its worker. */
export const SHORT_TURN_MS = 2_000;
/** Such a job rests this many times as long as it worked. */
export const REST_TIMES = 4;

/** A photo and the expected state of its objects. */
export type StoredPhoto = PhotoRef &
  StoredOriginal & {
    addedAt: Date;
    crc32: number;
    hasThumbnails: boolean;
    /** Null if unknown. */
    thumbnailCrc32s: Buffer | null;
  };

/** The next photos of all customers, in the order of their ids. */
export async function readStoredPhotos(
  db: Queryable,
  after: PhotoRef | null,
  limit: number,
): Promise<StoredPhoto[]> {
  const { customerId, photoId } = after ?? FIRST;
  const { rows } = await sql<StoredPhoto>`
    select user_id as "customerId", id as "photoId", object_key as "objectKey", bytes, sha256, crc32,
      created_at as "addedAt", thumbnail_state = 'success' as "hasThumbnails", thumbnail_crc32s as "thumbnailCrc32s"
    from photos where (user_id, id) > (${customerId}, ${photoId}) order by user_id, id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** How many photos a customer has, and how many of them were added until a moment. */
export async function countAddedUntil(
  db: Queryable,
  customerId: CustomerId,
  moment: Date,
): Promise<{ total: number; added: number }> {
  const { rows } = await sql<{ total: number; added: number }>`
    select count(*)::int as total, count(*) filter (where created_at <= ${moment})::int as added
    from photos where user_id = ${customerId}`.execute(db);
  return rows[0] ?? { total: 0, added: 0 };
}

const FIRST: PhotoRef = { customerId: NOBODY, photoId: NIL_ID };

/** Whether a photo is still there, with this original. */
export async function hasOriginal(db: Queryable, photo: StoredPhoto): Promise<boolean> {
  return (await findWithOriginal(db, photo).executeTakeFirst()) !== undefined;
}

/** Whether a photo still has these objects: the original and the thumbnails. */
export async function hasObjects(db: Queryable, photo: StoredPhoto): Promise<boolean> {
  const { thumbnailCrc32s } = photo;
  const row = await findWithOriginal(db, photo)
    .where(sql<boolean>`thumbnail_crc32s is not distinct from ${thumbnailCrc32s}`)
    .executeTakeFirst();
  return row !== undefined;
}

const findWithOriginal = (db: Queryable, { customerId, photoId, objectKey }: StoredPhoto) =>
  db
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', customerId)
    .where('id', '=', photoId)
    .where('object_key', '=', objectKey);

/** The largest thumbnail of a photo as a file: upright or as its customer turned it, in sRGB, whatever the original is. Null if there is none. */
export async function borrowThumbnail(
  { db, objects }: { db: Queryable; objects: Pick<ObjectStore, 'borrowFile'> },
  { customerId, photoId }: PhotoRef,
): Promise<BorrowedFile | null> {
  const row = await db
    .selectFrom('photos')
    .select(['object_key', 'turned_key'])
    .where('user_id', '=', customerId)
    .where('id', '=', photoId)
    .where('thumbnail_state', '=', 'success')
    .executeTakeFirst();
  return row ? objects.borrowFile(thumbnailKey(row.turned_key ?? row.object_key, THUMBNAIL_SIZES[0])) : null;
}

/** CRC-32s in the form a photo's row stores them. */
export function packCrc32s(crc32s: readonly number[]): Buffer {
  const packed = Buffer.alloc(4 * crc32s.length);
  for (const [index, value] of crc32s.entries()) packed.writeUInt32BE(value, 4 * index);
  return packed;
}

export type DamagedThumbnail = { key: string; is: 'missing' | 'damaged' };

/** Reads the thumbnails of a photo and returns those that differ from what was made. Throws if the store is away. */
export async function findDamagedThumbnails(
  objects: Pick<ObjectStore, 'read'>,
  { objectKey, hasThumbnails, thumbnailCrc32s }: StoredPhoto,
): Promise<DamagedThumbnail[]> {
  if (!hasThumbnails) return [];
  const checked = await Promise.all(
    THUMBNAIL_SIZES.map(async (size, index) => {
      const key = thumbnailKey(objectKey, size);
      const found = await readCrc32(objects, key);
      if (found === null) return { key, is: 'missing' as const };
      const isWhole = found !== 'unreadable' && (thumbnailCrc32s?.readUInt32BE(4 * index) ?? found) === found;
      return isWhole ? null : { key, is: 'damaged' as const };
    }),
  );
  return checked.filter((thumbnail) => thumbnail !== null);
}

async function readCrc32(
  objects: Pick<ObjectStore, 'read'>,
  key: string,
): Promise<number | 'unreadable' | null> {
  try {
    return crc32(await objects.read(key));
  } catch (error) {
    if (error instanceof ObjectNotFound) return null;
    if (isUnreadable(error)) return 'unreadable';
    throw error;
  }
}
