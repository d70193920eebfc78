import { THUMBNAIL_SIZES } from '@keepsake/contracts/platform/limits';
import { DAY_MS, startStopwatch } from '../../../platform/clock.ts';
import { actOnEach } from '../../../platform/each-item.ts';
import { NIL_ID, NOBODY } from '../../../platform/ids.ts';
import { addJob, type Cron, keyedTask, PRIORITY, type Task } from '../../../platform/jobs/jobs.ts';
import {
  findGone,
  isPhotoFault,
  lockNamedPhotos,
  type PhotoRef,
  placePayload,
  REST_MS,
  REST_TIMES,
  SHORT_TURN_MS,
  thumbnailKey,
} from '../photos/index.ts';
import type { Deps } from './deps.ts';
import { findWithoutPhoto, forgetMeasures, readNextPhotos, saveMeasures, type WalkedPhoto } from './store.ts';

const MEASURE = keyedTask('measure-photos', { foundBy: 'measure-photos' });
/** Starts a round, and resumes one whose job was lost; a pending job keeps its time. */
export const MEASURE_CRON: Cron = { task: MEASURE, at: '*/10 * * * *', keepsTime: true };

/** From the end of a round to the next, which finds what nodes of an earlier release added, and what could not be read. */
const ROUND_MS = DAY_MS;
/** Photos that one turn passes, most of them measured before. */
const WALKED_PHOTOS = 2_000;
const SMALLEST = Math.min(...THUMBNAIL_SIZES);
const BEGINNING: PhotoRef = { customerId: NOBODY, photoId: NIL_ID };

type Turn = {
  photos: readonly WalkedPhoto[];
  last: PhotoRef | null;
  measured: number;
  /** What every photo would meet. */
  fault: unknown;
};

/**
 * Measures photos that are shown without measures of today's method: those from before there were any, and all once the method
 * changed. Goes through the libraries one after the other, and nobody waits for it (ADR 140).
 */
export function measurePhotosTask(deps: Deps): Task {
  const { db, clock, log } = deps;
  return {
    name: MEASURE,
    waitsForReconcile: false,
    async handle(payload, { signal }) {
      const elapsed = startStopwatch();
      const after = placePayload.parse(payload).after ?? BEGINNING;
      const turn: Turn = {
        photos: await readNextPhotos(db, after, WALKED_PHOTOS),
        last: null,
        measured: 0,
        fault: null,
      };
      await actOnEach(
        inTime(turn, () => elapsed() > SHORT_TURN_MS),
        (photo) => measureIfMissing(deps, turn, photo),
        { log, message: 'a photo could not be measured', context: ({ photoId }) => ({ photoId }), signal },
      );
      if (turn.measured > 0) log.info({ photos: turn.measured }, 'photos of earlier releases were measured');
      if (turn.fault) throw turn.fault;
      const isOver = turn.photos.length === 0;
      await forgetGone(deps, after, isOver ? null : turn.last);
      const rest = isOver ? ROUND_MS : Math.max(REST_MS, REST_TIMES * elapsed());
      const runAt = new Date(clock().getTime() + rest);
      const next = isOver ? {} : { after: turn.last ?? after };
      await addJob(db, MEASURE, next, { key: MEASURE, priority: PRIORITY.housekeeping, runAt });
    },
  };
}

/** Nodes of an earlier release, which purge and erase meanwhile, know nothing of measures. */
async function forgetGone(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  after: PhotoRef,
  until: PhotoRef | null,
): Promise<void> {
  const gone = await findGone(db, await findWithoutPhoto(db, after, until));
  await actOnEach(
    Map.groupBy(gone, ({ customerId }) => customerId),
    ([customerId, photos]) => {
      const photoIds = photos.map(({ photoId }) => photoId);
      return forgetMeasures(db, customerId, photoIds);
    },
    {
      log,
      message: 'measures of photos that are gone could not be forgotten',
      context: ([customerId]) => ({ customerId }),
    },
  );
}

/** The photos of a turn until it is over; notes which one was the last. */
function* inTime(turn: Turn, isOver: () => boolean) {
  for (const photo of turn.photos) {
    if (turn.fault || isOver()) return;
    yield photo;
    if (!turn.fault) turn.last = { customerId: photo.customerId, photoId: photo.photoId };
  }
}

async function measureIfMissing(deps: Deps, turn: Turn, photo: WalkedPhoto): Promise<void> {
  if (!photo.isUnmeasured) return;
  try {
    if (await measure(deps, photo)) turn.measured++;
  } catch (error) {
    if (!(await isPhotoFault(deps, { format: 'jpeg' }, error))) turn.fault = error;
    throw error;
  }
}

/** False if the photo is gone since. */
async function measure(
  { db, objects, images }: Pick<Deps, 'db' | 'objects' | 'images'>,
  photo: WalkedPhoto,
): Promise<boolean> {
  const { customerId, photoId } = photo;
  await using file = await objects.borrowFile(thumbnailKey(photo.objectKey, SMALLEST));
  const measures = await images.measure({ owner: customerId, path: file.path });
  return await db.transaction().execute(async (trx) => {
    const named = { ids: [photoId], uploadIds: [], contents: [] };
    if ((await lockNamedPhotos(trx, customerId, named)).length === 0) return false;
    await saveMeasures(trx, customerId, photoId, measures);
    return true;
  });
}
