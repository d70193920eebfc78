import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { actOnEach } from '../../../platform/each-item.ts';
import { NIL_ID, NOBODY } from '../../../platform/ids.ts';
import { COLOUR_HEAD_BYTES, hadOtherColours } from '../../../platform/images/decoder/earlier-colours.ts';
import type { ImageFormat } from '../../../platform/images/image.ts';
import { addJob, type Cron, keyedTask, PRIORITY, type Task } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import { remakeThumbnails } from './note-damage.ts';
import { type PhotoRef, placePayload, REST_MS, TURN_PHOTOS } from './stored-photos.ts';

type ColourDeps = Pick<Deps, 'db' | 'objects' | 'clock' | 'log'>;
type Unchecked = PhotoRef & { objectKey: string; bytes: number; format: ImageFormat };

const CHECK_COLOURS = keyedTask('check-colours', { foundBy: 'check-colours' });
/** Starts a round, and resumes one whose job was lost; a pending job keeps its time. */
export const CHECK_COLOURS_CRON: Cron = { task: CHECK_COLOURS, at: '*/10 * * * *', keepsTime: true };

/** Of thumbnails made before decoders were numbered, whose colours today's show alike. */
const MADE_EARLIER = 0;

/**
 * Has thumbnails made again whose colours decoders of an earlier release may have shown wrongly: it reads the beginning of each
 * HEIC and PNG that they made, and only what describes other colours there is decoded again, after everything else (ADR 94). A
 * round passes over photos that cannot be checked; the schedule begins the next one.
 */
export function checkColoursTask(deps: ColourDeps): Task {
  const { db, clock, log } = deps;
  return {
    name: CHECK_COLOURS,
    waitsForReconcile: false,
    async handle(payload) {
      const photos = await readUnchecked(db, placePayload.parse(payload).after);
      const last = photos.at(-1);
      if (!last) return;
      let remade = 0;
      await actOnEach(
        photos,
        async (photo) => {
          if (await checkOne(deps, photo)) remade++;
        },
        {
          log,
          message: 'the colours of a photo could not be checked',
          context: ({ photoId }) => ({ photoId }),
        },
      );
      if (remade > 0)
        log.info({ checked: photos.length, remade }, 'photos shown in wrong colours are made again');
      const after = { customerId: last.customerId, photoId: last.photoId };
      const runAt = new Date(clock().getTime() + REST_MS);
      const options = { key: CHECK_COLOURS, priority: PRIORITY.housekeeping, runAt };
      await addJob(db, CHECK_COLOURS, { after }, options);
    },
  };
}

async function readUnchecked(db: Database, after?: PhotoRef): Promise<Unchecked[]> {
  const { customerId, photoId } = after ?? { customerId: NOBODY, photoId: NIL_ID };
  const { rows } = await sql<Unchecked>`
    select user_id as "customerId", id as "photoId", object_key as "objectKey", bytes, format from photos
    where made_by is null and thumbnail_state = 'success' and format <> 'jpeg'
      and (user_id, id) > (${customerId}::uuid, ${photoId}::uuid)
    order by user_id, id limit ${TURN_PHOTOS}`.execute(db);
  return rows;
}

/** Returns whether the photo's thumbnails are made again. */
async function checkOne(deps: ColourDeps, photo: Unchecked): Promise<boolean> {
  const isWrong = await hadWrongColours(deps, photo);
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('photos')
      .set({ made_by: MADE_EARLIER })
      .where('user_id', '=', photo.customerId)
      .where('id', '=', photo.photoId)
      .where('object_key', '=', photo.objectKey)
      .where('made_by', 'is', null)
      .execute();
    if (isWrong) await remakeThumbnails(trx, photo, { priority: PRIORITY.housekeeping });
  });
  return isWrong;
}

/** False for an original that cannot be read: the scrub reports it. Throws if the store is away. */
async function hadWrongColours(
  { objects, log }: Pick<ColourDeps, 'objects' | 'log'>,
  photo: Unchecked,
): Promise<boolean> {
  try {
    const end = Math.min(photo.bytes, COLOUR_HEAD_BYTES) - 1;
    return hadOtherColours(
      photo.format,
      await buffer(await objects.open(photo.objectKey, { start: 0, end })),
    );
  } catch (error) {
    if ((await objects.check()) !== null) throw error;
    log.warn(
      { err: error, photoId: photo.photoId },
      'the colours of an unreadable original stay as they are',
    );
    return false;
  }
}
