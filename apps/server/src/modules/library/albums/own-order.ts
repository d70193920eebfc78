import type { Sort } from '@keepsake/contracts/platform/start-of-page';
import { type RawBuilder, sql } from 'kysely';
import { onlyRow, type Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import { notifyAlbumsChanged } from './notify-viewers.ts';
import { type Arrangement, arrangedBy } from './read-album-photos.ts';
import { type AlbumRef, lockOwnAlbum } from './store.ts';

type ChangeDeps = Pick<Deps, 'db' | 'clock'>;

/** Between two places that are given anew, so that some thirty moves to one spot find a place between their neighbours. */
const GAP = 2 ** 30;

/** Of `album_photos.own_place`: a place from here on is not given yet, and grows with the time of adding. */
const NOT_GIVEN = 2 ** 52;

/** The place of a photo that is added now: after all others, those added together by name. */
export const placeOfAdded = (now: Date): number => NOT_GIVEN + now.getTime();

type Move = { photoIds: readonly string[]; before: string | null; shown: Sort };

/**
 * Places photos of an album before another, or at the end, and has it shown in its own order, which begins with the sort that was
 * shown. Throws `not-found`, also if the album holds none of the photos, or not the one before which they belong, and `forbidden`
 * for a shared one. The lock of the album puts moves of several screens one after the other.
 */
export async function placePhotos({ db, clock }: ChangeDeps, ref: AlbumRef, move: Move): Promise<void> {
  const now = clock();
  await retryConflicts(() =>
    db.transaction().execute(async (trx) => {
      const { is_in_own_order } = await lockOwnAlbum(trx, ref);
      await requirePhotos(trx, ref, move);
      // Before its statistics are there, a large album would be joined with itself row by row, which takes minutes.
      await sql`set local enable_nestloop = off`.execute(trx);
      if (!is_in_own_order) await giveAnew(trx, ref, move.shown);
      else await giveMissing(trx, ref);
      if (!(await placeBetween(trx, ref, move))) {
        await giveAnew(trx, ref, 'own');
        await placeBetween(trx, ref, move);
      }
      await saveOrder(trx, ref, { isInOwnOrder: true, now });
    }),
  );
}

/** Has an album shown in its own order, or sorted. Throws `not-found`, and `forbidden` for a shared one. */
export async function setOwnOrder(
  { db, clock }: ChangeDeps,
  ref: AlbumRef,
  { isInOwnOrder }: { isInOwnOrder: boolean },
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const { is_in_own_order } = await lockOwnAlbum(trx, ref);
    if (is_in_own_order !== isInOwnOrder) await saveOrder(trx, ref, { isInOwnOrder, now });
  });
}

async function saveOrder(
  trx: Queryable,
  ref: AlbumRef,
  { isInOwnOrder, now }: { isInOwnOrder: boolean; now: Date },
): Promise<void> {
  await trx
    .updateTable('albums')
    .set({ is_in_own_order: isInOwnOrder, updated_at: now })
    .where('user_id', '=', ref.ownerId)
    .where('id', '=', ref.albumId)
    .execute();
  await notifyAlbumsChanged(trx, [ref], now);
}

const ofAlbum = ({ ownerId, albumId }: AlbumRef): RawBuilder<boolean> =>
  sql`user_id = ${ownerId} and album_id = ${albumId}`;

async function requirePhotos(trx: Queryable, ref: AlbumRef, { photoIds, before }: Move): Promise<void> {
  const read = await sql<{ moved: number; anchors: number }>`
    select count(*) filter (where photo_id = any(${photoIds}::uuid[])) as moved,
      count(*) filter (where photo_id = ${before}::uuid) as anchors
    from album_photos where ${ofAlbum(ref)} and photo_owner_id = ${ref.ownerId}`.execute(trx);
  const { moved, anchors } = onlyRow(read);
  if (moved === 0 || (before !== null && anchors === 0)) {
    throw new Problem('not-found', { detail: 'The album does not hold these photos' });
  }
}

/** Gives all photos of an album new places, in the order in which they are shown. */
async function giveAnew(trx: Queryable, ref: AlbumRef, shown: Arrangement): Promise<void> {
  await sql`update album_photos as entry set own_place = numbered.place
    from (select photo_owner_id, photo_id, row_number() over (${arrangedBy(shown)}) * ${GAP}::bigint as place
      from album_photos where ${ofAlbum(ref)}) as numbered
    where ${ofAlbum(ref)} and entry.photo_owner_id = numbered.photo_owner_id and entry.photo_id = numbered.photo_id`.execute(
    trx,
  );
}

/** Gives photos that were added since the last move places after the others. */
async function giveMissing(trx: Queryable, ref: AlbumRef): Promise<void> {
  await sql`update album_photos as entry set own_place = given.last + numbered.nth * ${GAP}::bigint
    from (select photo_owner_id, photo_id, row_number() over (${arrangedBy('own')}) as nth
      from album_photos where ${ofAlbum(ref)} and own_place >= ${NOT_GIVEN}::bigint) as numbered,
      (select coalesce(max(own_place), 0) as last from album_photos
      where ${ofAlbum(ref)} and own_place < ${NOT_GIVEN}::bigint) as given
    where ${ofAlbum(ref)} and entry.photo_owner_id = numbered.photo_owner_id and entry.photo_id = numbered.photo_id`.execute(
    trx,
  );
}

/** Places photos between their new neighbours; false, and nothing is changed, if there is not enough room. */
async function placeBetween(
  trx: Queryable,
  ref: AlbumRef,
  { photoIds, before }: Omit<Move, 'shown'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with rest as (
      select own_place, name_order, photo_id from album_photos
      where ${ofAlbum(ref)} and not photo_id = any(${photoIds}::uuid[])
    ),
    anchor as (select * from rest where photo_id = ${before}::uuid),
    bounds as (
      select (select max(own_place) from rest where ${before}::uuid is null
          or (own_place, name_order, photo_id) < (select own_place, name_order, photo_id from anchor)) as lower,
        (select own_place from anchor) as upper
    ),
    moved as (
      select photo_owner_id, photo_id, row_number() over (order by nth) as nth, count(*) over () as all_of_them
      from (select distinct on (photo_id) photo_id, nth
        from unnest(${photoIds}::uuid[]) with ordinality as named (photo_id, nth) order by photo_id, nth) as named
        join album_photos using (photo_id) where ${ofAlbum(ref)}
    ),
    steps as (
      select nth, photo_owner_id, photo_id, case
          when upper is null then coalesce(lower, 0)
          when lower is null then upper - (all_of_them + 1) * ${GAP}::bigint
          else lower end as start,
        case when upper is null or lower is null then ${GAP}::bigint else (upper - lower) / (all_of_them + 1) end as step
      from moved cross join bounds
    )
    update album_photos as entry set own_place = start + nth * step from steps
    where ${ofAlbum(ref)} and entry.photo_owner_id = steps.photo_owner_id and entry.photo_id = steps.photo_id
      and step > 0`.execute(trx);
  return Number(numAffectedRows ?? 0) > 0;
}
