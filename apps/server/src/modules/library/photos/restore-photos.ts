import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import { type Queryable, uuidArray } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { PRIORITY } from '../../../platform/jobs/jobs.ts';
import { MAX_NAMED, push } from '../../../platform/push.ts';
import type { RestoredPhoto, RestoringDeps } from './deps.ts';
import { type CountedPhoto, countPhotos } from './month-counts.ts';
import { addPurgeJob } from './purge-photos.ts';
import { isRestorableSql, RESTORED_COLUMNS } from './recently-deleted.ts';
import { addThumbnailJob } from './thumbnail-jobs.ts';

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
    deps.db
      .transaction()
      .execute((trx) => restoreWhere(deps, trx, { customerId, chosen, now: deps.clock() })),
  );
}

/** Brings the photo with that content back, within a transaction, if it was recently deleted. */
export async function restoreContent(
  deps: Pick<RestoringDeps, 'clock' | 'restoreInAlbums' | 'restoreInProjects'>,
  trx: Queryable,
  { customerId, sha256 }: { customerId: CustomerId; sha256: Buffer },
): Promise<void> {
  const chosen = sql<boolean>`sha256 = ${sha256}`;
  await restoreWhere(deps, trx, { customerId, chosen, now: deps.clock() });
}

type Restoring = { customerId: CustomerId; chosen: RawBuilder<boolean>; now: Date };

/** The same within a transaction, for the rows of recently_deleted_photos that are chosen. */
async function restoreWhere(
  { restoreInAlbums, restoreInProjects }: Pick<RestoringDeps, 'restoreInAlbums' | 'restoreInProjects'>,
  trx: Queryable,
  { customerId, chosen, now }: Restoring,
): Promise<string[]> {
  const rows = await moveBack(trx, { customerId, chosen, now });
  if (rows.length === 0) return [];
  const back = rows.filter((row) => row.isBack);
  const restored: RestoredPhoto[] = rows.flatMap(({ id, isBack, twin }) =>
    isBack ? [{ was: id, photoId: id }] : twin === null ? [] : [{ was: id, photoId: twin }],
  );
  await restoreInAlbums(trx, customerId, restored);
  await restoreInProjects(trx, customerId, restored);
  for (const { id } of back.filter((row) => row.thumbnail_state === 'loading')) {
    await addThumbnailJob(trx, { customerId, photoId: id }, { priority: PRIORITY.bulk });
  }
  if (back.length < rows.length) await addPurgeJob(trx, customerId);
  if (back.length > 0) await announce(trx, customerId, { restored: back.map(({ id }) => id), now });
  // Last, because the customer's uploads of these months wait for it until the commit.
  await countPhotos(trx, customerId, { added: back });
  return restored.map(({ photoId }) => photoId);
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
  thumbnail_state: 'failure' | 'loading' | 'success';
  isBack: boolean;
  /** The photo with the same content that was added meanwhile. */
  twin: string | null;
};

/**
 * One statement, so that the rows never leave the database. Whoever deletes or restores the same photos locks them in the same
 * order. A photo whose content was added meanwhile goes to the purge. Orders may have come or ended since: what uses photos says
 * which are ordered.
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
      select ${RESTORED_COLUMNS} from gone order by sha256 on conflict (user_id, sha256) do nothing returning id
    ), replaced as (
      insert into deleted_photos (user_id, id, object_key, deleted_at)
      select user_id, id, object_key, ${now}::timestamptz from gone where id not in (select id from back)
    )
    select gone.id, gone.bytes, gone.taken_order, gone.created_order, gone.thumbnail_state, back.id is not null as "isBack",
      twin.id as twin
    from gone left join back using (id)
      left join photos as twin on back.id is null and twin.user_id = ${customerId} and twin.sha256 = gone.sha256`.execute(
    trx,
  );
  await markUsed(
    trx,
    customerId,
    rows.flatMap(({ id, isBack }) => (isBack ? [id] : [])),
  );
  return rows;
}

/** In a statement of its own, which sees the rows that came back. */
async function markUsed(trx: Queryable, customerId: CustomerId, photoIds: readonly string[]): Promise<void> {
  await sql`update photos set is_ordered = not is_ordered
    where user_id = ${customerId} and id = any(${uuidArray(photoIds)}) and is_ordered <> exists (
      select from photo_uses as used
      where used.user_id = ${customerId} and used.photo_id = photos.id and used_in = 'order')`.execute(trx);
}
