import type { Queryable } from '../../../platform/database/database.ts';
import type { ProcessedImage } from '../../../platform/images/image.ts';
import type { UpdateInAlbums } from './deps.ts';
import { describedColumns } from './details.ts';
import { countPhotos } from './month-counts.ts';

type PhotoRef = { userId: string; photoId: string };
/** A photo, as long as this is its original. */
type OriginalRef = PhotoRef & { objectKey: string };

type Decoded = { image: ProcessedImage; thumbnailCrc32s: Buffer; updateInAlbums: UpdateInAlbums };

/**
 * Records the result of a decode. The date in the file outranks the one in its name and moves the photo to its month. False if
 * the photo was deleted or its original replaced.
 */
export async function recordImage(
  trx: Queryable,
  { userId, photoId, objectKey }: OriginalRef,
  { image, thumbnailCrc32s, updateInAlbums }: Decoded,
): Promise<boolean> {
  const before = await lockPhoto(trx, { userId, photoId, objectKey });
  if (!before) return false;
  const isDated = image.takenAt !== null && image.takenAt !== before.taken_at?.replace(' ', 'T');
  const after = await trx
    .updateTable('photos')
    .set({
      width: image.width,
      height: image.height,
      orientation: image.orientation,
      thumbhash: Buffer.from(image.thumbhash),
      thumbnail_crc32s: thumbnailCrc32s,
      thumbnail_state: 'success',
      failure: null,
      ...describedColumns(image),
      ...(isDated ? { taken_at: image.takenAt, taken_offset_minutes: image.takenOffsetMinutes } : {}),
    })
    .where('user_id', '=', userId)
    .where('id', '=', photoId)
    .returning(['taken_order', 'created_order', 'bytes', 'ratio'])
    .executeTakeFirstOrThrow();
  if (isDated || after.ratio !== before.ratio) await updateInAlbums(trx, userId, photoId);
  if (isDated) await countPhotos(trx, userId, { added: [after], removed: [before] });
  return true;
}

/** Marks a photo as failed, with the code of the reason; false if it was deleted or its original replaced. */
export async function recordFailure(
  trx: Queryable,
  { userId, photoId, objectKey }: OriginalRef,
  failure: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('photos')
    .set({ thumbnail_state: 'failure', failure })
    .where('user_id', '=', userId)
    .where('id', '=', photoId)
    .where('object_key', '=', objectKey)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function lockPhoto(trx: Queryable, { userId, photoId, objectKey }: OriginalRef) {
  return trx
    .selectFrom('photos')
    .select(['taken_at', 'taken_order', 'created_order', 'bytes', 'ratio'])
    .where('user_id', '=', userId)
    .where('id', '=', photoId)
    .where('object_key', '=', objectKey)
    .forUpdate()
    .executeTakeFirst();
}
