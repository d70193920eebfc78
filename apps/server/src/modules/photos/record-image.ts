import type { Queryable } from '../../platform/database/database.ts';
import type { ProcessedImage } from '../../platform/images/index.ts';
import { countPhotos } from './month-counts.ts';

/** Writes what the decode told. The file's own date outweighs one of its name and moves the photo to its month. */
export async function recordImage(
  trx: Queryable,
  { userId, photoId }: { userId: string; photoId: string },
  image: ProcessedImage,
): Promise<void> {
  const before = await lockPhoto(trx, userId, photoId);
  if (!before) return;
  const isDated = image.takenAt !== null && image.takenAt !== before.taken_at?.replace(' ', 'T');
  const after = await trx
    .updateTable('photos')
    .set({
      width: image.width,
      height: image.height,
      orientation: image.orientation,
      thumbhash: Buffer.from(image.thumbhash),
      thumbnail_state: 'success',
      failure: null,
      ...(isDated ? { taken_at: image.takenAt, taken_offset_minutes: image.takenOffsetMinutes } : {}),
    })
    .where('user_id', '=', userId)
    .where('id', '=', photoId)
    .returning(['taken_order', 'created_order'])
    .executeTakeFirstOrThrow();
  if (isDated) await countPhotos(trx, userId, { added: [after], removed: [before] });
}

/** Marks a photo as one that cannot be shown, with the reason's code; its original is kept. */
export async function recordFailure(
  trx: Queryable,
  userId: string,
  photoId: string,
  failure: string,
): Promise<void> {
  await trx
    .updateTable('photos')
    .set({ thumbnail_state: 'failure', failure })
    .where('user_id', '=', userId)
    .where('id', '=', photoId)
    .execute();
}

async function lockPhoto(trx: Queryable, userId: string, photoId: string) {
  return trx
    .selectFrom('photos')
    .select(['taken_at', 'taken_order', 'created_order'])
    .where('user_id', '=', userId)
    .where('id', '=', photoId)
    .forUpdate()
    .executeTakeFirst();
}
