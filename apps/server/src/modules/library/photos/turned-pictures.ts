import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { NewFile } from '../../../platform/objects/pending-objects.ts';
import { removeObjectsLater } from '../../../platform/objects/purge-objects.ts';
import { thumbnailKeys } from './originals.ts';

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
