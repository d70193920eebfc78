import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import { THUMBNAIL_SIZES } from '@keepsake/contracts/platform/limits';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { isDiskFull } from '../../../platform/disk-room.ts';
import { ImageError, type ImageFormat, type ProcessedImage } from '../../../platform/images/image.ts';
import type { JobAttempt, Task } from '../../../platform/jobs/jobs.ts';
import { ObjectNotFound, type ObjectStore } from '../../../platform/objects/object-store.ts';
import { push } from '../../../platform/push.ts';
import { makeScratchFolder } from '../../../platform/scratch.ts';
import type { Deps } from './deps.ts';
import { isOriginalWhole, type StoredOriginal, thumbnailKey, thumbnailKeys } from './originals.ts';
import {
  FAILED_EARLIER,
  MAKE_THUMBNAILS,
  PASSING_FAILURES,
  type PassingFailure,
  retryThumbnailsLast,
  retryThumbnailsLater,
} from './photo-jobs.ts';
import { recordFailure, recordImage } from './record-image.ts';
import { packCrc32s } from './stored-photos.ts';

type ThumbnailDeps = Pick<
  Deps,
  'db' | 'objects' | 'dataDir' | 'images' | 'clock' | 'log' | 'updateInAlbums' | 'saveMeasures'
>;
type Original = StoredOriginal & {
  customerId: CustomerId;
  format: ImageFormat;
  photoId: string;
  /** Whether it is shown: then its thumbnails are made again over the existing ones. */
  isShown: boolean;
  /** Whether it is marked as one that cannot be shown. */
  wasFailed: boolean;
};

const payloadSchema = z.object({
  customerId: customerIdSchema,
  photoId: z.string(),
  round: z.number().default(0),
  losses: z.number().default(0),
});
/** Larger than almost every photo's thumbnails together. */
export const THUMBNAILS_BYTES = 1024 ** 2;
/** After this many decodes that killed their decoder, a photo is not tried again. */
const MAX_LOSSES = 3;

/** Decodes a photo once, stores its thumbnails and notifies the customer's screens. */
export function makeThumbnailsTask(deps: ThumbnailDeps): Task {
  return {
    name: MAKE_THUMBNAILS,
    waitsForReconcile: false,
    async handle(payload, attempt) {
      const { customerId, photoId, ...history } = payloadSchema.parse(payload);
      const original = await findOriginal(deps.db, customerId, photoId);
      if (!original) return;
      try {
        await makeThumbnails(deps, original);
      } catch (error) {
        // Skip a photo deleted in the meantime.
        if (await findOriginal(deps.db, customerId, photoId))
          await handleFailure(deps, original, { error, attempt, ...history });
      }
    },
  };
}

type Failed = { error: unknown; attempt: JobAttempt; round: number; losses: number };

/** Decides what happens to a photo whose thumbnails could not be made. Throws the error to retry the job. */
async function handleFailure(
  deps: ThumbnailDeps,
  original: Original,
  { round, losses, error, attempt }: Failed,
): Promise<void> {
  const { customerId, photoId } = original;
  // A shown photo stays as it is; the scrub will be back. A full disk says nothing about the photo.
  if (original.isShown || isDiskFull(error)) throw error;
  if (isDecoderLost(error) && losses + 1 < MAX_LOSSES)
    return retryThumbnailsLast(deps.db, { customerId, photoId, round, losses: losses + 1 }, deps.clock());
  const permanent = await findPermanentFailure(deps, original, error);
  if (permanent && !(await areDecodersWorking(deps, original))) {
    deps.log.error({ err: error, customerId, photoId }, 'the image decoders do not work: photos wait');
    return retryThumbnailsLater(deps.db, { customerId, photoId, round: Math.max(round, 1) }, deps.clock());
  }
  if (!permanent && attempt.attempt < attempt.maxAttempts) throw error;
  const isThere = permanent
    ? await fail(deps, original, permanent)
    : await failAndRetry(deps, original, { failure: passingFailureOf(error), round });
  if (isThere)
    deps.log.warn({ err: error, customerId, photoId, permanent: permanent?.code }, 'a photo cannot be shown');
}

async function areDecodersWorking(
  { images, dataDir }: Pick<ThumbnailDeps, 'images' | 'dataDir'>,
  { format }: Original,
): Promise<boolean> {
  await using folder = await makeScratchFolder(dataDir);
  return await images.isWorking(format, folder.path);
}

const isDecoderLost = (error: unknown) => error instanceof ImageError && error.isRetryable;

/** The photo's original, unless its thumbnails are done: a repeated job finds nothing to do. */
async function findOriginal(db: Database, customerId: CustomerId, photoId: string): Promise<Original | null> {
  const row = await db
    .selectFrom('photos')
    .select([
      'object_key as objectKey',
      'bytes',
      'sha256',
      'format',
      sql<boolean>`thumbnail_state = 'success'`.as('isShown'),
      sql<boolean>`thumbnail_state = 'failure'`.as('wasFailed'),
    ])
    .where('user_id', '=', customerId)
    .where('id', '=', photoId)
    .where((eb) =>
      eb.or([
        eb('thumbnail_state', '=', 'loading'),
        eb('failure', 'in', PASSING_FAILURES),
        eb.and([eb('thumbnail_state', '=', 'failure'), FAILED_EARLIER]),
        eb.and([eb('thumbnail_state', '=', 'success'), eb('thumbnail_crc32s', 'is', null)]),
      ]),
    )
    .executeTakeFirst();
  return row ? { customerId, photoId, ...row, format: row.format } : null;
}

async function makeThumbnails(deps: ThumbnailDeps, original: Original): Promise<void> {
  using _room = await deps.objects.room.take(THUMBNAILS_BYTES, 'finishing');
  await using folder = await makeScratchFolder(deps.dataDir);
  await using file = await deps.objects.borrowFile(original.objectKey);
  const image = await deps.images.process({
    owner: original.customerId,
    path: file.path,
    outputDirectory: folder.path,
  });
  const thumbnailCrc32s = await keepThumbnails(deps.objects, original.objectKey, image);
  const { updateInAlbums, saveMeasures } = deps;
  const isThere = await finish(deps, original, 'ready', (trx) =>
    recordImage(trx, original, { image, thumbnailCrc32s, updateInAlbums, saveMeasures }),
  );
  if (isThere && original.wasFailed) {
    const { customerId, photoId } = original;
    deps.log.info({ customerId, photoId }, 'a photo that could not be shown is shown');
  }
  // Deleted or replaced in the meantime. A purge handles these, but only while it sees this job running.
  if (!isThere) await deps.objects.remove(thumbnailKeys(original.objectKey));
}

/**
 * Stores thumbnails and returns their CRC-32s. Waits for all of them even if one fails, because the others still read their
 * files.
 */
async function keepThumbnails(
  objects: ObjectStore,
  objectKey: string,
  { thumbnails }: ProcessedImage,
): Promise<Buffer> {
  const outcomes = await Promise.allSettled(
    THUMBNAIL_SIZES.map(async (size) => {
      const { path: file } = thumbnails[size];
      const checksum = crc32(await readFile(file));
      await objects.putFile(thumbnailKey(objectKey, size), file);
      return checksum;
    }),
  );
  const crc32s = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
  return packCrc32s(crc32s);
}

type Change = (trx: Parameters<typeof recordFailure>[0]) => Promise<boolean>;

/** Records an outcome and notifies screens; false if the photo was deleted or its original replaced. */
async function finish(
  { db, clock }: Pick<ThumbnailDeps, 'db' | 'clock'>,
  { customerId, photoId }: Original,
  change: 'ready' | 'failed',
  record: Change,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await record(trx))) return false;
    await push(trx, customerId, { type: 'photos-changed', data: { change, photoIds: [photoId] } }, clock());
    return true;
  });
}

async function fail(deps: ThumbnailDeps, original: Original, error: ImageError): Promise<boolean> {
  const description = error.description ?? (await describe(deps, original));
  const described = description && { description, updateInAlbums: deps.updateInAlbums };
  return finish(deps, original, 'failed', (trx) =>
    recordFailure(trx, original, { failure: error.code, described }),
  );
}

/** What the file says although its pixels took down every decoder; undefined if that does too. */
async function describe(
  { objects, images, log }: Pick<ThumbnailDeps, 'objects' | 'images' | 'log'>,
  { objectKey, customerId }: Original,
) {
  try {
    await using file = await objects.borrowFile(objectKey);
    return await images.describe({ owner: customerId, path: file.path });
  } catch (error) {
    log.debug({ err: error, objectKey }, 'a photo that cannot be shown could not be described');
    return undefined;
  }
}

type Passing = { failure: PassingFailure; round: number };

/** Marks the photo as failed, and retries it later for as long as it exists. */
function failAndRetry(
  deps: Pick<ThumbnailDeps, 'db' | 'clock'>,
  original: Original,
  { failure, round }: Passing,
): Promise<boolean> {
  const { customerId, photoId } = original;
  return finish(deps, original, 'failed', async (trx) => {
    if (!(await recordFailure(trx, original, { failure }))) return false;
    await retryThumbnailsLater(trx, { customerId, photoId, round: round + 1 }, deps.clock());
    return true;
  });
}

/**
 * Why the picture can never be decoded, given working decoders; null if a retry may help. This is certain only for the bytes that
 * the customer sent: if the store has lost, truncated or cannot read them, the picture is not to blame.
 */
async function findPermanentFailure(
  { objects, log }: Pick<ThumbnailDeps, 'objects' | 'log'>,
  original: Original,
  error: unknown,
) {
  if (!(error instanceof ImageError)) return null;
  try {
    return (await isOriginalWhole(objects, original)) ? error : null;
  } catch (unreadable) {
    log.warn({ err: unreadable, photoId: original.photoId }, 'an original cannot be read');
    return null;
  }
}

/** A picture that fails to decode without a permanent reason has different bytes from those that were sent. */
function passingFailureOf(error: unknown): PassingFailure {
  return error instanceof ObjectNotFound || error instanceof ImageError
    ? 'ORIGINAL_MISSING'
    : 'NOT_PROCESSED';
}
