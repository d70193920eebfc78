import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { ImageError, type ImageProcessor, type ProcessedImage } from '../../platform/images/index.ts';
import type { JobAttempt, Task } from '../../platform/jobs/jobs.ts';
import { ObjectNotFound, type ObjectStore } from '../../platform/objects/object-store.ts';
import { push } from '../../platform/push/push-hub.ts';
import { thumbnailKey, thumbnailKeys } from './object-keys.ts';
import { recordFailure, recordImage, type UpdateInAlbums } from './record-image.ts';
import { MAKE_THUMBNAILS } from './thumbnail-job.ts';

type Deps = {
  db: Database;
  objects: ObjectStore;
  images: ImageProcessor;
  clock: Clock;
  log: Logger;
  updateInAlbums: UpdateInAlbums;
};
type Original = { userId: string; photoId: string; objectKey: string };

const payloadSchema = z.object({ userId: z.string(), photoId: z.string() });
/** A decoder that a photo killed this often is spared further tries. */
const MAX_DECODES = 3;

/** The job that decodes a photo once, keeps its thumbnails and tells the customer's screens. */
export function makeThumbnailsTask(deps: Deps): Task {
  return {
    name: MAKE_THUMBNAILS,
    async handle(payload, attempt) {
      const { userId, photoId } = payloadSchema.parse(payload);
      const original = await findOriginal(deps.db, userId, photoId);
      if (!original) return;
      try {
        await makeThumbnails(deps, original);
      } catch (error) {
        const failure = failureOf(error, attempt);
        if (!failure) throw error;
        const isThere = await finish(deps, original, 'failed', (trx) =>
          recordFailure(trx, userId, photoId, failure),
        );
        if (isThere) deps.log.warn({ err: error, userId, photoId, failure }, 'a photo cannot be shown');
      }
    },
  };
}

/** The photo's original while its thumbnails are still to be made; a repeated job finds nothing to do. */
async function findOriginal(db: Database, userId: string, photoId: string): Promise<Original | null> {
  const row = await db
    .selectFrom('photos')
    .select('object_key')
    .where('user_id', '=', userId)
    .where('id', '=', photoId)
    .where('thumbnail_state', '=', 'loading')
    .executeTakeFirst();
  return row ? { userId, photoId, objectKey: row.object_key } : null;
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
    // Deleted meanwhile: the purge comes back for these, but only while this job is known to be at work.
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

/** Records and tells of it; false when the photo was deleted meanwhile. */
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

/** What is told of a failure that trying again will not mend; null while it may. */
function failureOf(error: unknown, { attempt, maxAttempts }: JobAttempt): string | null {
  if (error instanceof ImageError) return error.isRetryable && attempt < MAX_DECODES ? null : error.code;
  if (error instanceof ObjectNotFound) return 'ORIGINAL_MISSING';
  return attempt >= maxAttempts ? 'NOT_PROCESSED' : null;
}
