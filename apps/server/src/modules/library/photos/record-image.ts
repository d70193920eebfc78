import type { Updateable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Photos } from '../../../platform/database/database-types.ts';
import type { Description } from '../../../platform/images/describe-photo.ts';
import { DECODER_REVISION, type ProcessedImage } from '../../../platform/images/image.ts';
import type { SaveMeasures, UpdateInAlbums } from './deps.ts';
import { describedColumns } from './details.ts';
import { countPhotos } from './month-counts.ts';
import { removeTurnedPictures } from './originals.ts';
import { addTurnJobs } from './photo-jobs.ts';
import type { PhotoRef } from './stored-photos.ts';

/** A photo, as long as this is its original. */
type OriginalRef = PhotoRef & { objectKey: string };

type Described = { description: Description; updateInAlbums: UpdateInAlbums };
type Decoded = {
  image: ProcessedImage;
  thumbnailCrc32s: Buffer;
  updateInAlbums: UpdateInAlbums;
  saveMeasures: SaveMeasures;
};
type Failed = { failure: string; described?: Described };

/** Records the result of a decode. False if the photo was deleted or its original replaced. */
export async function recordImage(
  trx: Queryable,
  original: OriginalRef,
  { image, thumbnailCrc32s, updateInAlbums, saveMeasures }: Decoded,
): Promise<boolean> {
  const columns = {
    width: image.width,
    height: image.height,
    orientation: image.orientation,
    thumbhash: Buffer.from(image.thumbhash),
    thumbnail_crc32s: thumbnailCrc32s,
    thumbnail_state: 'success' as const,
    made_by: DECODER_REVISION,
    failure: null,
    failed_by: null,
    ...NOT_TURNED,
  };
  const before = await recordWithDescription(trx, original, { description: image, updateInAlbums }, columns);
  if (!before) return false;
  await turnAgain(trx, original, before);
  await saveMeasures(trx, original.customerId, original.photoId, image.measures);
  return true;
}

/** New thumbnails are as the original is. Turned ones are made anew, too: what was wrong with the others was wrong with them. */
const NOT_TURNED = { shown_turn: 0, turned_key: null, turned_thumbhash: null };

async function turnAgain(
  trx: Queryable,
  { customerId, photoId }: OriginalRef,
  { turn, turned_key }: Before,
): Promise<void> {
  if (turned_key) await removeTurnedPictures(trx, customerId, [turned_key]);
  if (turn !== 0) await addTurnJobs(trx, [{ customerId, photoId }]);
}

/**
 * Marks a photo as failed, with the code of the reason and what its file says all the same; false if it was deleted or its
 * original replaced.
 */
export async function recordFailure(
  trx: Queryable,
  original: OriginalRef,
  { failure, described }: Failed,
): Promise<boolean> {
  const columns = { thumbnail_state: 'failure' as const, failure, failed_by: DECODER_REVISION };
  if (described) return (await recordWithDescription(trx, original, described, columns)) !== null;
  const { numUpdatedRows } = await trx
    .updateTable('photos')
    .set(columns)
    .where('user_id', '=', original.customerId)
    .where('id', '=', original.photoId)
    .where('object_key', '=', original.objectKey)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records what a photo's file says, read without a decode; false if the photo was deleted or its original replaced. */
export async function recordDescription(
  trx: Queryable,
  original: OriginalRef,
  described: Described,
): Promise<boolean> {
  return (await recordWithDescription(trx, original, described, {})) !== null;
}

/**
 * The date in the file outranks the one in its name and moves the photo to its month; the one that a customer set outranks both,
 * and what the file says is recorded beside it. Returns the row as it was, or null.
 */
async function recordWithDescription(
  trx: Queryable,
  { customerId, photoId, objectKey }: OriginalRef,
  { description, updateInAlbums }: Described,
  columns: Updateable<Photos>,
): Promise<Before | null> {
  const before = await lockPhoto(trx, { customerId, photoId, objectKey });
  if (!before) return null;
  const { takenAt, takenOffsetMinutes } = description;
  const isCorrected = before.corrected_to !== null;
  const isDated = takenAt !== null && !isCorrected && takenAt !== before.taken_at?.replace(' ', 'T');
  const recorded = { recorded_taken_at: takenAt, recorded_offset_minutes: takenOffsetMinutes };
  const after = await trx
    .updateTable('photos')
    .set({
      ...columns,
      ...describedColumns(description),
      ...(isDated ? { taken_at: takenAt, taken_offset_minutes: takenOffsetMinutes } : {}),
      ...(isCorrected && takenAt !== null ? recorded : {}),
    })
    .where('user_id', '=', customerId)
    .where('id', '=', photoId)
    .returning(['taken_order', 'created_order', 'bytes', 'ratio'])
    .executeTakeFirstOrThrow();
  if (isDated || after.ratio !== before.ratio) await updateInAlbums(trx, customerId, [photoId]);
  if (isDated) await countPhotos(trx, customerId, { added: [after], removed: [before] });
  return before;
}

type Before = NonNullable<Awaited<ReturnType<typeof lockPhoto>>>;

async function lockPhoto(trx: Queryable, { customerId, photoId, objectKey }: OriginalRef) {
  return trx
    .selectFrom('photos')
    .select([
      'taken_at',
      'corrected_to',
      'taken_order',
      'created_order',
      'bytes',
      'ratio',
      'turn',
      'turned_key',
    ])
    .where('user_id', '=', customerId)
    .where('id', '=', photoId)
    .where('object_key', '=', objectKey)
    .forUpdate()
    .executeTakeFirst();
}
