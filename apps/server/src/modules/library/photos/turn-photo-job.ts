import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import { THUMBNAIL_SIZES } from '@keepsake/contracts/platform/limits';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { ImageError } from '../../../platform/images/image.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import { ObjectNotFound } from '../../../platform/objects/object-store.ts';
import { type FileWriter, storeFile } from '../../../platform/objects/pending-objects.ts';
import { push } from '../../../platform/push.ts';
import { makeScratchFolder } from '../../../platform/scratch.ts';
import type { Deps } from './deps.ts';
import { THUMBNAILS_BYTES } from './make-thumbnails.ts';
import { MEDIA_CHANGED_CHANNEL } from './media.ts';
import { newTurnedPicture, removeTurnedPictures, thumbnailKey } from './originals.ts';
import { TURN_PHOTO } from './photo-jobs.ts';
import type { PhotoRef } from './stored-photos.ts';

type TurnDeps = Pick<Deps, 'db' | 'objects' | 'dataDir' | 'images' | 'clock' | 'updateInAlbums'>;
type Waiting = PhotoRef & { objectKey: string; turn: number };

const payloadSchema = z.object({ customerId: customerIdSchema, photoId: z.string() });

/**
 * Makes the thumbnails of a turned photo and shows them in place of the others. Whoever turns it meanwhile, or replaces its original,
 * adds a job of their own; the outcome of this one is then dropped.
 */
export function turnPhotoTask(deps: TurnDeps): Task {
  return {
    name: TURN_PHOTO,
    waitsForReconcile: false,
    async handle(payload) {
      const photo = await findWaiting(deps.db, payloadSchema.parse(payload));
      if (!photo) return;
      if (photo.turn === 0) await showPicture(deps, photo, null);
      else await makePicture(deps, photo);
    },
  };
}

/** A photo whose thumbnails are yet to be turned. One without thumbnails gets a job with them. */
async function findWaiting(db: Database, { customerId, photoId }: PhotoRef): Promise<Waiting | null> {
  const row = await db
    .selectFrom('photos')
    .select(['object_key as objectKey', 'turn'])
    .where('user_id', '=', customerId)
    .where('id', '=', photoId)
    .where('thumbnail_state', '=', 'success')
    .whereRef('turn', '<>', 'shown_turn')
    .executeTakeFirst();
  return row ? { customerId, photoId, ...row } : null;
}

async function makePicture(deps: TurnDeps, photo: Waiting): Promise<void> {
  using _room = await deps.objects.room.take(THUMBNAILS_BYTES, 'finishing');
  await using folder = await makeScratchFolder(deps.dataDir);
  const { thumbnails, thumbhash } = await turn(deps, photo, folder.path);
  const picture = newTurnedPicture(photo.customerId);
  await storeFile(deps, picture, async ({ addFile, settle }) => {
    for (const size of THUMBNAIL_SIZES)
      await addFile(thumbnailKey(picture.objectKey, size), thumbnails[size].path);
    await showPicture(deps, photo, { key: picture.objectKey, thumbhash: Buffer.from(thumbhash), settle });
  });
}

/** From the original; of one that cannot be read any more, from its largest thumbnail. */
async function turn(
  { objects, images }: Pick<TurnDeps, 'objects' | 'images'>,
  photo: Waiting,
  outputDirectory: string,
) {
  const { customerId: owner, objectKey, turn: degrees } = photo;
  const process = async (key: string) => {
    await using file = await objects.borrowFile(key);
    return await images.process({ owner, path: file.path, outputDirectory, degrees });
  };
  try {
    return await process(objectKey);
  } catch (error) {
    const isLost = error instanceof ObjectNotFound || (error instanceof ImageError && !error.isRetryable);
    if (!isLost) throw error;
    return await process(thumbnailKey(objectKey, THUMBNAIL_SIZES[0]));
  }
}

type Picture = Pick<FileWriter, 'settle'> & { key: string; thumbhash: Buffer };
type Shown = { formerKey: string | null };

/** Shows a turned picture, or the original's own, unless the photo was deleted, replaced or turned further meanwhile. */
async function showPicture(
  { db, clock, updateInAlbums }: Pick<TurnDeps, 'db' | 'clock' | 'updateInAlbums'>,
  photo: Waiting,
  picture: Picture | null,
): Promise<void> {
  const { customerId, photoId } = photo;
  await db.transaction().execute(async (trx) => {
    const shown = await setPicture(trx, photo, picture);
    if (!shown) return;
    await picture?.settle(trx);
    if (shown.formerKey) await removeTurnedPictures(trx, customerId, [shown.formerKey]);
    await updateInAlbums(trx, customerId, [photoId]);
    await sql`select pg_notify(${MEDIA_CHANGED_CHANNEL}, ${photoId})`.execute(trx);
    await push(
      trx,
      customerId,
      { type: 'photos-changed', data: { change: 'ready', photoIds: [photoId] } },
      clock(),
    );
  });
}

/** Width and height change places with every quarter turn between what was shown and what is. */
async function setPicture(
  trx: Queryable,
  { customerId, photoId, objectKey, turn: degrees }: Waiting,
  picture: Pick<Picture, 'key' | 'thumbhash'> | null,
): Promise<Shown | undefined> {
  const { rows } = await sql<Shown>`
    with former as (
      select turned_key from photos where user_id = ${customerId} and id = ${photoId} for no key update
    )
    update photos set shown_turn = turn, turned_key = ${picture?.key ?? null}, turned_thumbhash = ${picture?.thumbhash ?? null},
      width = case when (turn - shown_turn) % 180 = 0 then width else height end,
      height = case when (turn - shown_turn) % 180 = 0 then height else width end
    from former
    where user_id = ${customerId} and id = ${photoId} and object_key = ${objectKey} and turn = ${degrees}
      and turn <> shown_turn and thumbnail_state = 'success'
    returning former.turned_key as "formerKey"`.execute(trx);
  return rows[0];
}
