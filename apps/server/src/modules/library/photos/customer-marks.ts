import type { PhotoCaption } from '@keepsake/contracts/library/captions';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { onlyRow, type Queryable, uuidArray } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { Problem } from '../../../platform/problem.ts';
import { MAX_NAMED, push } from '../../../platform/push.ts';
import type { Deps } from './deps.ts';
import type { PhotoRef } from './stored-photos.ts';

type Marking = { photoIds: readonly string[]; isFavourite: boolean };
/** How many photos were found, how many of them changed, and the ids of the first of these. */
type Marked = { found: number; count: number; named: string[] };

/**
 * Marks photos of a customer as favourites, or takes the mark away, and notifies their screens of what changed. Ids that
 * are not photos of the customer are left out; throws `not-found` if there are no others.
 */
export async function setFavourites(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  customerId: CustomerId,
  marking: Marking,
): Promise<{ photosCount: number }> {
  return retryConflicts(() =>
    db.transaction().execute(async (trx) => {
      const { found, count, named } = await markFavourites(trx, customerId, marking);
      if (found === 0) throw new Problem('not-found');
      const change = marking.isFavourite ? ('favourite' as const) : ('unfavourite' as const);
      const photoIds = count > MAX_NAMED ? [] : named;
      if (count > 0) {
        await push(trx, customerId, { type: 'photos-changed', data: { change, photoIds } }, clock());
      }
      return { photosCount: found };
    }),
  );
}

/**
 * The same within a transaction, and without a word to the screens. One statement, so that ten thousand rows never leave the
 * database; they are locked in the order in which deletions lock them, so that the two never deadlock. Those that are marked
 * already are not written.
 */
export async function markFavourites(
  trx: Queryable,
  customerId: CustomerId,
  { photoIds, isFavourite }: Marking,
): Promise<Marked> {
  const found = await sql<Marked>`
    with locked as materialized (
      select id from photos where user_id = ${customerId} and id = any(${uuidArray(photoIds)})
      order by id for no key update
    ), marked as (
      update photos set is_favourite = ${isFavourite}
      where user_id = ${customerId} and id in (select id from locked) and is_favourite <> ${isFavourite} returning id
    )
    select (select count(*)::int from locked) as found, (select count(*)::int from marked) as count,
      array(select id::text from marked limit ${MAX_NAMED}) as named`.execute(trx);
  return onlyRow(found);
}

type Captioned = PhotoRef & { caption: string };

/**
 * Gives a photo of a customer a caption, or takes it away with an empty one, and notifies their screens if it changed. Throws
 * `not-found`.
 */
export async function setCaption(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { customerId, photoId, caption }: Captioned,
): Promise<{ caption: string }> {
  return retryConflicts(() =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ caption: string | null }>`select caption from photos
        where user_id = ${customerId} and id = ${photoId} for no key update`.execute(trx);
      const [stored] = rows;
      if (!stored) throw new Problem('not-found');
      if ((stored.caption ?? '') !== caption) {
        await writeCaptions(trx, customerId, [{ photoId, caption }]);
        const data = { change: 'captioned' as const, photoIds: [photoId] };
        await push(trx, customerId, { type: 'photos-changed', data }, clock());
      }
      return { caption };
    }),
  );
}

/** Writes captions within a transaction that holds the photos, where they have none. */
export async function inheritCaptions(
  trx: Queryable,
  customerId: CustomerId,
  captions: readonly PhotoCaption[],
): Promise<void> {
  const owned = await findCaptions(
    trx,
    customerId,
    captions.map(({ photoId }) => photoId),
  );
  const captioned = new Set(owned.map(({ photoId }) => photoId));
  await writeCaptions(
    trx,
    customerId,
    captions.filter(({ photoId }) => !captioned.has(photoId)),
  );
}

async function writeCaptions(
  trx: Queryable,
  customerId: CustomerId,
  captions: readonly PhotoCaption[],
): Promise<void> {
  const photoIds = uuidArray(captions.map(({ photoId }) => photoId));
  const texts = captions.map(({ caption }) => caption);
  await sql`update photos set caption = nullif(written.caption, '')
    from unnest(${photoIds}, ${texts}::text[]) as written (photo_id, caption)
    where user_id = ${customerId} and id = written.photo_id`.execute(trx);
}

/** Captions of those of these photos of a customer that have one, in the same order. */
export async function findCaptions(
  db: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<PhotoCaption[]> {
  const { rows } = await sql<PhotoCaption>`select id::text as "photoId", caption
    from photos join unnest(${uuidArray(photoIds)}) with ordinality as chosen (photo_id, place) on id = photo_id
    where user_id = ${customerId} and caption is not null order by place`.execute(db);
  return rows;
}
