import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { ImageError, type ProcessedImage } from '../../../platform/images/image.ts';
import type { ImageProcessor } from '../../../platform/images/image-processor.ts';
import type { JobAttempt, Task } from '../../../platform/jobs/jobs.ts';
import { ObjectNotFound, type ObjectStore } from '../../../platform/objects/object-store.ts';
import { push } from '../../../platform/push.ts';
import { thumbnailKey, thumbnailKeys } from './object-keys.ts';
import { isOriginalWhole } from './original-bytes.ts';
import { recordFailure, recordImage, type UpdateInAlbums } from './record-image.ts';
import { PASSING_FAILURES, type PassingFailure, retryThumbnailsLater } from './retry-thumbnails.ts';
import { MAKE_THUMBNAILS } from './thumbnail-job.ts';

type Deps = {
  db: Database;
  objects: ObjectStore;
  images: ImageProcessor;
  clock: Clock;
  log: Logger;
  updateInAlbums: UpdateInAlbums;
};
type Original = { userId: string; photoId: string; objectKey: string; sha256: Buffer };

const payloadSchema = z.object({ userId: z.string(), photoId: z.string(), round: z.number().default(0) });
/** A decoder that a photo killed this often is spared further tries. */
const MAX_DECODES = 3;

/** The job that decodes a photo once, keeps its thumbnails and tells the customer's screens. */
export function makeThumbnailsTask(deps: Deps): Task {
  return {
    name: MAKE_THUMBNAILS,
    async handle(payload, attempt) {
      const { userId, photoId, round } = payloadSchema.parse(payload);
      const original = await findOriginal(deps.db, userId, photoId);
      if (!original) return;
      try {
        await makeThumbnails(deps, original);
      } catch (error) {
        // Not of one that was deleted meanwhile, and its original with it.
        if (await findOriginal(deps.db, userId, photoId))
          await judge(deps, original, { error, attempt, round });
      }
    },
  };
}

/** Says what becomes of a photo whose thumbnails could not be made. Throws the error when the job is to be tried again. */
async function judge(
  deps: Deps,
  original: Original,
  { round, error, attempt }: Failed & { round: number },
): Promise<void> {
  const { userId, photoId } = original;
  const verdict = await verdictOf(deps, original, { error, attempt });
  if (!verdict && attempt.attempt < attempt.maxAttempts) throw error;
  const isThere = verdict
    ? await fail(deps, original, verdict)
    : await failForNow(deps, original, { failure: passingFailureOf(error), round });
  if (isThere) deps.log.warn({ err: error, userId, photoId, verdict }, 'a photo cannot be shown');
}

/** The photo's original while its thumbnails are to be made; a repeated job finds nothing to do. */
async function findOriginal(db: Database, userId: string, photoId: string): Promise<Original | null> {
  const row = await db
    .selectFrom('photos')
    .select(['object_key as objectKey', 'sha256'])
    .where('user_id', '=', userId)
    .where('id', '=', photoId)
    .where((eb) => eb.or([eb('thumbnail_state', '=', 'loading'), eb('failure', 'in', PASSING_FAILURES)]))
    .executeTakeFirst();
  return row ? { userId, photoId, ...row } : null;
}

async function makeThumbnails(deps: Deps, original: Original): Promise<void> {
  const outputDirectory = await mkdtemp(path.join(tmpdir(), 'keepsake-thumbnails-'));
  const file = await deps.objects.borrowFile(original.objectKey);
  try {
    const image = await deps.images.process({ path: file.path, outputDirectory });
    await keepThumbnails(deps.objects, original.objectKey, image);
    const { updateInAlbums } = deps;
    const isThere = await finish(deps, original, 'ready', (trx) =>
      recordImage(trx, original, { image, updateInAlbums }),
    );
    // Deleted or replaced meanwhile: a purge comes back for these, but only while this job is known to be at work.
    if (!isThere) await deps.objects.remove(thumbnailKeys(original.objectKey));
  } finally {
    await file.release();
    await rm(outputDirectory, { recursive: true, force: true });
  }
}

async function keepThumbnails(
  objects: ObjectStore,
  objectKey: string,
  { thumbnails }: ProcessedImage,
): Promise<void> {
  await Promise.all(
    Object.entries(thumbnails).map(([size, { path: file }]) =>
      objects.putFile(thumbnailKey(objectKey, Number(size)), file),
    ),
  );
}

type Change = (trx: Parameters<typeof recordFailure>[0]) => Promise<boolean>;

/** Records and tells of it; false when the photo was deleted or its original replaced meanwhile. */
async function finish(
  { db, clock }: Deps,
  { userId, photoId }: Original,
  change: 'ready' | 'failed',
  record: Change,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await record(trx))) return false;
    await push(trx, userId, { type: 'photos-changed', data: { change, photoIds: [photoId] } }, clock());
    return true;
  });
}

function fail(deps: Deps, original: Original, failure: string): Promise<boolean> {
  return finish(deps, original, 'failed', (trx) => recordFailure(trx, original, failure));
}

type Passing = { failure: PassingFailure; round: number };

/** Shows the photo as failed, and tries again later for as long as it is there. */
function failForNow(deps: Deps, original: Original, { failure, round }: Passing): Promise<boolean> {
  const { userId, photoId } = original;
  return finish(deps, original, 'failed', async (trx) => {
    if (!(await recordFailure(trx, original, failure))) return false;
    await retryThumbnailsLater(trx, { userId, photoId, round: round + 1 }, deps.clock());
    return true;
  });
}

type Failed = { error: unknown; attempt: JobAttempt };

/**
 * What the decoder found to be wrong with the picture for good; null when trying again may mend it. A verdict counts only
 * about the bytes that the customer sent: a store that lost, cut or cannot read them is to blame itself.
 */
async function verdictOf({ objects, log }: Deps, original: Original, { error, attempt }: Failed) {
  if (!(error instanceof ImageError)) return null;
  if (error.isRetryable && attempt.attempt < MAX_DECODES) return null;
  try {
    return (await isOriginalWhole(objects, original)) ? error.code : null;
  } catch (unreadable) {
    log.warn({ err: unreadable, photoId: original.photoId }, 'an original cannot be read');
    return null;
  }
}

/** A picture that decodes badly without a verdict is one whose bytes are not those that were sent. */
function passingFailureOf(error: unknown): PassingFailure {
  return error instanceof ObjectNotFound || error instanceof ImageError
    ? 'ORIGINAL_MISSING'
    : 'NOT_PROCESSED';
}
