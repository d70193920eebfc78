import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { type StoredOriginal, thumbnailKeys } from './originals.ts';
import { addThumbnailJob } from './photo-jobs.ts';

/** The result of reading an original while its photo was not locked. */
export type CheckedOriginal = { objectKey: string; isWhole: boolean };

type SameContent = {
  customerId: CustomerId;
  photoId: string;
  /** A durable object with the same bytes. */
  objectKey: string;
  /** Null until the photo's own original has been read. */
  checked: CheckedOriginal | null;
};
/**
 * `replacedKeys` are objects that the photo no longer needs; null if it does not need the new one. `unchecked` means that nothing
 * was changed and that original must be read first, outside the transaction.
 */
type Repair =
  | { unchecked: StoredOriginal; replacedKeys?: never }
  | { replacedKeys: string[] | null; unchecked?: never };

/**
 * Repairs a photo whose file was sent again. A lost or damaged original is replaced, and the thumbnails are made from the new
 * bytes; a photo that cannot be shown gets another try.
 */
export async function repairPhoto(trx: Queryable, same: SameContent): Promise<Repair> {
  const { customerId, photoId, objectKey, checked } = same;
  const photo = await readStored(trx, same);
  if (checked?.objectKey !== photo.objectKey) return { unchecked: photo };
  if (checked.isWhole && photo.state !== 'failure') return { replacedKeys: null };
  const { numUpdatedRows } = await trx
    .updateTable('photos')
    .set({
      thumbnail_state: 'loading',
      failure: null,
      is_damaged: false,
      ...(checked.isWhole ? {} : { object_key: objectKey, thumbnail_crc32s: null }),
    })
    .where('user_id', '=', customerId)
    .where('id', '=', photoId)
    .where('object_key', '=', photo.objectKey)
    .executeTakeFirst();
  // Another commit of the same content was faster.
  if (numUpdatedRows === 0n) return { unchecked: await readStored(trx, same) };
  await addThumbnailJob(trx, { customerId, photoId });
  return { replacedKeys: checked.isWhole ? null : [photo.objectKey, ...thumbnailKeys(photo.objectKey)] };
}

function readStored(trx: Queryable, { customerId, photoId }: Pick<SameContent, 'customerId' | 'photoId'>) {
  return trx
    .selectFrom('photos')
    .select(['object_key as objectKey', 'bytes', 'sha256', 'thumbnail_state as state'])
    .where('user_id', '=', customerId)
    .where('id', '=', photoId)
    .executeTakeFirstOrThrow();
}
