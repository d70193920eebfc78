import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { THUMBNAIL_SIZES } from '@keepsake/contracts/platform/limits';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { isUnreadable, ObjectNotFound, type ObjectStore } from '../../../platform/objects/object-store.ts';
import type { NewFile } from '../../../platform/objects/pending-objects.ts';
import { removeObjectsLater } from '../../../platform/objects/purge-objects.ts';

/** What an archive needs to know about an original. */
export type Original = {
  photoId: string;
  fileName: string;
  bytes: number;
  crc32: number;
  sha256: Buffer;
  objectKey: string;
  /** Whether the store is known to have different bytes from those the customer sent, or none. */
  isDamaged: boolean;
  /** Date of the file in an archive: wall time of the camera, else of the upload. */
  wallTime: string;
};

/** Originals of a customer's photos, ignoring ids of other customers and of deleted photos. */
export async function readOriginals(
  db: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<Original[]> {
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'file_name', 'bytes', 'crc32', 'sha256', 'object_key', 'is_damaged'])
    .select(['taken_at', 'created_order'])
    .where('user_id', '=', customerId)
    .where(sql<boolean>`id = any(${photoIds}::uuid[])`)
    .execute();
  return rows.map((row) => ({
    photoId: row.id,
    fileName: row.file_name,
    bytes: row.bytes,
    crc32: row.crc32,
    sha256: row.sha256,
    objectKey: row.object_key,
    isDamaged: row.is_damaged,
    wallTime: (row.taken_at ?? row.created_order).replace(' ', 'T'),
  }));
}

/** What the store must have of a photo. */
export type StoredOriginal = Pick<Original, 'objectKey' | 'bytes' | 'sha256'>;

/** Whether the store has exactly the bytes that the customer sent: compares size, then hash. Throws if it is away. */
export async function isOriginalWhole(
  objects: Pick<ObjectStore, 'open' | 'size'>,
  { objectKey, bytes, sha256 }: StoredOriginal,
): Promise<boolean> {
  if ((await objects.size(objectKey)) !== bytes) return false;
  try {
    const hash = createHash('sha256');
    await pipeline(await objects.open(objectKey), hash);
    return hash.digest().equals(sha256);
  } catch (error) {
    if (error instanceof ObjectNotFound || isUnreadable(error)) return false;
    throw error;
  }
}

/** Object key of a thumbnail, next to its original. */
export function thumbnailKey(objectKey: string, size: number): string {
  return `${objectKey}.${size}.jpg`;
}

/** Object keys of all thumbnails of an original, whether they exist or not. */
export function thumbnailKeys(objectKey: string): string[] {
  return THUMBNAIL_SIZES.map((size) => thumbnailKey(objectKey, size));
}

/**
 * The thumbnails of a turned photo as one file. They stand beside those of the original, under a key that no other turn of the photo
 * ever had: who reads or writes an earlier one disturbs nobody.
 */
export function newTurnedPicture(customerId: CustomerId): NewFile {
  return turnedPicture(customerId, `turned-photos/${customerId}/${newId()}`);
}

const turnedPicture = (customerId: CustomerId, objectKey: string): NewFile => ({
  customerId,
  objectKey,
  keys: thumbnailKeys(objectKey),
});

/** Has turned thumbnails removed, once the transaction commits after which no photo names them. */
export async function removeTurnedPictures(
  trx: Queryable,
  customerId: CustomerId,
  keys: readonly string[],
): Promise<void> {
  await removeObjectsLater(
    trx,
    keys.map((key) => turnedPicture(customerId, key)),
  );
}
