import type { ProjectRef } from '@keepsake/contracts/creations/projects';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { type Queryable, uuidArray } from '../../../platform/database/database.ts';
import { MAX_NAMED, push } from '../../../platform/push.ts';
import type { PhotosAt } from './deps.ts';

/** Where photos are used; `reference` is an order's code or a project's id. */
export type UsedIn = 'order' | 'project';

type Marked = { id: string; is_new: boolean };

/** Records which photos of the customer an order uses; ids of other customers and of photos that are gone are skipped. */
export async function addOrderUses(
  trx: Queryable,
  { customerId, orderCode }: OrderRef,
  { photoIds, createdAt, now }: { photoIds: readonly string[]; createdAt: Date; now: Date },
): Promise<void> {
  if (photoIds.length === 0) return;
  const used = await findUsable(trx, { customerId, photoIds, now });
  await sql`insert into photo_uses (user_id, photo_id, used_in, reference, created_at)
    select ${customerId}, id, 'order', ${orderCode}, ${createdAt}::timestamptz
    from unnest(${used}::uuid[]) as photo (id) on conflict do nothing`.execute(trx);
}

/**
 * Marks photos as ordered and returns them, with those that were recently deleted: if they come back, they are used. One may come or
 * go at this moment, so both places are looked at, and the first once more.
 */
async function findUsable(trx: Queryable, { customerId, photoIds, now }: PhotosAt): Promise<string[]> {
  const marked = await markOrdered(trx, { customerId, photoIds, now });
  const others = [...new Set(photoIds).difference(new Set(marked))];
  if (others.length === 0) return marked;
  const { rows } = await sql<{ id: string }>`select id from recently_deleted_photos
    where user_id = ${customerId} and id = any(${others}::uuid[]) order by id for key share`.execute(trx);
  const deleted = rows.map(({ id }) => id);
  const gone = [...new Set(others).difference(new Set(deleted))];
  const back = gone.length === 0 ? [] : await markOrdered(trx, { customerId, photoIds: gone, now });
  return [...marked, ...deleted, ...back];
}

/** Removes an order's uses of photos. */
export async function removeOrderUses(
  trx: Queryable,
  { customerId, orderCode }: OrderRef,
  { photoIds, now }: { photoIds: readonly string[]; now: Date },
): Promise<void> {
  if (photoIds.length === 0) return;
  await sql`delete from photo_uses where user_id = ${customerId} and photo_id = any(${photoIds}::uuid[])
    and used_in = 'order' and reference = ${orderCode}`.execute(trx);
  await unmarkOrdered(trx, { customerId, photoIds, now });
}

/** Sets the photos that a project uses. Returns how many of them are in the customer's library. */
export async function setProjectUses(
  trx: Queryable,
  { customerId, projectId }: ProjectRef,
  { photoIds, now }: { photoIds: readonly string[]; now: Date },
): Promise<number> {
  await sql`delete from photo_uses where user_id = ${customerId} and used_in = 'project' and reference = ${projectId}
    and photo_id <> all(${photoIds}::uuid[])`.execute(trx);
  const { rows } = await sql<{ stored: number }>`with stored as materialized (
      select id from photos where user_id = ${customerId} and id = any(${photoIds}::uuid[])
    ), added as (
      insert into photo_uses (user_id, photo_id, used_in, reference, created_at)
      select ${customerId}, id, 'project', ${projectId}, ${now}::timestamptz from stored on conflict do nothing
    ) select count(*)::int as stored from stored`.execute(trx);
  return rows[0]?.stored ?? 0;
}

/** Removes a project's uses of photos. */
export async function removeProjectUses(
  trx: Queryable,
  { customerId, projectId }: ProjectRef,
): Promise<void> {
  await sql`delete from photo_uses where user_id = ${customerId} and used_in = 'project'
    and reference = ${projectId}`.execute(trx);
}

/** Removes deleted photos from the projects that use them. Returns how many each project has lost. */
export async function loseProjectUses(
  trx: Queryable,
  { customerId, photoIds }: { customerId: CustomerId; photoIds: readonly string[] },
): Promise<{ projectId: string; photos: number }[]> {
  // Most customers have no projects: no need to send ten thousand ids to find that out.
  const { rows: used } =
    await sql`select from photo_uses where user_id = ${customerId} and used_in = 'project' limit 1`.execute(
      trx,
    );
  if (used.length === 0) return [];
  const { rows } = await sql<{ projectId: string; photos: number }>`with gone as (
      delete from photo_uses where user_id = ${customerId} and used_in = 'project' and photo_id = any(${uuidArray(photoIds)})
      returning reference
    ) select reference as "projectId", count(*)::int as photos from gone group by reference`.execute(trx);
  return rows;
}

/**
 * Notes restored photos as used in these projects, which name them. Returns how many each has back.
 */
export async function restoreProjectUses(
  trx: Queryable,
  customerId: CustomerId,
  { named, now }: { named: readonly { projectId: string; photoId: string }[]; now: Date },
): Promise<{ projectId: string; photos: number }[]> {
  const projects = named.map(({ projectId }) => projectId);
  const photoIds = named.map(({ photoId }) => photoId);
  const { rows } = await sql<{ projectId: string; photos: number }>`with back as (
      insert into photo_uses (user_id, photo_id, used_in, reference, created_at)
      select ${customerId}, photo_id, 'project', project_id, ${now}::timestamptz
      from unnest(${uuidArray(photoIds)}, ${projects}::text[]) as used (photo_id, project_id) on conflict do nothing
      returning reference
    ) select reference as "projectId", count(*)::int as photos from back group by reference`.execute(trx);
  return rows;
}

/** Erases what a customer's orders or projects use. */
export async function eraseUses(db: Queryable, customerId: CustomerId, usedIn: UsedIn): Promise<void> {
  await sql`delete from photo_uses where user_id = ${customerId} and used_in = ${usedIn}`.execute(db);
}

/** Which of these photos of the customer are used in orders, and which in saved projects. */
export async function findUsed(
  db: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<{ photoIds: string[]; projectPhotoIds: string[] }> {
  const { rows } = await sql<{ photo_id: string; used_in: string }>`
    select distinct photo_id, used_in from photo_uses
    where user_id = ${customerId} and photo_id = any(${photoIds}::uuid[])`.execute(db);
  const usedIn = (place: string) =>
    rows.filter(({ used_in }) => used_in === place).map(({ photo_id }) => photo_id);
  return { photoIds: usedIn('order'), projectPhotoIds: usedIn('project') };
}

/** The number of photos in the library that are used in orders, and in saved projects. */
export async function countUsed(
  db: Queryable,
  customerId: CustomerId,
): Promise<{ photosCount: number; projectPhotosCount: number }> {
  const { rows } = await sql<{ ordered: number; started: number }>`select
      (select count(*)::int from photos where user_id = ${customerId} and is_ordered) as ordered,
      (select count(distinct photo_id)::int from photo_uses as used
        where user_id = ${customerId} and used_in = 'project'
        and exists (select from photos where photos.user_id = ${customerId} and id = used.photo_id)) as started`.execute(
    db,
  );
  return { photosCount: rows[0]?.ordered ?? 0, projectPhotosCount: rows[0]?.started ?? 0 };
}

/**
 * Marks photos as ordered, in the order's transaction, and notifies the customer's screens. Returns those that are photos of the
 * customer. Locks them in the same order as deletions do, so that the two never deadlock.
 */
export async function markOrdered(
  trx: Queryable,
  { customerId, photoIds, now }: PhotosAt,
): Promise<string[]> {
  const { rows } = await sql<Marked>`
    with locked as materialized (
      select id from photos where user_id = ${customerId} and id = any(${photoIds}::uuid[]) order by id for update
    ), marked as (
      update photos set is_ordered = true
      where user_id = ${customerId} and id in (select id from locked) and not is_ordered returning id
    )
    select locked.id, marked.id is not null as is_new from locked left join marked on marked.id = locked.id`.execute(
    trx,
  );
  const fresh = rows.filter(({ is_new }) => is_new).map(({ id }) => id);
  if (fresh.length > 0) await pushOrdered(trx, { customerId, photoIds: fresh, now });
  return rows.map(({ id }) => id);
}

/**
 * Unmarks photos that are in no order any more, after the uses of an ended order are deleted. Checks in a separate statement,
 * which sees the uses of an order that arrived while the rows were waited for.
 */
async function unmarkOrdered(trx: Queryable, { customerId, photoIds, now }: PhotosAt): Promise<void> {
  await sql`select from photos where user_id = ${customerId} and id = any(${photoIds}::uuid[]) order by id for update`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string }>`update photos set is_ordered = false
    where user_id = ${customerId} and id = any(${photoIds}::uuid[]) and is_ordered and not exists (
      select from photo_uses where photo_uses.user_id = ${customerId} and photo_id = photos.id and used_in = 'order')
    returning id`.execute(trx);
  if (rows.length > 0) await pushOrdered(trx, { customerId, photoIds: rows.map(({ id }) => id), now });
}

/** Notifies screens that marks changed. */
async function pushOrdered(trx: Queryable, { customerId, photoIds, now }: PhotosAt): Promise<void> {
  const named = photoIds.length > MAX_NAMED ? [] : [...photoIds];
  await push(trx, customerId, { type: 'photos-changed', data: { change: 'ordered', photoIds: named } }, now);
}
