import type { Queryable } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { thumbnailKeys } from './object-keys.ts';
import { isOriginalWhole } from './original-bytes.ts';
import { MAKE_THUMBNAILS, thumbnailJobKey } from './thumbnail-job.ts';

type SameContent = {
  userId: string;
  photoId: string;
  /** Where the same bytes are kept once more, durably. */
  objectKey: string;
};

/**
 * Takes the chance of a failed photo whose file was sent again: its thumbnails are made anew, and from the new bytes
 * when its own are gone or damaged. Gives the keys that it has no use for any more; null when the new ones are those.
 */
export async function mendPhoto(
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
    // As strong as the update below and no more: another commit of the same content holds the row for key share.
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
  await addJob(trx, MAKE_THUMBNAILS, { userId, photoId }, { key: thumbnailJobKey(photoId) });
  return isReplaced ? [failed.objectKey, ...thumbnailKeys(failed.objectKey)] : null;
}
