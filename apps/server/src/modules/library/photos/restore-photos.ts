import type { DatePrecision } from '@keepsake/contracts/library/dates';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import { type Queryable, uuidArray } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { PRIORITY } from '../../../platform/jobs/jobs.ts';
import { MAX_NAMED, push } from '../../../platform/push.ts';
import { FREED_CONTENT } from './add-photo.ts';
import { inheritDates } from './change-dates.ts';
import { inheritCaptions, markFavourites } from './customer-marks.ts';
import type { RestoredPhoto, RestoringDeps } from './deps.ts';
import { annulErasure } from './erasures.ts';
import { type CountedPhoto, countPhotos } from './month-counts.ts';
import { removeTurnedPictures } from './originals.ts';
import { addPurgeJob, addThumbnailJobs, addTurnJobs } from './photo-jobs.ts';
import { isRestorableSql, RESTORED_COLUMNS } from './recently-deleted.ts';

/**
 * Brings recently deleted photos of a customer back as they were: same ids, months, albums and projects. All or none; ignores ids
 * that are not recently deleted photos of the customer. Where the same file was added meanwhile, that photo stays and takes over
 * the albums. Returns the ids of the photos that are there now.
 */
export function restorePhotos(
  deps: RestoringDeps,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<string[]> {
  const chosen = sql<boolean>`id = any(${uuidArray(photoIds)})`;
  return retryConflicts(() =>
    deps.db.transaction().execute(async (trx) => {
      const restored = await restoreWhere(deps, trx, { customerId, chosen, now: deps.clock() });
      return restored.map(({ photoId }) => photoId);
    }),
  );
}

/** Whether a deletion of the whole library that runs would delete the photo once more: what is sent meanwhile stays. */
const WILL_BE_DELETED = sql<boolean>`exists (select from photo_deletions as deletion
  where deletion.user_id = recently_deleted_photos.user_id and created_at <= deletion.requested_at)`;

/**
 * Brings the photo with that content back, within a transaction, if it was recently deleted. Returns whether it did: not if the library
 * has another one with that content, which takes over the albums.
 */
export async function restoreContent(
  deps: WithinDeps,
  trx: Queryable,
  { customerId, sha256 }: { customerId: CustomerId; sha256: Buffer },
): Promise<boolean> {
  const chosen = sql<boolean>`sha256 = ${sha256} and not ${WILL_BE_DELETED}`;
  const restored = await restoreWhere(deps, trx, { customerId, chosen, now: deps.clock() });
  return restored.some(({ was, photoId }) => was === photoId);
}

type WithinDeps = Omit<RestoringDeps, 'db'>;
export type Restoring = {
  customerId: CustomerId;
  /** Of a row of recently_deleted_photos. */
  chosen: RawBuilder<boolean>;
  now: Date;
};

/** The same within a transaction, for the rows of recently_deleted_photos that are chosen. */
export async function restoreWhere(
  { objects, restoreInAlbums, moveInAlbums, restoreInProjects }: WithinDeps,
  trx: Queryable,
  { customerId, chosen, now }: Restoring,
): Promise<RestoredPhoto[]> {
  const rows = await moveBack(trx, { customerId, chosen, now });
  if (rows.length === 0) return [];
  await annulErasures(objects, trx, { customerId, rows });
  const back = rows.filter(({ replaced }) => replaced === null);
  const twins = await findTwins(trx, customerId, rows);
  const restored = [...back.map(({ id }) => ({ was: id, photoId: id })), ...twins];
  const found = new Set(restored.map(({ was }) => was));
  const gone = rows.filter(({ id }) => !found.has(id)).map(({ id }) => ({ was: id, photoId: id }));
  await passFavourites(trx, customerId, { rows, twins });
  await passCaptions(trx, customerId, { rows, twins });
  await passDates({ moveInAlbums }, trx, { customerId, twins, rows });
  // Of those that nothing replaces, the albums are forgotten.
  await restoreInAlbums(trx, customerId, [...restored, ...gone]);
  await restoreInProjects(trx, customerId, restored);
  const waiting = back.filter((row) => row.thumbnail_state === 'loading');
  await addThumbnailJobs(
    trx,
    waiting.map(({ id }) => ({ customerId, photoId: id })),
    { priority: PRIORITY.bulk },
  );
  await turnRestored(trx, customerId, back);
  if (back.length < rows.length) await purgeReplaced(trx, customerId, rows);
  await announce(trx, customerId, { restored: back.map(({ id }) => id), now });
  // Last, because the customer's uploads of these months wait for it until the commit.
  await countPhotos(trx, customerId, { added: back });
  return restored;
}

/** Those that were deleted before their thumbnails were turned. */
async function turnRestored(trx: Queryable, customerId: CustomerId, back: readonly Moved[]): Promise<void> {
  const due = back.filter((row) => row.thumbnail_state === 'success' && row.turn !== row.shown_turn);
  await addTurnJobs(
    trx,
    due.map(({ id }) => ({ customerId, photoId: id })),
  );
}

async function purgeReplaced(trx: Queryable, customerId: CustomerId, rows: readonly Moved[]): Promise<void> {
  const turned = rows.flatMap(({ replaced, turned_key }) => (replaced && turned_key ? [turned_key] : []));
  await removeTurnedPictures(trx, customerId, turned);
  await addPurgeJob(trx, customerId);
}

/** Of removals that the store records as erasures of the whole library, once for each. */
async function annulErasures(
  objects: RestoringDeps['objects'],
  trx: Queryable,
  { customerId, rows }: { customerId: CustomerId; rows: readonly Moved[] },
): Promise<void> {
  const removalIds = [...new Set(rows.map(({ removal_id }) => removal_id))];
  const { rows: erasures } = await sql<{ erasedAt: Date }>`update photo_removals set is_erasure = false
    where user_id = ${customerId} and id = any(${removalIds}::uuid[]) and is_erasure
    returning deleted_at as "erasedAt"`.execute(trx);
  for (const { erasedAt } of erasures) await annulErasure(objects, { customerId, erasedAt });
}

async function announce(
  trx: Queryable,
  customerId: CustomerId,
  { restored, now }: { restored: string[]; now: Date },
): Promise<void> {
  const photoIds = restored.length > MAX_NAMED ? [] : restored;
  await push(trx, customerId, { type: 'photos-changed', data: { change: 'added', photoIds } }, now);
}

type Moved = CountedPhoto & {
  id: string;
  removal_id: string;
  thumbnail_state: 'failure' | 'loading' | 'success';
  is_favourite: boolean;
  caption: string | null;
  turn: number;
  shown_turn: number;
  turned_key: string | null;
  corrected_to: DatePrecision | null;
  /** Its content, if a photo with the same was added meanwhile and stays in its place. */
  replaced: Buffer | null;
};

/**
 * One statement, so that the rows never leave the database. Whoever deletes or restores the same photos locks them in the same
 * order. A photo whose content was added meanwhile, or that made way for it, goes to the purge. Orders may have come or ended
 * since: what uses photos says which are ordered.
 */
async function moveBack(trx: Queryable, { customerId, chosen, now }: Restoring): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with locked as materialized (
      select id from recently_deleted_photos where user_id = ${customerId} and ${chosen} and ${isRestorableSql(now)}
      order by id for update
    ), gone as (
      delete from recently_deleted_photos where user_id = ${customerId} and id in (select id from locked) returning *
    ), back as (
      insert into photos (${RESTORED_COLUMNS})
      select ${RESTORED_COLUMNS} from gone where sha256 <> ${FREED_CONTENT}
      order by sha256 on conflict (user_id, sha256) do nothing returning id
    ), replaced as (
      insert into deleted_photos (user_id, id, object_key, deleted_at)
      select user_id, id, object_key, ${now}::timestamptz from gone where id not in (select id from back)
    )
    select gone.id, removal_id, gone.bytes, gone.taken_order, gone.created_order, gone.thumbnail_state, gone.is_favourite,
      gone.caption, gone.turn, gone.shown_turn, gone.turned_key, gone.corrected_to,
      case when back.id is null then gone.sha256 end as replaced
    from gone left join back using (id)`.execute(trx);
  const back = rows.filter(({ replaced }) => replaced === null);
  await markUsed(
    trx,
    customerId,
    back.map(({ id }) => id),
  );
  return rows;
}

/**
 * The photos with the same content that were added meanwhile, by the ids of those that they replaced. In a statement of its own,
 * which sees one that was being added, and locked, because they are put into albums.
 */
async function findTwins(
  trx: Queryable,
  customerId: CustomerId,
  rows: readonly Moved[],
): Promise<RestoredPhoto[]> {
  const replaced = rows.flatMap(({ id, replaced: sha256 }) => (sha256 ? [{ id, sha256 }] : []));
  if (replaced.length === 0) return [];
  const { rows: twins } = await sql<RestoredPhoto>`select was, photos.id as "photoId"
    from unnest(${uuidArray(replaced.map(({ id }) => id))}, ${replaced.map(({ sha256 }) => sha256)}::bytea[])
      as replaced (was, content)
      join photos on photos.user_id = ${customerId} and photos.sha256 = content
    order by photos.id for key share of photos`.execute(trx);
  return twins;
}

/** Photos that came back, and those that stay in the place of some. */
type Twins = { rows: readonly Moved[]; twins: readonly RestoredPhoto[] };

/** A photo that stays in the place of a favourite is one. */
async function passFavourites(trx: Queryable, customerId: CustomerId, { rows, twins }: Twins): Promise<void> {
  const favourites = new Set(rows.filter(({ is_favourite }) => is_favourite).map(({ id }) => id));
  const heirs = twins.filter(({ was }) => favourites.has(was)).map(({ photoId }) => photoId);
  if (heirs.length > 0) await markFavourites(trx, customerId, { photoIds: heirs, isFavourite: true });
}

/** A photo that stays in the place of one with a caption takes it, unless it has one of its own. */
async function passCaptions(trx: Queryable, customerId: CustomerId, { rows, twins }: Twins): Promise<void> {
  const captions = new Map(rows.map(({ id, caption }) => [id, caption]));
  const inherited = twins.flatMap(({ was, photoId }) => {
    const caption = captions.get(was);
    return caption ? [{ photoId, caption }] : [];
  });
  if (inherited.length > 0) await inheritCaptions(trx, customerId, inherited);
}

/** A photo that stays in the place of one whose date was corrected takes that date, unless it has a correction of its own. */
async function passDates(
  deps: Pick<WithinDeps, 'moveInAlbums'>,
  trx: Queryable,
  { customerId, rows, twins }: Twins & { customerId: CustomerId },
): Promise<void> {
  const corrected = new Map(rows.filter(isCorrected).map((row) => [row.id, row]));
  const inherited = twins.flatMap(({ was, photoId }) => {
    const row = corrected.get(was);
    return row ? [{ photoId, takenAt: row.taken_order, correctedTo: row.corrected_to }] : [];
  });
  if (inherited.length > 0) await inheritDates(deps, trx, customerId, inherited);
}

type CorrectedRow = Moved & { corrected_to: DatePrecision };
const isCorrected = (row: Moved): row is CorrectedRow => row.corrected_to !== null;

/** In a statement of its own, which sees the rows that came back. */
async function markUsed(trx: Queryable, customerId: CustomerId, photoIds: readonly string[]): Promise<void> {
  await sql`update photos set is_ordered = not is_ordered
    where user_id = ${customerId} and id = any(${uuidArray(photoIds)}) and is_ordered <> exists (
      select from photo_uses as used
      where used.user_id = ${customerId} and used.photo_id = photos.id and used_in = 'order')`.execute(trx);
}
