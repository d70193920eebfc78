import type { DatePrecision } from '@keepsake/contracts/library/dates';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { type Queryable, uuidArray } from '../../../platform/database/database.ts';
import { nameOrder } from '../photos/index.ts';
import { type AlbumDates, MAX_DISTANCE, type Neighbour, readNumber, stemOf } from './rules.ts';

/** Files read on each side of a photo: one of each number if its camera was the only one, several if numbers repeat. */
const NEIGHBOURS_READ = 16;
/** Albums whose photos are read, those with most of the photos without dates first, and photos of each. */
const ALBUMS_READ = 12;
const ALBUM_PHOTOS_READ = 2_000;
/** Nearly all: a few wrong clocks do not move the span of an album. */
const SPAN = { from: 0.05, to: 0.95 };

/** SQL of dates that are certain to the day: others would grow less certain with each suggestion that is taken. */
const IS_EXACT = sql`(taken_at is not null and (corrected_to is null or corrected_to in ('second', 'day')))`;

/** One of the customer's photos as names and cameras tell it. */
export type NamedRow = {
  id: string;
  fileName: string;
  make: string | null;
  model: string | null;
  takenAt: string | null;
  correctedTo: DatePrecision | null;
};

/** Those of these photos that are the customer's. */
export async function readNamed(
  db: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select id, file_name as "fileName", camera_make as make, camera_model as model, taken_at as "takenAt",
      corrected_to as "correctedTo"
    from named_photos where user_id = ${customerId} and id = any(${uuidArray(photoIds)})`.execute(db);
  return rows;
}

type NeighbourRow = {
  of: string;
  fileName: string;
  make: string | null;
  model: string | null;
  takenAt: string;
};

/** Photo -> dated photos whose names have numbers near its own: of its camera, or of any if it names none. */
export async function readNeighbours(
  db: Queryable,
  customerId: CustomerId,
  photos: readonly NamedRow[],
): Promise<Map<string, Neighbour[]>> {
  const wanted = photos.flatMap((photo) => {
    const range = rangeAround(photo);
    return range ? [Object.assign(range, photo)] : [];
  });
  if (wanted.length === 0) return new Map();
  const column = <Value>(of: (each: (typeof wanted)[number]) => Value) => wanted.map(of);
  const side = (range: unknown, direction: unknown) => sql`(
      select file_name, camera_make, camera_model, taken_at, corrected_to from named_photos
      where user_id = ${customerId} and taken_at is not null and ${range} and id <> wanted.id
      order by name_order ${direction} limit ${NEIGHBOURS_READ})`;
  const { rows } = await sql<NeighbourRow>`
    select wanted.id as of, file_name as "fileName", camera_make as make, camera_model as model, taken_at as "takenAt"
    from rows from (unnest(${uuidArray(column(({ id }) => id))}), unnest(${column(({ first }) => first)}::text[]),
      unnest(${column(({ place }) => place)}::text[]), unnest(${column(({ last }) => last)}::text[]),
      unnest(${column(({ make }) => make)}::text[]), unnest(${column(({ model }) => model)}::text[]))
      as wanted (id, first, place, last, make, model), lateral (
        ${side(sql`name_order >= wanted.first and name_order < wanted.place`, sql`desc`)} union all
        ${side(sql`name_order >= wanted.place and name_order < wanted.last`, sql`asc`)}) as near
    where ${IS_EXACT} and (coalesce(make, model) is null
      or (camera_make is not distinct from make and camera_model is not distinct from model))`.execute(db);
  const neighbours = rows.map(({ of, fileName, make, model, takenAt }) => ({
    of,
    fileName,
    camera: cameraOf({ make, model }),
    takenAt,
  }));
  return Map.groupBy(neighbours, ({ of }) => of);
}

/** What tells cameras apart; empty if a file names none. */
export const cameraOf = ({ make, model }: Pick<NamedRow, 'make' | 'model'>): string =>
  [make, model].filter(Boolean).join(' ');

/** Where names with numbers around a photo's stand; null if it has none, or nothing but a number and no camera. */
function rangeAround({ fileName, make, model }: NamedRow) {
  const numbered = readNumber(stemOf(fileName));
  if (!numbered) return null;
  const { prefix, number } = numbered;
  if (!/\p{L}/u.test(prefix) && !make && !model) return null;
  const place = (at: number) => nameOrder(`${prefix}${Math.max(at, 0)}`);
  return {
    first: place(number - MAX_DISTANCE),
    place: place(number),
    last: place(number + MAX_DISTANCE + 1),
  };
}

type AlbumRow = AlbumDates & { photoIds: string[] };

/** Photo -> the customer's albums that it is in. */
export async function readAlbums(
  db: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<Map<string, AlbumDates[]>> {
  const { rows } = await sql<AlbumRow>`
    select album_name as "albumName", photo_ids::text[] as "photoIds", dated, span[1] as first, span[2] as last
    from (select album_id, album_name, array_agg(photo_id) as photo_ids from album_entries
      where user_id = ${customerId} and photo_owner_id = ${customerId} and photo_id = any(${uuidArray(photoIds)})
      group by album_id, album_name order by count(*) desc, album_id limit ${ALBUMS_READ}) as album, lateral (
        select count(*)::int as dated,
          percentile_disc(array[${SPAN.from}, ${SPAN.to}]::float8[]) within group (order by taken_at)::text[] as span
        from (select photo_id from album_entries where user_id = ${customerId} and photo_owner_id = ${customerId}
          and album_id = album.album_id limit ${ALBUM_PHOTOS_READ}) as entry
        join named_photos as photo on photo.user_id = ${customerId} and photo.id = entry.photo_id and ${IS_EXACT}) as dates`.execute(
    db,
  );
  const albums = rows.flatMap(({ photoIds: ids, ...album }) => ids.map((photoId) => ({ photoId, album })));
  const byPhoto = Map.groupBy(albums, ({ photoId }) => photoId);
  return new Map([...byPhoto].map(([photoId, found]) => [photoId, found.map(({ album }) => album)]));
}
