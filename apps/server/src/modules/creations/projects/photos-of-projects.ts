import { sql } from 'kysely';
import { lockCount, type Queryable, uuidArray } from '../../../platform/database/database.ts';
import { type ProjectRef, pushProjects } from './store.ts';

/**
 * Serialises changes to the photos that a customer's projects use, also with deletions of photos (ADR 66). Take it before locking
 * any project: whoever deletes photos locks projects afterwards.
 */
export function lockUses(trx: Queryable, customerId: string): Promise<void> {
  return lockCount(trx, 'project-photos', customerId);
}

type Used = { photoIds: readonly string[]; now: Date };

/** Sets the photos that a project uses, and counts those that are not in the customer's library. */
export async function setUses(
  trx: Queryable,
  { customerId, projectId }: ProjectRef,
  { photoIds, now }: Used,
): Promise<void> {
  await sql`delete from photo_uses where user_id = ${customerId} and used_in = 'project' and reference = ${projectId}
    and photo_id <> all(${photoIds}::uuid[])`.execute(trx);
  await sql`with kept as materialized (
      select id from photos where user_id = ${customerId} and id = any(${photoIds}::uuid[])
    ), added as (
      insert into photo_uses (user_id, photo_id, used_in, reference, created_at)
      select ${customerId}, id, 'project', ${projectId}, ${now}::timestamptz from kept on conflict do nothing
    )
    update projects set missing_photos_count = photos_count - (select count(*) from kept)
    where user_id = ${customerId} and id = ${projectId}`.execute(trx);
}

/** Removes a project's uses of photos. */
export async function removeUses(trx: Queryable, { customerId, projectId }: ProjectRef): Promise<void> {
  await trx
    .deleteFrom('photo_uses')
    .where('user_id', '=', customerId)
    .where('used_in', '=', 'project')
    .where('reference', '=', projectId)
    .execute();
}

/** Counts newly deleted photos as missing in the projects that used them, and notifies screens. */
export async function removeFromProjects(
  trx: Queryable,
  { customerId, photoIds, now }: Used & { customerId: string },
): Promise<void> {
  await lockUses(trx, customerId);
  // Most customers have no projects: no need to send ten thousand ids to find that out.
  const { rows: used } =
    await sql`select from photo_uses where user_id = ${customerId} and used_in = 'project' limit 1`.execute(
      trx,
    );
  if (used.length === 0) return;
  const { numAffectedRows } = await sql`with gone as (
      delete from photo_uses where user_id = ${customerId} and used_in = 'project' and photo_id = any(${uuidArray(photoIds)})
      returning reference
    ), fewer as (select reference::uuid as id, count(*)::int as photos from gone group by reference)
    update projects set missing_photos_count = missing_photos_count + photos
    from fewer where user_id = ${customerId} and projects.id = fewer.id`.execute(trx);
  if (numAffectedRows) await pushProjects(trx, customerId, now);
}
