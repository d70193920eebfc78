import type { Queryable } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { isOriginalWhole, thumbnailKeys } from './originals.ts';
import { addThumbnailJob } from './thumbnail-jobs.ts';

type SameContent = {
  userId: string;
  photoId: string;
  /** A durable object with the same bytes. */
  objectKey: string;
};

/**
 * Retries a failed photo whose file was sent again: its thumbnails are made again, from the new bytes if its own are lost
 * or damaged. Returns the keys of objects that it no longer needs; null if it does not need the new object.
 */
export async function repairPhoto(
  trx: Queryable,
  { userId, photoId, objectKey }: SameContent,
  objects: Pick<ObjectStore, 'open'>,
): Promise<string[] | null> {
  const failed = await trx
    .selectFrom('photos')
    .select(['object_key as objectKey', 'sha256'])
    .where('user_id', '=', userId)
    .where('id', '=', photoId)
    .where('thumbnail_state', '=', 'failure')
    // No stronger than the update below: another commit of the same content may hold the row for key share.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!failed) return null;
  const isReplaced = !(await isOriginalWhole(objects, failed));
  await trx
    .updateTable('photos')
    .set({ thumbnail_state: 'loading', failure: null, ...(isReplaced ? { object_key: objectKey } : {}) })
    .where('user_id', '=', userId)
    .where('id', '=', photoId)
    .execute();
  await addThumbnailJob(trx, { userId, photoId });
  return isReplaced ? [failed.objectKey, ...thumbnailKeys(failed.objectKey)] : null;
}
