import { DAY_MS, startStopwatch } from '../../../platform/clock.ts';
import { addJob, type Cron, keyedTask, PRIORITY, type Task, TURN_MS } from '../../../platform/jobs/jobs.ts';
import {
  findDamagedThumbnails,
  hasOriginal,
  isOriginalWhole,
  markFailedTemporarily,
  type PhotoRef,
  readStoredPhotos,
  recordOriginalDamage,
  remakeThumbnails,
  type StoredPhoto,
  TURN_PHOTOS,
} from '../photos/index.ts';
import type { Deps } from './deps.ts';
import {
  beginPass,
  type Outcome,
  type Pass,
  type Progress,
  passAfter,
  readProgress,
  saveProgress,
} from './passes.ts';

export type ScrubDeps = Pick<Deps, 'db' | 'fromReplica' | 'clock' | 'log' | 'scrubBytesPerSecond'> & {
  objects: Pick<Deps['objects'], 'check' | 'checksum' | 'open' | 'read' | 'size'>;
};

const SCRUB = keyedTask('scrub-storage', { foundBy: 'scrub-storage' });
/** Starts a round, and resumes one whose job was lost; a pending job keeps its time. */
export const SCRUB_CRON: Cron = { task: SCRUB, at: '*/10 * * * *', keepsTime: true };

/** Minimum interval between two reads of a photo. */
const ROUND_MS = 30 * DAY_MS;
/** Further limit of one turn of the job. */
const TURN_BYTES = 32 * 1024 ** 2;
/** Minimum bytes counted per photo: for its thumbnails, and the calls for originals that the store itself verifies. */
const MIN_COUNTED_BYTES = 256 * 1024;

/**
 * Looks for damage in the background, a few photos at a time. Damaged thumbnails are made again. A damaged original is recorded,
 * so that adding the file again repairs it; the photo is shown for as long as it has thumbnails.
 */
export function scrubTask(deps: ScrubDeps): Task {
  const { db, clock, scrubBytesPerSecond } = deps;
  return {
    name: SCRUB,
    waitsForReconcile: false,
    async handle() {
      if (scrubBytesPerSecond === 0) return;
      const progress = await readProgress(db);
      const { after, roundStartedAt } = progress;
      const now = clock();
      const isResting = !after && roundStartedAt && now.getTime() - roundStartedAt.getTime() < ROUND_MS;
      if (isResting) return;
      const { last, bytes, pass, ended } = await scrubSome(deps, progress);
      await saveProgress(db, { after: last, roundStartedAt: after ? roundStartedAt : now, pass }, ended);
      if (!last) return;
      const runAt = new Date(clock().getTime() + (1_000 * bytes) / scrubBytesPerSecond);
      await addJob(db, SCRUB, {}, { key: SCRUB, priority: PRIORITY.housekeeping, runAt });
    },
  };
}

/**
 * Scrubs the next photos; `last` is null at the end of the library. `pass` is the one through the originals of the customer of the last
 * photo, `ended` those of the customers before.
 */
async function scrubSome(deps: ScrubDeps, { after, pass: started }: Progress) {
  const elapsed = startStopwatch();
  const ended: Pass[] = [];
  let pass = started;
  let last: PhotoRef | null = null;
  let bytes = 0;
  // A photo that is gone since has no row to record damage in.
  const photos = await deps.fromReplica((db) => readStoredPhotos(db, after, TURN_PHOTOS));
  for (const photo of photos) {
    if (photo.customerId !== (last ?? after)?.customerId) {
      if (pass) ended.push(pass);
      pass = beginPass(photo.customerId, deps.clock());
    }
    const outcome = await scrubPhoto(deps, photo);
    pass = pass && passAfter(pass, photo, { outcome, now: deps.clock() });
    last = photo;
    bytes += Math.max(MIN_COUNTED_BYTES, photo.bytes);
    if (bytes >= TURN_BYTES || elapsed() > TURN_MS) break;
  }
  if (!last && pass) ended.push(pass);
  return { last, bytes, pass: last ? pass : null, ended };
}

async function scrubPhoto(deps: ScrubDeps, photo: StoredPhoto): Promise<Outcome> {
  try {
    const isWhole = await checkPhoto(deps, photo);
    if (isWhole) return 'whole';
    return (await hasOriginal(deps.db, photo)) ? 'changed' : 'gone';
  } catch (error) {
    // A store that is away says nothing about this photo: the job is run again later.
    if ((await deps.objects.check()) !== null) throw error;
    deps.log.warn({ err: error, photoId: photo.photoId }, 'a photo could not be checked');
    return 'unread';
  }
}

/** Returns whether the original is as the customer sent it. */
async function checkPhoto(deps: ScrubDeps, photo: StoredPhoto): Promise<boolean> {
  const { db, objects, clock, log } = deps;
  const { customerId, photoId, hasThumbnails, thumbnailCrc32s } = photo;
  const damaged = await findDamagedThumbnails(objects, photo);
  // Checked twice before it counts: the answer itself may have been damaged.
  const isWhole = (await isIntact(objects, photo)) || (await isOriginalWhole(objects, photo));
  if ((await recordOriginalDamage(db, photo, !isWhole)) && !isWhole)
    log.error({ customerId, photoId, objectKey: photo.objectKey }, 'an original is lost or damaged');
  if (!isWhole && damaged.length > 0) {
    const failed = { failure: 'ORIGINAL_MISSING', now: clock() } as const;
    await db.transaction().execute((trx) => markFailedTemporarily(trx, photo, failed));
  }
  if (isWhole && hasThumbnails && (damaged.length > 0 || !thumbnailCrc32s)) {
    if (damaged.length > 0) log.warn({ customerId, photoId, damaged }, 'thumbnails are made again');
    await db.transaction().execute((trx) => remakeThumbnails(trx, photo));
  }
  return isWhole;
}

/** Uses the checksum of a bucket that verifies its objects, else reads the original. */
async function isIntact(objects: ScrubDeps['objects'], photo: StoredPhoto): Promise<boolean> {
  const stored = await objects.checksum(photo.objectKey);
  if (stored === null) return await isOriginalWhole(objects, photo);
  return stored === photo.crc32 && (await objects.size(photo.objectKey)) === photo.bytes;
}
