import type { ProjectRef } from '@keepsake/contracts/creations/projects';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { lockCount, type Queryable, uuidArray } from '../../../platform/database/database.ts';
import { loseProjectUses, restoreProjectUses, setProjectUses } from '../../library/photos/index.ts';
import { pushProjects } from './store.ts';

/**
 * Serialises changes to the photos that a customer's projects use, also with deletions of photos (ADR 66). Take it before locking
 * any project: whoever deletes photos locks projects afterwards.
 */
export function lockUses(trx: Queryable, customerId: CustomerId): Promise<void> {
  return lockCount(trx, 'project-photos', customerId);
}

type Used = { photoIds: readonly string[]; now: Date };

/** Sets the photos that a project uses, and counts those that are not in the customer's library. */
export async function setUses(
  trx: Queryable,
  { customerId, projectId }: ProjectRef,
  { photoIds, now }: Used,
): Promise<void> {
  const stored = await setProjectUses(trx, { customerId, projectId }, { photoIds, now });
  await sql`update projects set missing_photos_count = photos_count - ${stored}
    where user_id = ${customerId} and id = ${projectId}`.execute(trx);
}

/** Counts newly deleted photos as missing in the projects that used them, and notifies screens. */
export async function removeFromProjects(
  trx: Queryable,
  { customerId, photoIds, now }: Used & { customerId: CustomerId },
): Promise<void> {
  await lockUses(trx, customerId);
  const lost = await loseProjectUses(trx, { customerId, photoIds });
  if (lost.length === 0) return;
  const ids = lost.map(({ projectId }) => projectId);
  const photos = lost.map((each) => each.photos);
  const { numAffectedRows } =
    await sql`update projects set missing_photos_count = missing_photos_count + photos
    from unnest(${ids}::uuid[], ${photos}::int[]) as fewer (id, photos)
    where user_id = ${customerId} and projects.id = fewer.id`.execute(trx);
  if (numAffectedRows) await pushProjects(trx, customerId, now);
}

/** Counts photos that came back as there again in the projects that use them, and notifies screens. */
export async function restoreInProjects(
  trx: Queryable,
  { customerId, photoIds, now }: Used & { customerId: CustomerId },
): Promise<void> {
  await lockUses(trx, customerId);
  const { rows: named } = await sql<{ projectId: string; photoId: string }>`
    select distinct projects.id::text as "projectId", photo_id::text as "photoId"
    from projects cross join unnest(photo_ids) as named (photo_id)
    where user_id = ${customerId} and deleted_at is null and photo_id = any(${uuidArray(photoIds)})`.execute(
    trx,
  );
  if (named.length === 0) return;
  const back = await restoreProjectUses(trx, customerId, { named, now });
  await sql`update projects set missing_photos_count = missing_photos_count - photos
    from unnest(${back.map(({ projectId }) => projectId)}::uuid[], ${back.map(({ photos }) => photos)}::int[])
      as more (id, photos)
    where user_id = ${customerId} and projects.id = more.id`.execute(trx);
  await pushProjects(trx, customerId, now);
}
