import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';

/** What an archive needs to know of an original. */
export type Original = {
  photoId: string;
  fileName: string;
  bytes: number;
  crc32: number;
  sha256: Buffer;
  objectKey: string;
  /** Wall time of the camera, else of the upload: what the file in an archive is dated. */
  wallTime: string;
};

/** Originals of a customer's photos; ids of others and of deleted ones are left out. */
export async function readOriginals(
  db: Queryable,
  userId: string,
  photoIds: readonly string[],
): Promise<Original[]> {
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'file_name', 'bytes', 'crc32', 'sha256', 'object_key', 'taken_at', 'created_order'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`id = any(${photoIds}::uuid[])`)
    .execute();
  return rows.map((row) => ({
    photoId: row.id,
    fileName: row.file_name,
    bytes: row.bytes,
    crc32: row.crc32,
    sha256: row.sha256,
    objectKey: row.object_key,
    wallTime: (row.taken_at ?? row.created_order).replace(' ', 'T'),
  }));
}
