import { CLOCK_SPAN_DAYS, type compareClocks as endpoint } from '@keepsake/contracts/library/date-candidates';
import type { BodyOf, ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { MAX_IDS_PER_CALL } from '@keepsake/contracts/platform/limits';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { cameraOf, type NamedRow, readNamed } from './store.ts';

type Compared = ResponseOf<typeof endpoint>;
type Timed = NamedRow & { takenAt: string };

const MILLISECONDS = 1_000;

/** By how much the clocks of two photos' cameras differ, and which photos each would move. Throws `not-found` for others' photos. */
export async function compareClocks(
  db: Queryable,
  customerId: CustomerId,
  { photoIds, albumId }: BodyOf<typeof endpoint>,
): Promise<Compared> {
  const found = await readNamed(db, customerId, photoIds);
  const photos = photoIds.flatMap((photoId) => found.find(({ id }) => id === photoId) ?? []);
  const [one, other] = photos;
  if (!one || !other || photos.length < photoIds.length) throw new Problem('not-found');
  if (cameraOf(one) === cameraOf(other)) return { clocks: [], obstacle: 'camera' };
  if (!hasTime(one) || !hasTime(other)) return { clocks: [], obstacle: 'date' };
  const seconds = secondsBetween(one, other);
  if (seconds === 0) return { clocks: [], obstacle: 'time' };
  const clockOf = async (photo: Timed, shiftSeconds: number) => ({
    photoId: photo.id,
    camera: { make: photo.make ?? undefined, model: photo.model ?? undefined },
    shiftSeconds,
    photoIds: await readPhotosOfClock(db, customerId, photo, albumId),
  });
  return { clocks: await Promise.all([clockOf(one, seconds), clockOf(other, -seconds)]) };
}

/** A shift moves a date that has a time, and no other. */
const hasTime = (photo: NamedRow): photo is Timed =>
  photo.takenAt !== null && (photo.correctedTo === null || photo.correctedTo === 'second');

/** Whole seconds: what a shift is counted in. */
function secondsBetween(one: Timed, other: Timed): number {
  const at = ({ takenAt }: Timed) => Date.parse(`${takenAt.replace(' ', 'T')}Z`);
  return Math.round((at(other) - at(one)) / MILLISECONDS);
}

/** Photos of the camera in an album, or of some days around the photo, which is always among them. */
async function readPhotosOfClock(
  db: Queryable,
  customerId: CustomerId,
  { id, make, model, takenAt }: Timed,
  albumId: string | undefined,
): Promise<string[]> {
  const span = sql`make_interval(days => ${CLOCK_SPAN_DAYS})`;
  const isNear = albumId
    ? sql`id in (select photo_id from album_entries
        where user_id = ${customerId} and album_id = ${albumId} and photo_owner_id = ${customerId})`
    : sql`taken_order between ${takenAt}::timestamp - ${span} and ${takenAt}::timestamp + ${span}`;
  const { rows } = await sql<{ id: string }>`
    select id from named_photos where user_id = ${customerId} and (${isNear})
      and taken_at is not null and (corrected_to is null or corrected_to = 'second')
      and camera_make is not distinct from ${make} and camera_model is not distinct from ${model} and id <> ${id}
    order by taken_order, name_order, id limit ${MAX_IDS_PER_CALL - 1}`.execute(db);
  return [id, ...rows.map((row) => row.id)];
}
